import { withAdvisoryLock } from '@assay/kit/postgres/advisory-lock';
import { inBatches, repeat, type BackgroundTask } from '@assay/kit/concurrency/background-task';
import type { Pool } from '@assay/kit/postgres/db';
import type { Logger } from '@assay/kit/log';
import { deleteOldAuditEntries, dropEmptyAuditPartition } from '../actions/audit-log/delete-old-entries.ts';
import type { RetentionDays } from '../domain/organizations/retention.ts';
import { isEmpty, listAuditDays, listPastPartitions } from '../store/audit-log/audit-retention.ts';
import { deleteIdle } from '../store/organizations/retention.ts';

const HOUR_MS = 3_600_000;
const BATCH = 1_000;

/** Deletes what organizations do not want to keep any longer, hourly; of several replicas one does. */
export const startRetention = (pool: Pool, fallback: RetentionDays, log: Logger): BackgroundTask =>
  repeat('the retention', HOUR_MS, log, (signal) =>
    withAdvisoryLock(pool, 'retention', () => deleteOldEntries(pool, fallback, signal)),
  );

/** One look at everything; safe to break off anywhere and to repeat. */
export async function deleteOldEntries(pool: Pool, fallback: RetentionDays, signal: AbortSignal): Promise<void> {
  await inBatches(signal, async () => (await deleteIdle(pool, 'sessions', fallback, BATCH)) >= BATCH);
  await inBatches(signal, async () => (await deleteIdle(pool, 'chat_sessions', fallback, BATCH)) >= BATCH);
  await deleteOldAudit(pool, fallback, signal);
}

/** Entry by entry, and months that this leaves empty whole. Who writes entries waits for a drop, so it comes last and is not tried in vain. */
async function deleteOldAudit(pool: Pool, fallback: RetentionDays, signal: AbortSignal): Promise<void> {
  const kept = (await listAuditDays(pool, fallback)).filter(({ days }) => days > 0);
  if (kept.length === 0) return;
  for (const each of kept)
    await inBatches(signal, async () => (await deleteOldAuditEntries(pool, each, BATCH)) >= BATCH);
  for (const name of await listPastPartitions(pool))
    if (await isEmpty(pool, name)) await dropEmptyAuditPartition(pool, name);
}
