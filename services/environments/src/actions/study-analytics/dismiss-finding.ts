import { notFound } from '@assay/contract/problem';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { setDismissed } from '@assay/findings/insights/dismiss-finding';
import { findKnownStudy } from '../../store/study-analytics/known-study.ts';

/** Dismisses a finding, or takes that back. */
export function dismissFinding(
  pool: Pool,
  { projectId, studyId, findingId: id }: { projectId: string; studyId: string; findingId: string },
  dismissed: boolean,
): Promise<{ id: string; studyId: string; projectId: string; dismissed: boolean }> {
  return transaction(pool, async (tx) => {
    if (!(await findKnownStudy(tx, projectId, studyId))) throw notFound('study');
    const row = { table: 'study_findings', key: { study_id: studyId, id }, target: { studyId, findingId: id } };
    await setDismissed(tx, row, dismissed);
    return { id, studyId, projectId, dismissed };
  });
}
