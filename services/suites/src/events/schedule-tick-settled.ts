import { ScheduleTickSettled } from '@assay/contract/gen/assay/v1/events';
import type { BusMessage } from '@assay/kit/bus/bus';
import type { Pool } from '@assay/kit/postgres/db';
import { once } from '@assay/kit/events/inbox';
import { failureReason, waitingReason } from '../domain/schedules/schedule.ts';
import { postponeTick, settleFailedTick, settleStartedTick } from '../store/schedules/schedules.ts';

/** How long a tick that found no free place waits until it is tried again, in milliseconds. */
const RETRY_MS = 60_000;

/** What became of a tick; a suite that is gone has no schedule to tell it in. */
export const onScheduleTickSettled =
  (pool: Pool) =>
  async ({ id, value }: BusMessage): Promise<void> => {
    const { suiteId, tickId, runId, errorCode, errorMessage } = ScheduleTickSettled.decode(value);
    await once(pool, id, async (tx) => {
      if (runId) return settleStartedTick(tx, suiteId, runId);
      const reason = failureReason(errorCode, errorMessage);
      const waits =
        errorCode === 'RATE_LIMITED' &&
        (await postponeTick(tx, suiteId, tickId, new Date(Date.now() + RETRY_MS), waitingReason(reason)));
      if (!waits) await settleFailedTick(tx, suiteId, reason);
    });
  };
