import type { IngestResult } from '@assay/contract/areas/ingestion/documents';
import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle, replayed } from '@assay/kit/rpc/handle';
import { completeRun, reportRun, type Begun } from '../../actions/ingestion/ingest-run.ts';
import type { Deps } from '../../deps.ts';
import { ingestedRun } from '../../domain/ingestion/ingested-run.ts';
import { isOver } from '../../domain/ingestion/progress.ts';
import { checkRun, checkSource } from '../../domain/ingestion/shape.ts';
import type { Run } from '../../domain/eval-runs/run.ts';
import { trialsOf } from '../../flows/ingestion/ingest-trials.ts';
import { findReported, newRunOf, resultsIn } from '../../flows/ingestion/ingesting.ts';
import { sized } from './sized.ts';
import type { NewRun } from '../../domain/eval-runs/planned-run.ts';
import { findClockTime } from '../../store/eval-runs/tombstones.ts';

export const reportEvalRun = (deps: Deps) =>
  sized(
    handle(operations.reportEvalRun, async (caller, target, body) => {
      checkRun(body);
      checkSource(body);
      const earlier = await findReported(deps, target.projectId, body);
      if (earlier && isOver(earlier)) return replayed(ingestedRun(earlier, true));
      const begunAt = await findClockTime(deps.pool);
      const results = await resultsIn(deps, target.projectId, body);
      const { run, reused } = earlier
        ? await complete(deps, earlier, results)
        : await report(deps, await newRunOf(deps, caller, target, body), results, begunAt);
      deps.news.ring(run.id);
      return ingestedRun(run, reused);
    }),
  );

async function report({ pool }: Deps, run: NewRun, results: IngestResult[], begunAt: Date): Promise<Begun> {
  const begun = await reportRun(pool, run, await trialsOf(run.spec.suiteId, results), begunAt);
  if (begun === 'gone') throw notFound('suite');
  return begun;
}

async function complete({ pool }: Deps, earlier: Run, results: IngestResult[]): Promise<Begun> {
  const run = await completeRun(pool, earlier, await trialsOf(earlier.suiteId, results));
  if (!run) throw notFound('ingested run');
  return { run, reused: true };
}
