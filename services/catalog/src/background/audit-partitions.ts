import { repeat, type BackgroundTask } from '@assay/kit/concurrency/background-task';
import type { Pool } from '@assay/kit/postgres/db';
import type { Logger } from '@assay/kit/log';
import { makeAuditPartitions } from '../store/audit-log/audit.ts';

const HOUR_MS = 3_600_000;
/** The number of months whose partitions are made in advance. */
const AHEAD = 3;

/** Makes the partitions of the audit log in advance, hourly. */
export const startAuditPartitions = (pool: Pool, log: Logger): BackgroundTask =>
  repeat('making partitions of the audit log', HOUR_MS, log, () => makeAuditPartitions(pool, AHEAD));
