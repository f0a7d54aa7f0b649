import type { EvalSuiteDetail } from '@assay/contract/areas/suites/documents';
import { notFound } from '@assay/contract/problem';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { nextDue } from '../../domain/schedules/schedule-timing.ts';
import type { StoredSuite } from '../../domain/suites/suite-record.ts';
import { claimSchedule, resumeSchedule } from '../../store/schedules/schedules.ts';
import { claimSuite, setSuiteArchived } from '../../store/suites/suites.ts';
import { detailOf } from './suite-detail.ts';

interface SuiteTarget {
  projectId: string;
  suiteId: string;
}

/** Archives a suite; one that is archived stays so. Throws NOT_FOUND. */
export const archiveSuite = (pool: Pool, target: SuiteTarget): Promise<EvalSuiteDetail> =>
  changeArchived(pool, target, true, async () => undefined);

/** Restores an archived suite, whose schedule is due again from `now` on. Throws NOT_FOUND. */
export const restoreArchivedSuite = (pool: Pool, target: SuiteTarget, now: Date): Promise<EvalSuiteDetail> =>
  changeArchived(pool, target, false, async (tx) => {
    const schedule = await claimSchedule(tx, target.suiteId);
    if (schedule?.nextDueAt && schedule.nextDueAt <= now)
      await resumeSchedule(tx, target.suiteId, nextDue(schedule.timing, now));
  });

function changeArchived(
  pool: Pool,
  { projectId, suiteId }: SuiteTarget,
  isArchived: boolean,
  change: (tx: Tx) => Promise<void>,
): Promise<EvalSuiteDetail> {
  return transaction(pool, async (tx) => {
    const before = await claimSuite(tx, projectId, suiteId);
    if (!before) throw notFound('suite');
    const isSame = (before.archivedAt !== undefined) === isArchived;
    if (!isSame) await change(tx);
    const after = isSame ? before : await setSuiteArchived(tx, projectId, suiteId, isArchived);
    await audit(
      tx,
      isSame ? undefined : { target: { suiteId }, before: archivedState(before), after: archivedState(after) },
    );
    return detailOf(tx, after);
  });
}

const archivedState = ({ name, archivedAt }: StoredSuite) => ({ name, archived: archivedAt !== undefined });
