import type { Tx } from '@assay/kit/postgres/db';
import { assertOneClient, assertStillPinned } from '../../domain/schedules/environment-pin.ts';
import type { SuiteTargets } from '../../domain/suites/suite-targets.ts';
import { claimSchedule, unpinSchedule } from '../../store/schedules/schedules.ts';

/**
 * Lets the schedule of a suite go on with the environments that the suite is about to have: a pin on a detached one is
 * dropped.
 * @throws VALIDATION_ERROR when the schedule is on and would not know which of several to use.
 */
export async function repinSchedule(tx: Tx, suiteId: string, targets: SuiteTargets): Promise<void> {
  const { environmentIds = [] } = targets;
  const schedule = await claimSchedule(tx, suiteId);
  if (!schedule) return;
  assertStillPinned(schedule, environmentIds);
  if (schedule.nextDueAt) assertOneClient('/hosts', targets);
  if (schedule.environmentId !== null && !environmentIds.includes(schedule.environmentId))
    await unpinSchedule(tx, suiteId);
}
