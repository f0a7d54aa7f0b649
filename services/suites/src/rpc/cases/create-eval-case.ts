import type { CaseRefusal } from '@assay/contract/areas/cases/batch';
import { given } from '@assay/contract/given';
import { operations } from '@assay/contract/operations';
import { conflict, invalid, Problem } from '@assay/contract/problem';
import { handle, replayedIf } from '@assay/kit/rpc/handle';
import { addCases } from '../../actions/cases/add-cases.ts';
import { keepingRefusal, parseRefusal, type ItemRefusal } from '../../flows/cases/batch-item.ts';
import type { Deps } from '../../deps.ts';
import { toBody, toCase } from '../../domain/cases/case-record.ts';
import { idempotencyOf } from '../../flows/cases/idempotency.ts';
import { faultProblem, refuseFault } from '@assay/contract/fault';
import { writeContextOf } from '../../flows/suites/write-context.ts';

const CONFLICTS: readonly CaseRefusal[] = ['DUPLICATE_CASE_ID', 'DUPLICATE_CONTENT', 'IDEMPOTENCY_CONFLICT'];

export const createEvalCase = (deps: Deps) => {
  const create = handle(operations.createEvalCase, async ({ isAgent }, { idempotencyKey, ...target }, draft) => {
    const unkept = keepingRefusal(draft);
    if (unkept) refuseFault(unkept.fault, { reason: unkept.code });
    const idempotency = idempotencyOf(idempotencyKey, draft);
    const written = {
      draft,
      body: toBody(draft),
      ...given({ declaredId: draft.id, idempotency }),
    };
    // A caller of this operation cannot accept a case that is nearly the same as another, so such a case is allowed.
    const policy = { duplicatePolicy: 'block', near: 'allow' } as const;
    const [outcome] = await addCases(deps.pool, await writeContextOf(deps, target), [written], policy, isAgent);
    if (outcome && 'fault' in outcome) throw faultProblem(outcome.fault, { reason: 'INVALID_CASE' });
    if (!outcome || 'refused' in outcome) throw problemOf(outcome!.refused);
    return replayedIf(outcome.replayed, toCase(outcome.written));
  });
  const answer: typeof create = (request, caller) =>
    create(request, caller).catch((error: unknown) => {
      throw error instanceof Problem ? withReason(error) : error;
    });
  return answer;
};

const problemOf = ({ code, message }: ItemRefusal): Problem =>
  CONFLICTS.includes(code)
    ? conflict(message, { reason: code })
    : invalid(message, { reason: code, issues: [{ path: '', message }] });

/** Adds the refusal code of the batch operation to a parser's Problem. */
const withReason = (problem: Problem): Problem =>
  problem.code === 'VALIDATION_ERROR' && problem.details?.reason === undefined
    ? invalid(problem.message, { reason: parseRefusal(problem), ...problem.details })
    : problem;
