import { operations } from '@assay/contract/operations';
import { conflict, notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { finalizeRun } from '../../actions/ingestion/ingest-run.ts';
import type { Deps } from '../../deps.ts';
import { ingestedRun } from '../../domain/ingestion/ingested-run.ts';
import { faultProblem } from '@assay/contract/fault';
import { limitBody } from './limit-body.ts';
import { findIngestedRun } from '../../store/ingestion/ingestion.ts';

export const finalizeEvalIngestRun = ({ pool, followers }: Deps) =>
  limitBody(
    handle(operations.finalizeEvalIngestRun, async (_caller, { projectId }, { runId: id, externalRunId }) => {
      if (id === undefined && externalRunId === undefined)
        throw faultProblem({ path: '/runId', message: 'is required unless externalRunId is given' });
      const found = await findIngestedRun(pool, projectId, { id, externalRunId });
      const run = found && (await finalizeRun(pool, found));
      if (!run) throw notFound('ingested run');
      if (run.status !== 'completed')
        throw conflict(`The run ended before it was finalized: it is ${run.status}.`, { status: run.status });
      followers.wake(run.id);
      return ingestedRun(run);
    }),
  );
