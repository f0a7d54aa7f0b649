import { transaction, type Pool } from '@assay/kit/postgres/db';
import { deleteOldEntries, dropPartition, type AuditDays } from '../../store/audit-log/audit-retention.ts';

/** Deletes about `limit` entries of an organization at most that are older than its retention; answers the number. */
export const deleteOldAuditEntries = (pool: Pool, kept: AuditDays, limit: number): Promise<number> =>
  transaction(pool, (tx) => deleteOldEntries(tx, kept, limit));

/** Drops the partition of a past month, unless an entry was written to it in the meantime. */
export const dropEmptyAuditPartition = (pool: Pool, name: string): Promise<void> =>
  transaction(pool, (tx) => dropPartition(tx, name));
