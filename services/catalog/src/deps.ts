import type { Model } from '@assay/contract/documents/model';
import type { Cursors } from '@assay/kit/cursor';
import type { Pool } from '@assay/kit/db';

export interface Deps {
  pool: Pool;
  cursors: Cursors;
  keyEncryptionKey: Buffer;
  /** How many eval runs an organization may have under way. */
  maxConcurrentRuns: number;
  hostedModels: Model[];
  /** Tells the time to the ledger in tests; it goes by Postgres' clock otherwise, which is the same for all replicas. */
  now?: () => Date;
}
