import type { Egress } from '@assay/egress/egress';
import type { Model } from '@assay/contract/areas/model-providers/model';
import type { WakeUp } from '@assay/kit/concurrency/wake-up';
import type { Cursors } from '@assay/kit/requests/cursor';
import type { Pool } from '@assay/kit/postgres/db';
import type { Logger } from '@assay/kit/log';
import type { LimitValues, Settings } from './domain/organizations/organization-settings.ts';
import type { RetentionDays } from './domain/organizations/retention.ts';
import type { RegistrySource } from './flows/registry/settings.ts';
import type { OpenIdProvider } from './flows/single-sign-on/provider.ts';

export interface Deps {
  pool: Pool;
  /** Connections on which no statement takes long, for what every request waits for. */
  counting: Pool;
  /** Rung when it may have changed who may do what. */
  access: WakeUp;
  cursors: Cursors;
  keyEncryptionKey: Buffer;
  log: Logger;
  /** Where browsers find the installation. */
  publicUrl: string;
  meshSecret: string;
  /** What holds where an organization sets nothing. */
  installation: Settings;
  /** The highest limits that an organization may set; they hold, too, for what it set before they were lowered. */
  ceilings: LimitValues;
  /** How long what is kept where an organization says nothing. */
  retention: RetentionDays;
  hostedModels: Model[];
  /** The way out to directories of published servers. */
  egress: Egress;
  registrySources: RegistrySource[];
  /** Where people sign in who need no password here; undefined when the operator has set no provider up. */
  signon?: OpenIdProvider | undefined;
  /** Tells the time to the ledger and the limits in tests; they go by Postgres' clock otherwise, which is the same for all replicas. */
  now?: () => Date;
}
