import { ScheduleTickSettled, type ScheduleTickDue } from '@assay/mesh/events';
import type { TwoPhases } from '@assay/kit/events/consumer';
import { publish } from '@assay/kit/events/outbox';
import type { Deps } from '../deps.ts';
import { launchScheduledRun, type TickOutcome } from '../flows/eval-runs/launch-scheduled-run.ts';
import { findScheduledRunSince } from '../store/eval-runs/runs.ts';

/** Launches the run of a tick, and publishes its outcome with the receipt of the tick. */
export const settleTick = (deps: Deps): TwoPhases<ScheduleTickDue, TickOutcome> => ({
  prepare: (tick, { time }) => launchScheduledRun(deps, tick, Date.now() - time.getTime()),
  apply: async (tx, { tickId, projectId, suiteId, dueAtMs }, outcome) => {
    // Another delivery of the tick may have launched a run in the meantime.
    const runId = outcome.runId || (await findScheduledRunSince(tx, projectId, suiteId, new Date(dueAtMs)));
    const settled = runId ? { runId, errorCode: '', errorMessage: '' } : outcome;
    await publish(tx, ScheduleTickSettled, { tickId, projectId, suiteId, ...settled });
  },
});
