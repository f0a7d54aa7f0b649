import type { CaseRefusal } from '@assay/contract/areas/cases/batch';
import { operations } from '@assay/contract/operations';
import { conflict, invalid, Problem } from '@assay/contract/problem';
import { handle, replayedIf } from '@assay/kit/rpc/handle';
import { auditCases } from '../../actions/cases/audit-cases.ts';
import { writeCases } from '../../actions/cases/write-cases.ts';
import { keepingRefusal, parseRefusal, type Refusal } from '../../flows/cases/batch-item.ts';
import type { Deps } from '../../deps.ts';
import { toBody, toCase } from '../../domain/cases/case-record.ts';
import { caseFault } from '../../domain/cases/case-rules.ts';
import { idempotencyOf } from '../../flows/cases/idempotency.ts';
import { refuseFault } from '@assay/contract/fault';
import { listKnownCases } from '../../store/cases/case-identity.ts';
import { inWritableSuite } from '../../actions/suites/writable-suite.ts';

const CONFLICTS: readonly CaseRefusal[] = ['DUPLICATE_CASE_ID', 'DUPLICATE_CONTENT', 'IDEMPOTENCY_CONFLICT'];

export const createEvalCase = (deps: Deps) => {
  const create = handle(operations.createEvalCase, async (_caller, { idempotencyKey, ...target }, draft) => {
    const unkept = keepingRefusal(draft);
    if (unkept) refuseFault(unkept.fault, { reason: unkept.code });
    const idempotency = idempotencyOf(idempotencyKey, draft);
    const [outcome] = await inWritableSuite(deps, target, async (tx, suite, serverNames) => {
      // A repeated request is answered with what is stored, whatever became of the suite since.
      const isRepeated =
        idempotency !== undefined && (await listKnownCases(tx, suite.id, [], [idempotency.key])).length > 0;
      if (!isRepeated) refuseFault(caseFault(draft, suite, serverNames), { reason: 'INVALID_CASE' });
      const written = {
        body: toBody(draft),
        ...(draft.id !== undefined && { declaredId: draft.id }),
        ...(idempotency && { idempotency }),
      };
      // Whoever means a case that is nearly the same as another has no way to say so here.
      const outcomes = await writeCases(tx, suite.id, [written], { duplicatePolicy: 'block', near: 'allow' });
      await auditCases(tx, suite.id, outcomes);
      return outcomes;
    });
    if (!outcome || 'refused' in outcome) throw problemOf(outcome!.refused);
    return replayedIf(outcome.replayed, toCase(outcome.written));
  });
  const answer: typeof create = (request, caller) =>
    create(request, caller).catch((error: unknown) => {
      throw error instanceof Problem ? withReason(error) : error;
    });
  return answer;
};

const problemOf = ({ code, message }: Refusal): Problem =>
  CONFLICTS.includes(code)
    ? conflict(message, { reason: code })
    : invalid(message, { reason: code, issues: [{ path: '', message }] });

/** A case that the parser refused says why in the codes of the batch. */
const withReason = (problem: Problem): Problem =>
  problem.code === 'VALIDATION_ERROR' && problem.details?.reason === undefined
    ? invalid(problem.message, { reason: parseRefusal(problem), ...problem.details })
    : problem;
