import { operations } from '@assay/contract/operations';
import { conflict, notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { addTrials } from '../../actions/ingestion/ingest-run.ts';
import type { Deps } from '../../deps.ts';
import { isOver } from '../../domain/ingestion/progress.ts';
import { checkSource } from '../../domain/ingestion/shape.ts';
import { trialsOf } from '../../flows/ingestion/ingest-trials.ts';
import { resultsIn } from '../../flows/ingestion/ingesting.ts';
import { sized } from './sized.ts';
import { findIngestedRun } from '../../store/ingestion/ingestion.ts';

export const ingestEvalRunIterations = (deps: Deps) =>
  sized(
    handle(operations.ingestEvalRunIterations, async (_caller, { projectId }, { runId, ...source }) => {
      checkSource(source);
      const run = await findIngestedRun(deps.pool, projectId, { id: runId });
      if (!run) throw notFound('ingested run');
      if (isOver(run)) throw over(run.status);
      const trials = await trialsOf(run.suiteId, await resultsIn(deps, projectId, source));
      const added = await addTrials(deps.pool, run, trials);
      if (!added) throw notFound('ingested run');
      if (added === 'over') throw over('over');
      deps.news.ring(run.id);
      return {
        ok: true as const,
        inserted: added.inserted,
        skipped: trials.length - added.inserted,
        total: added.total,
      };
    }),
  );

const over = (status: string) => conflict(`The run takes no more results: it is ${status}.`, { status });
