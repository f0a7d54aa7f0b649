import { operations } from '@assay/contract/operations';
import { notFound, reasons } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { askedBaseline, missingBaseline } from '../../flows/analysis/asked-baseline.ts';
import type { ComparedRuns } from '../../flows/analysis/comparison.ts';
import { comparisonPage } from '../../flows/analysis/stored-comparison.ts';
import type { Deps } from '../../deps.ts';
import { baselineRecord } from '../../domain/gates/named-baseline.ts';
import { findRun } from '../../store/eval-runs/runs.ts';

const PREVIEW_CHARS = 300;

export const compareEvalRun = ({ pool, cursors }: Deps) =>
  handle(
    operations.compareEvalRun,
    async (_caller, { projectId, runId }, { previewChars = PREVIEW_CHARS, cursor, limit, ...asked }) => {
      const run = await findRun(pool, projectId, runId);
      if (!run) throw notFound('run');
      const { named, base } = await askedBaseline(pool, run, asked);
      if (!base) throw notFound(`baseline: ${missingBaseline(named)}`, { reason: reasons.BASELINE_NOT_FOUND });
      const list = `comparison ${base.id} ${runId}`;
      const from = Number(cursors.decode(list, cursor)?.[0] ?? 0);
      const page = await comparisonPage(pool, base, run, { from, limit });
      if (!page) throw notFound('run');
      const { comparison, next } = page;
      return {
        suite: { id: run.suiteId, name: run.spec.suiteName },
        baseline: baselineRecord(named, base.id),
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
