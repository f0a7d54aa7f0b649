import { transaction, type Pool } from '@assay/kit/postgres/db';
import { deleteOldEntries, dropPartition, type AuditDays } from '../../store/audit-log/audit-retention.ts';

/** Deletes at most about `limit` entries of an organization that are older than it keeps them; answers how many. */
export const deleteOldAuditEntries = (pool: Pool, kept: AuditDays, limit: number): Promise<number> =>
  transaction(pool, (tx) => deleteOldEntries(tx, kept, limit));

/** Drops the partition of a past month, unless an entry came into it meanwhile. */
export const dropEmptyAuditPartition = (pool: Pool, name: string): Promise<void> =>
  transaction(pool, (tx) => dropPartition(tx, name));
