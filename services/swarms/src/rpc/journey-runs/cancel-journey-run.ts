import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { cancelRun } from '../../actions/journey-runs/stop-run.ts';
import type { Deps } from '../../deps.ts';

export const cancelJourneyRun = ({ pool }: Deps) =>
  handle(operations.cancelJourneyRun, async (_caller, { projectId, runId }) => ({
    id: runId,
    canceled: true as const,
    ...(await cancelRun(pool, projectId, runId)),
  }));
