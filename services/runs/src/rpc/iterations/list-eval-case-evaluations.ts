import type { EvalCaseEvaluation } from '@assay/contract/areas/iterations/evaluations';
import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { ABSENT_CHAIN, actionOf } from '../../domain/analysis/diagnostic.ts';
import { findRun } from '../../store/eval-runs/runs.ts';
import { findCasePosition, listEvaluations, type Evaluation } from '../../store/iterations/evaluations.ts';

export const listEvalCaseEvaluations = ({ pool, cursors }: Deps) =>
  handle(operations.listEvalCaseEvaluations, async (_caller, { projectId, runId, caseId }, query) => {
    if (!(await findRun(pool, projectId, runId))) throw notFound('run');
    const casePosition = await findCasePosition(pool, runId, caseId);
    if (casePosition === undefined) throw notFound('case');
    const page = await pageOfList(operations.listEvalCaseEvaluations, cursors, query, {
      name: `evaluations ${runId} ${casePosition}`,
      find: (after: [number] | undefined, limit) => listEvaluations(pool, runId, casePosition, after?.[0] ?? -1, limit),
      positionOf: ({ position }) => [position],
    });
    return { ...page, items: page.items.map(evaluationRecord) };
  });

function evaluationRecord(evaluation: Evaluation): EvalCaseEvaluation {
  const { id, position: _position, grade, blame, errorCode, errorMessage, ...shown } = evaluation;
  return {
    iterationId: id,
    ...shown,
    ...(blame && { failureSource: blame }),
    error: errorMessage,
    ...(errorCode !== null && { errorCode }),
    chain: grade?.chain ?? ABSENT_CHAIN,
    ...(hasRunInVain(evaluation) && { nextAction: actionOf(triedTools(evaluation)) }),
    checks: grade?.checks ?? [],
    faults: grade?.faults ?? [],
    scores: grade?.scores ?? null,
  };
}

/** Whether an iteration ran and did not pass, as the failing ones of the decision summary. */
const hasRunInVain = ({ status, result }: Evaluation): boolean =>
  ['completed', 'failed', 'timed_out', 'setup_failed'].includes(status) && result !== 'passed';

const triedTools = ({ model, blame, grade }: Evaluation): Parameters<typeof actionOf>[0] => ({
  chain: grade?.chain ?? null,
  model,
  blame,
  expectedTools: (grade?.expectedToolCalls ?? []).map(({ toolName }) => toolName),
  observedTools: (grade?.actualToolCalls ?? []).map(({ toolName }) => toolName),
});
