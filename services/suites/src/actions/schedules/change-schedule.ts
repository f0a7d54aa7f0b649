import type { UpdateEvalSuiteSchedule } from '@assay/contract/areas/schedules/documents';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { scheduleAfter, toSchedule } from '../../domain/schedules/schedule.ts';
import type { StoredSuite } from '../../domain/suites/suite-record.ts';
import { claimSchedule, findSchedule, upsertSchedule, type ScheduleOwner } from '../../store/schedules/schedules.ts';
import { claimSuite } from '../../store/suites/suites.ts';

/** Changes a suite's schedule under a lock, so that of two concurrent changes neither undoes the other. */
export function changeSchedule(
  pool: Pool,
  { id, projectId }: StoredSuite,
  change: UpdateEvalSuiteSchedule,
  by: ScheduleOwner,
  now: Date,
): Promise<StoredSuite | undefined> {
  return transaction(pool, async (tx) => {
    const suite = await claimSuite(tx, projectId, id);
    const before = await claimSchedule(tx, id);
    const after = suite && scheduleAfter(before, change, suite.body, now);
    if (after) await upsertSchedule(tx, id, after, by);
    await audit(
      tx,
      after && { target: { suiteId: id }, before: toSchedule(before), after: toSchedule(await findSchedule(tx, id)) },
    );
    return suite;
  });
}
