import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { endSession as end } from '../../actions/sessions/end-session.ts';
import type { Deps } from '../../deps.ts';

export const endSession = ({ pool }: Deps) =>
  handle(operations.endSession, async ({ userId }, { sessionId: id }) => {
    if (!(await end(pool, userId!, id))) throw notFound('session');
    return { id, ended: true as const };
  });
