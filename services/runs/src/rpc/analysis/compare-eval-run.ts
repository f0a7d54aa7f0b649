import type { CompareEvalRun } from '@assay/contract/areas/analysis/compare';
import type { NamedBaseline } from '@assay/contract/areas/gates/named-baseline';
import { operations } from '@assay/contract/operations';
import { notFound, reasons } from '@assay/contract/problem';
import type { Db } from '@assay/kit/postgres/db';
import { handle } from '@assay/kit/rpc/handle';
import { chosenBaseline } from '../../flows/analysis/chosen-baseline.ts';
import type { ComparedRuns } from '../../flows/analysis/comparison.ts';
import { comparisonPage } from '../../flows/analysis/stored-comparison.ts';
import type { Deps } from '../../deps.ts';
import { faultProblem } from '@assay/contract/fault';
import { baselineRecord, namedBaselineOf } from '../../domain/gates/named-baseline.ts';
import type { Run } from '../../domain/eval-runs/run.ts';
import { findBaseline } from '../../store/analysis/baselines.ts';
import { findRun } from '../../store/eval-runs/runs.ts';

const PREVIEW_CHARS = 300;

export const compareEvalRun = ({ pool, cursors }: Deps) =>
  handle(
    operations.compareEvalRun,
    async (_caller, { projectId, runId }, { previewChars = PREVIEW_CHARS, cursor, limit, ...asked }) => {
      const run = await findRun(pool, projectId, runId);
      if (!run) throw notFound('run');
      const named = askedBaseline(asked) ?? namedBaselineOf(run.spec);
      const base = await baselineOf(pool, run, asked, named);
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

function askedBaseline({ baseRunId, baseBranch }: CompareEvalRun): NamedBaseline | undefined {
  if (baseRunId !== undefined && baseBranch !== undefined)
    throw faultProblem({ path: '/baseBranch', message: 'cannot be combined with baseRunId' });
  if (baseRunId !== undefined) return { runId: baseRunId };
  return baseBranch === undefined ? undefined : { branch: baseBranch };
}

async function baselineOf(
  db: Db,
  run: Run,
  { baseRunId }: CompareEvalRun,
  named: NamedBaseline | undefined,
): Promise<Run> {
  if (baseRunId === run.id) throw faultProblem({ path: '/baseRunId', message: 'is the run itself' });
  if (baseRunId !== undefined) return chosenBaseline(db, run, baseRunId, '/baseRunId');
  const base = await findBaseline(db, run, named);
  if (base) return base;
  const missing = named?.branch
    ? `the branch ${named.branch} has no run with a verdict before this one`
    : named
      ? 'the run that the launch named is gone'
      : 'the suite has no completed run before this one';
  throw notFound(`baseline: ${missing}`, { reason: reasons.BASELINE_NOT_FOUND });
}
