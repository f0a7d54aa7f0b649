import { notFound } from '@assay/contract/problem';
import { setDismissed } from '@assay/findings/mining/dismiss-finding';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { findKnownStudy } from '../../store/study-analytics/known-study.ts';

/** Dismisses a finding, or takes that back. */
export function dismissFinding(
  pool: Pool,
  { projectId, studyId, findingId: id }: { projectId: string; studyId: string; findingId: string },
  dismissed: boolean,
): Promise<{ id: string; studyId: string; projectId: string; dismissed: boolean }> {
  return transaction(pool, async (tx) => {
    if (!(await findKnownStudy(tx, projectId, studyId))) throw notFound('study');
    const isChange = await setDismissed(tx, studyId, id, dismissed);
    await audit(tx, isChange ? { target: { studyId, findingId: id }, after: { dismissed } } : undefined);
    return { id, studyId, projectId, dismissed };
  });
}
