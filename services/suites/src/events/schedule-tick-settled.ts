import type { ScheduleTickSettled } from '@assay/mesh/events';
import type { Tx } from '@assay/kit/postgres/db';
import { failureReason, waitingReason } from '../domain/schedules/schedule.ts';
import { settleTickRecord } from '../store/schedules/schedule-ticks.ts';
import {
  pauseFailingSchedule,
  postponeTick,
  settleFailedTick,
  settleStartedTick,
} from '../store/schedules/schedules.ts';

/** How long a tick without a free place waits for its retry, in milliseconds. */
const RETRY_MS = 60_000;

/** Records the outcome of a tick in the schedule of its suite, if the suite still exists. */
export async function recordTickOutcome(
  tx: Tx,
  { suiteId, tickId, runId, errorCode, errorMessage }: ScheduleTickSettled,
): Promise<void> {
  if (runId) {
    await settleTickRecord(tx, { suiteId, tickId }, { runId });
    return settleStartedTick(tx, suiteId, runId);
  }
  const reason = failureReason(errorCode, errorMessage);
  await settleTickRecord(tx, { suiteId, tickId }, { reason });
  const waits =
    errorCode === 'RATE_LIMITED' &&
    (await postponeTick(tx, suiteId, tickId, new Date(Date.now() + RETRY_MS), waitingReason(reason)));
  if (waits) return;
  await settleFailedTick(tx, suiteId, reason);
  await pauseFailingSchedule(tx, suiteId);
}
