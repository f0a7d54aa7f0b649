import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { OVERVIEW_RUNS, overviewOf } from '../../domain/journey-runs/overview.ts';
import { listNewestRuns } from '../../store/journey-runs/journey-runs.ts';

export const getSwarmOverview = ({ pool }: Deps) =>
  handle(operations.getSwarmOverview, async (_caller, { projectId }) =>
    overviewOf(await listNewestRuns(pool, projectId, OVERVIEW_RUNS)),
  );
