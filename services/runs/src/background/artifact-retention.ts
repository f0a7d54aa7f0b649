import type { Blobs } from '@assay/kit/blobs/blobs';
import { repeat, type BackgroundTask } from '@assay/kit/concurrency/background-task';
import type { Pool } from '@assay/kit/postgres/db';
import type { Logger } from '@assay/kit/log';
import { deleteOldArtifacts } from '../actions/ingestion/store-artifact.ts';
import { ARTIFACT_RETENTION_INTERVAL_MS } from '../domain/run-limits/limits.ts';

/** Deletes expired artifacts. */
export const startArtifactRetention = (pool: Pool, blobs: Blobs, log: Logger): BackgroundTask =>
  repeat('retention of artifacts', ARTIFACT_RETENTION_INTERVAL_MS, log, () => deleteOldArtifacts(pool, blobs));
