import type { EvalRerunPreview, RerunScope } from '@assay/contract/areas/eval-runs/rerun';
import { notFound } from '@assay/contract/problem';
import type { Deps } from '../../deps.ts';
import { rerunPreview } from '../../domain/eval-runs/rerun.ts';
import type { Run, RunDetails } from '../../domain/eval-runs/run.ts';
import type { LaunchRequest } from '../../domain/eval-runs/planned-run.ts';
import { findRun } from '../../store/eval-runs/runs.ts';
import { findClockTime } from '../../store/eval-runs/tombstones.ts';
import { listIterationEnds } from '../../store/eval-runs/iteration-ends.ts';
import { freezeSuite } from './suites.ts';

/** A run that may be tried again, its current suite, and the preview of a rerun. */
export interface RerunSource {
  source: Run & RunDetails;
  shared: NonNullable<LaunchRequest['shared']>;
  preview: EvalRerunPreview;
}

/** @throws NOT_FOUND when the project has no such run. */
export async function openRerun(
  { pool, suites }: Deps,
  { projectId, runId }: { projectId: string; runId: string },
  scope: RerunScope,
): Promise<RerunSource> {
  const begunAt = await findClockTime(pool);
  const source = await findRun(pool, projectId, runId);
  if (!source) throw notFound('run');
  const [suite, outcomes] = await Promise.all([
    freezeSuite(suites, projectId, source.suiteId),
    listIterationEnds(pool, runId),
  ]);
  return {
    source,
    shared: { suite, begunAt },
    preview: rerunPreview(
      source,
      scope,
      outcomes,
      suite.cases.map(({ id }) => id),
    ),
  };
}
