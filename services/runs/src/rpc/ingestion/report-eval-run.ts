import type { IngestResult } from '@assay/contract/areas/ingestion/documents';
import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle, replayed } from '@assay/kit/rpc/handle';
import { completeRun, reportRun, type BegunRun } from '../../actions/ingestion/ingest-run.ts';
import type { Deps } from '../../deps.ts';
import { ingestedRun } from '../../domain/ingestion/ingested-run.ts';
import { isRunOver } from '../../domain/ingestion/progress.ts';
import { assertIngestedRun, assertResultSource } from '../../domain/ingestion/shape.ts';
import type { Run } from '../../domain/eval-runs/run.ts';
import { ingestedIterationsOf } from '../../flows/ingestion/ingested-iterations.ts';
import { findReported, newRunOf, resultsIn } from '../../flows/ingestion/ingesting.ts';
import { limitBody } from './limit-body.ts';
import type { NewRun } from '../../domain/eval-runs/planned-run.ts';
import { findClockTime } from '../../store/eval-runs/tombstones.ts';

export const reportEvalRun = (deps: Deps) =>
  limitBody(
    handle(operations.reportEvalRun, async (caller, target, body) => {
      assertIngestedRun(body);
      assertResultSource(body);
      const earlier = await findReported(deps, target.projectId, body);
      if (earlier && isRunOver(earlier)) return replayed(ingestedRun(earlier, true));
      const begunAt = await findClockTime(deps.pool);
      const results = await resultsIn(deps, target.projectId, body);
      const { run, reused } = earlier
        ? await complete(deps, earlier, results)
        : await report(deps, await newRunOf(deps, caller, target, body), results, begunAt);
      deps.followers.wake(run.id);
      return ingestedRun(run, reused);
    }),
  );

async function report({ pool }: Deps, run: NewRun, results: IngestResult[], begunAt: Date): Promise<BegunRun> {
  const begun = await reportRun(pool, run, await ingestedIterationsOf(run.spec.suiteId, results), begunAt);
  if (begun === 'gone') throw notFound('suite');
  return begun;
}

async function complete({ pool }: Deps, earlier: Run, results: IngestResult[]): Promise<BegunRun> {
  const run = await completeRun(pool, earlier, await ingestedIterationsOf(earlier.suiteId, results));
  if (!run) throw notFound('ingested run');
  return { run, reused: true };
}
