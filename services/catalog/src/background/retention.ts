import { inBatches, type BackgroundTask } from '@assay/kit/concurrency/background-task';
import type { Pool } from '@assay/kit/postgres/db';
import { repeatInTurn } from '@assay/kit/postgres/turns';
import type { Logger } from '@assay/kit/log';
import type { RetentionDays } from '../domain/organizations/retention.ts';
import { deleteOldAuditEntries, dropEmptyAuditPartitions, listAuditDays } from '../store/audit-log/audit-retention.ts';
import { deleteOldTombstones } from '../store/chat-sessions/chat-sessions.ts';
import { deleteIdle } from '../store/organizations/retention.ts';

const HOUR_MS = 3_600_000;
const BATCH = 1_000;
/** How long a deleted chat session is remembered: longer than any event of it waits. */
const TOMBSTONE_DAYS = 30;

/** Deletes rows that are older than an organization's retention, hourly, in one replica at a time. */
export const startRetention = (pool: Pool, fallback: RetentionDays, log: Logger): BackgroundTask =>
  repeatInTurn({ what: 'the retention', everyMs: HOUR_MS }, pool, log, (signal) =>
    deleteOldEntries(pool, fallback, signal),
  );

/** One pass over everything; safe to interrupt and to repeat. */
export async function deleteOldEntries(pool: Pool, fallback: RetentionDays, signal: AbortSignal): Promise<void> {
  await inBatches(signal, async () => (await deleteIdle(pool, 'sessions', fallback, BATCH)) >= BATCH);
  await inBatches(signal, async () => (await deleteIdle(pool, 'chat_sessions', fallback, BATCH)) >= BATCH);
  await inBatches(signal, async () => (await deleteOldTombstones(pool, TOMBSTONE_DAYS, BATCH)) >= BATCH);
  await deleteOldAudit(pool, fallback, signal);
}

/**
 * Deletes entries in batches, then drops the partitions that this empties. A drop blocks writers of the log, so it
 * comes last.
 */
async function deleteOldAudit(pool: Pool, fallback: RetentionDays, signal: AbortSignal): Promise<void> {
  const kept = (await listAuditDays(pool, fallback)).filter(({ days }) => days > 0);
  if (kept.length === 0) return;
  for (const each of kept)
    await inBatches(signal, async () => (await deleteOldAuditEntries(pool, each, BATCH)) >= BATCH);
  await dropEmptyAuditPartitions(pool);
}
