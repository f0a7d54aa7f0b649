import type { UpdateEvalSuiteSchedule } from '@assay/contract/documents/schedule';
import { transaction, type Pool } from '@assay/kit/db';
import { scheduleAfter } from '../domain/schedule.ts';
import type { StoredSuite } from '../domain/suite-record.ts';
import { claimSchedule, upsertSchedule, type Scheduler } from '../store/schedules.ts';
import { claimSuite } from '../store/suites.ts';

/** Changes a suite's schedule from what it is at that moment, so that of two changes at once neither undoes the other. */
export function changeSchedule(
  pool: Pool, { id, projectId }: StoredSuite, change: UpdateEvalSuiteSchedule, by: Scheduler, now: Date,
): Promise<StoredSuite | undefined> {
  return transaction(pool, async (tx) => {
    const suite = await claimSuite(tx, projectId, id);
    const after = scheduleAfter(await claimSchedule(tx, id), change, now);
    if (suite && after) await upsertSchedule(tx, id, after, by);
    return suite;
  });
}
