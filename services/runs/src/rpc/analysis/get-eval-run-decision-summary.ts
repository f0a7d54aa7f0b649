import { given } from '@assay/contract/given';
import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { pageOf, pageSize } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { summaryOf } from '../../domain/analysis/decision-summary.ts';
import { diagnosticOf } from '../../domain/analysis/diagnostic.ts';
import { explainDecision } from '../../flows/analysis/explained-decision.ts';
import { countOver, listFailingIterations } from '../../store/analysis/failing-iterations.ts';
import { findRun } from '../../store/eval-runs/runs.ts';

export const getEvalRunDecisionSummary = ({ pool, cursors }: Deps) =>
  handle(operations.getEvalRunDecisionSummary, async (_caller, { projectId, runId }, { cursor, limit }) => {
    const scope = `decision summary ${runId}`;
    const position = cursors.decode(scope, cursor);
    const after = Number(position?.[0] ?? -1);
    const run = await findRun(pool, projectId, runId);
    if (!run) throw notFound('run');
    const size = pageSize(operations.getEvalRunDecisionSummary, limit);
    const { items, nextCursor } = pageOf(await listFailingIterations(pool, runId, after, size + 1), size, (last) =>
      cursors.encode(scope, [last.position]),
    );
    const scannedIterations = await countOver(
      pool,
      runId,
      after,
      nextCursor === undefined ? undefined : items.at(-1)?.position,
    );
    return {
      ...summaryOf(run),
      ...(position === undefined && (await explainDecision(pool, run))),
      diagnostics: {
        items: items.map((trial) => diagnosticOf(projectId, runId, trial)),
        complete: position === undefined && nextCursor === undefined,
        ...given({ nextCursor }),
        scannedIterations,
      },
    };
  });
