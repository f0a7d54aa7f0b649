import type { EvalCaseEvaluation } from '@assay/contract/areas/iterations/evaluations';
import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
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

const evaluationRecord = ({ id, position: _position, grade, ...evaluation }: Evaluation): EvalCaseEvaluation => ({
  iterationId: id,
  ...evaluation,
  checks: grade?.checks ?? [],
  faults: grade?.faults ?? [],
  scores: grade?.scores ?? null,
});
