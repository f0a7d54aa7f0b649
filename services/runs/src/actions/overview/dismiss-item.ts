import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { isPurged } from '@assay/kit/postgres/purge';
import { deleteDismissal, insertDismissal } from '../../store/overview/attention-dismissals.ts';

/** Dismisses an item for every member of the project; a second time changes nothing. */
export const dismissItem = (
  pool: Pool,
  item: { projectId: string; itemId: string; userId: string | undefined },
): Promise<void> =>
  transaction(pool, async (tx) => {
    if (await isPurged(tx, item.projectId)) return;
    if (!(await insertDismissal(tx, item))) return;
    await audit(tx, { target: { itemId: item.itemId }, after: { dismissed: true } });
  });

/** Takes a dismissal back. */
export const undismissItem = (pool: Pool, projectId: string, itemId: string): Promise<void> =>
  transaction(pool, async (tx) => {
    if (!(await deleteDismissal(tx, projectId, itemId))) return;
    await audit(tx, { target: { itemId }, before: { dismissed: true } });
  });
