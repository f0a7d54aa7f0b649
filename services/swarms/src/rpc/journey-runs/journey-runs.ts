import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { dismissFinding } from '../../actions/findings/dismiss-finding.ts';
import type { Deps } from '../../deps.ts';
import { OVERVIEW_RUNS, overviewOf } from '../../domain/journey-runs/overview.ts';
import { listNewestRuns } from '../../store/journey-runs/journey-runs.ts';

export const dismissSwarmFinding = ({ pool }: Deps) =>
  handle(operations.dismissSwarmFinding, (_caller, target) => dismissFinding(pool, target, true));

export const getSwarmOverview = ({ pool }: Deps) =>
  handle(operations.getSwarmOverview, async (_caller, { projectId }) =>
    overviewOf(await listNewestRuns(pool, projectId, OVERVIEW_RUNS)),
  );

export const undismissSwarmFinding = ({ pool }: Deps) =>
  handle(operations.undismissSwarmFinding, (_caller, target) => dismissFinding(pool, target, false));
