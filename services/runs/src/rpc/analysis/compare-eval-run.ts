import { operations } from '@assay/contract/operations';
import { notFound, reasons } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { chosenBase } from '../../flows/analysis/chosen-base.ts';
import type { ComparedRuns } from '../../flows/analysis/comparison.ts';
import { comparisonPage } from '../../flows/analysis/stored-comparison.ts';
import type { Deps } from '../../deps.ts';
import { findBaseline } from '../../store/analysis/baselines.ts';
import { findRun } from '../../store/eval-runs/runs.ts';

const PREVIEW_CHARS = 300;

export const compareEvalRun = ({ pool, cursors }: Deps) =>
  handle(
    operations.compareEvalRun,
    async (_caller, { projectId, runId }, { baseRunId, previewChars = PREVIEW_CHARS, cursor, limit }) => {
      const run = await findRun(pool, projectId, runId);
      if (!run) throw notFound('run');
      const [policy, base] =
        baseRunId === undefined
          ? ['previous_completed' as const, await findBaseline(pool, run)]
          : ['run' as const, await chosenBase(pool, run, baseRunId)];
      if (!base)
        throw notFound('baseline: the suite has no completed run before this one', {
          reason: reasons.BASELINE_NOT_FOUND,
        });
      const list = `comparison ${base.id} ${runId}`;
      const from = Number(cursors.decode(list, cursor)?.[0] ?? 0);
      const page = await comparisonPage(pool, base, run, { from, limit });
      if (!page) throw notFound('run');
      const { comparison, next } = page;
      return {
        suite: { id: run.suiteId, name: run.spec.suiteName },
        baseline: { policy, baseRunId: base.id },
        ...comparison,
        cases: comparison.cases.map((each) => withPreviews(each, previewChars)),
        ...(next !== undefined && { nextCursor: cursors.encode(list, [next]) }),
      };
    },
  );

const withPreviews = ({ base, compare, ...each }: ComparedRuns['cases'][number], chars: number) => ({
  ...each,
  base: { ...base, error: base.error?.slice(0, chars) ?? null },
  compare: { ...compare, error: compare.error?.slice(0, chars) ?? null },
});
