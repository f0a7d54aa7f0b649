import { noVisitProblem, operatorRefusal } from '@assay/contract/access';
import type { ApiHandler } from '../http/handler.ts';

/** Admits every authenticated caller, with the rights that the credential alone gives. */
export const admitHolder: ApiHandler = (_req, { locals }, next) => {
  const { refusal, who } = locals.credential;
  if (refusal) throw refusal;
  if (!who) throw noVisitProblem();
  if (who.holder.isOperator) throw operatorRefusal();
  locals.caller = { ...who.holder, requestId: locals.requestId };
  next();
};
