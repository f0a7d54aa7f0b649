import type { Egress } from '@assay/egress/egress';
import type { Model } from '@assay/contract/documents/model';
import type { Cursors } from '@assay/kit/cursor';
import type { Pool } from '@assay/kit/db';
import type { RegistrySource } from './registry/settings.ts';

export interface Deps {
  pool: Pool;
  cursors: Cursors;
  keyEncryptionKey: Buffer;
  /** How many eval runs an organization may have under way. */
  maxConcurrentRuns: number;
  hostedModels: Model[];
  /** The way out to directories of published servers. */
  egress: Egress;
  registrySources: RegistrySource[];
  /** Tells the time to the ledger in tests; it goes by Postgres' clock otherwise, which is the same for all replicas. */
  now?: () => Date;
}
