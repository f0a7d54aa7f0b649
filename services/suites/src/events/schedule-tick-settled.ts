import { ScheduleTickSettled } from '@assay/contract/gen/assay/v1/events';
import type { BusMessage } from '@assay/kit/bus';
import type { Pool } from '@assay/kit/db';
import { once } from '@assay/kit/inbox';
import { failureReason } from '../domain/schedule.ts';
import { settleFailedTick, settleStartedTick } from '../store/schedules.ts';

/** What became of a tick; a suite that is gone has no schedule to tell it in. */
export const onScheduleTickSettled = (pool: Pool) => async ({ id, value }: BusMessage): Promise<void> => {
  const { suiteId, runId, errorCode, errorMessage } = ScheduleTickSettled.decode(value);
  await once(pool, id, (tx) => (runId ? settleStartedTick(tx, suiteId, runId) : settleFailedTick(tx, suiteId, failureReason(errorCode, errorMessage))));
};
