import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { caseCountsOf, runCaseRecord } from '../../domain/eval-runs/run-case.ts';
import { countRunCases, listRunCases, type RunCasePosition } from '../../store/eval-runs/run-cases.ts';
import { findRunGrading } from '../../store/eval-runs/runs.ts';

export const listEvalRunCases = ({ pool, cursors }: Deps) =>
  handle(operations.listEvalRunCases, async (_caller, { projectId, runId }, query) => {
    const run = await findRunGrading(pool, projectId, runId);
    if (!run) throw notFound('run');
    const { outcome, stage, assertion, model, q, cursor } = query;
    const filter = { outcome, stage, assertion, model, q };
    const [page, counts] = await Promise.all([
      pageOfList(operations.listEvalRunCases, cursors, query, {
        name: `cases ${runId} ${JSON.stringify(filter)}`,
        find: (after: RunCasePosition | undefined, limit) =>
          listRunCases(pool, runId, run.isPerCase, filter, after, limit),
        positionOf: ({ casePosition, position }) => [casePosition, position],
      }),
      cursor ? undefined : countRunCases(pool, runId, run.isPerCase),
    ]);
    return {
      ...page,
      items: page.items.map((row) => runCaseRecord(row, run.isPerCase)),
      ...(counts && { counts: caseCountsOf(counts) }),
    };
  });
