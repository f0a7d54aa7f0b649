import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { cancelDirectoryRun } from '../../actions/directory-runs/start-directory-run.ts';

export const cancelReadinessRun = (deps: Deps) =>
  handle(operations.cancelReadinessRun, async (_caller, { projectId, runId }) => {
    await cancelDirectoryRun(deps, 'readiness', { projectId, runId });
    return { runId, projectId, status: 'cancelled' as const };
  });
