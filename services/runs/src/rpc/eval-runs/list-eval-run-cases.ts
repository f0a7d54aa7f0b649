import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { runCaseRecord } from '../../domain/eval-runs/run-case.ts';
import { RunCasePages, type RunCasePlace } from '../../flows/eval-runs/run-case-pages.ts';
import { listRunningPositions } from '../../store/eval-runs/run-cases.ts';
import { findRunGrading } from '../../store/eval-runs/runs.ts';

export const listEvalRunCases = ({ pool, cursors }: Deps) => {
  const pages = new RunCasePages(pool);
  return handle(operations.listEvalRunCases, async (_caller, { projectId, runId }, query) => {
    const run = await findRunGrading(pool, projectId, runId);
    if (!run) throw notFound('run');
    const { outcome, stage, assertion, model, leftOut, q, cursor } = query;
    const filter = { outcome, stage, assertion, model, leftOut, q };
    const page = await pageOfList(operations.listEvalRunCases, cursors, query, {
      name: `cases ${runId} ${JSON.stringify(filter)}`,
      find: (after: RunCasePlace | undefined, limit) => pages.find(run, filter, after, limit),
      positionOf: ({ casePosition, model: named }) => [casePosition, named ?? ''],
    });
    const running = run.isUnderWay ? await listRunningPositions(pool, runId) : undefined;
    return {
      ...page,
      items: page.items.map((row) => runCaseRecord(row, run.isPerCase, running)),
      ...(running && { runningTrials: running.size }),
      ...(!cursor && { counts: (await pages.count(run)).counts }),
    };
  });
};
