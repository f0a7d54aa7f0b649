import { notFound } from '@assay/contract/problem';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { toCase } from '../../domain/cases/case-record.ts';
import { deleteCase } from '../../store/cases/cases.ts';
import { claimWritable, type WriteTarget } from '../suites/writable-suite.ts';

/** Removes a case from its suite. Throws NOT_FOUND or CONFLICT. */
export async function removeCase(pool: Pool, target: WriteTarget, caseId: string): Promise<void> {
  await transaction(pool, async (tx) => {
    const { id: suiteId } = await claimWritable(tx, target);
    const removed = await deleteCase(tx, suiteId, caseId);
    if (!removed) throw notFound('case');
    await audit(tx, { target: { suiteId, caseId }, before: toCase(removed) });
  });
}
