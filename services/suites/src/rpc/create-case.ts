import { createEvalCase as operation } from '@assay/contract/operations/cases';
import { conflict } from '@assay/contract/problem';
import { handle } from '@assay/kit/handle';
import { writeCases } from '../actions/write-cases.ts';
import type { Deps } from '../deps.ts';
import { toBody, toCase } from '../domain/case-record.ts';
import { caseFault } from '../domain/case-rules.ts';
import { requestHash } from '../domain/request-hash.ts';
import { refuse } from '../refusals.ts';
import { inWritableSuite } from '../writable-suite.ts';

export const createCase = (deps: Deps) =>
  handle(operation, async (_caller, { idempotencyKey: key, ...target }, draft) => {
    const [outcome] = await inWritableSuite(deps, target, async (tx, suite, serverNames) => {
      refuse(caseFault(draft, suite, serverNames));
      const written = { body: toBody(draft), ...(draft.id !== undefined && { declaredId: draft.id }), ...(key && { idempotency: { key, requestHash: requestHash(draft) } }) };
      return writeCases(tx, target.suiteId, [written], { duplicatePolicy: 'block' });
    });
    if (!outcome || 'refused' in outcome) throw conflict(outcome!.refused.message, { reason: outcome!.refused.code });
    return toCase(outcome.written);
  });
