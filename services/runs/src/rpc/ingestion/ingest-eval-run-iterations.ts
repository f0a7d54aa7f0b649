import { operations } from '@assay/contract/operations';
import { conflict, notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { addIterations } from '../../actions/ingestion/ingest-run.ts';
import type { Deps } from '../../deps.ts';
import { isRunOver } from '../../domain/ingestion/progress.ts';
import { assertResultSource } from '../../domain/ingestion/shape.ts';
import { ingestedIterationsOf } from '../../flows/ingestion/ingested-iterations.ts';
import { resultsIn } from '../../flows/ingestion/ingesting.ts';
import { limitBody } from './limit-body.ts';
import { findIngestedRun } from '../../store/ingestion/ingestion.ts';

export const ingestEvalRunIterations = (deps: Deps) =>
  limitBody(
    handle(operations.ingestEvalRunIterations, async (_caller, { projectId }, { runId, ...source }) => {
      assertResultSource(source);
      const run = await findIngestedRun(deps.pool, projectId, { id: runId });
      if (!run) throw notFound('ingested run');
      if (isRunOver(run)) throw over(run.status);
      const trials = await ingestedIterationsOf(run.suiteId, await resultsIn(deps, projectId, source));
      const added = await addIterations(deps.pool, run, trials);
      if (!added) throw notFound('ingested run');
      if (added === 'over') throw over('over');
      deps.followers.wake(run.id);
      return {
        ok: true as const,
        inserted: added.inserted,
        skipped: trials.length - added.inserted,
        total: added.total,
      };
    }),
  );

const over = (status: string) => conflict(`The run takes no more results: it is ${status}.`, { status });
