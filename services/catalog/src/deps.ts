import type { Egress } from '@assay/egress/egress';
import type { Model } from '@assay/contract/areas/model-providers/model';
import type { DeadLetters } from '@assay/kit/bus/bus';
import type { NamedWakeUps } from '@assay/kit/concurrency/wake-ups/named-wake-ups';
import type { WakeUp } from '@assay/kit/concurrency/wake-ups/wake-up';
import type { Cursors } from '@assay/kit/requests/cursor';
import type { Pool } from '@assay/kit/postgres/db';
import type { Logger } from '@assay/kit/log';
import type { LimitValues, EffectiveSettings } from './domain/organizations/organization-settings.ts';
import type { RetentionDays } from './domain/organizations/retention.ts';
import type { LocalRunnerLabels } from './flows/servers/local-runner-labels.ts';
import type { RegistrySource } from './flows/registry/settings.ts';
import type { OpenIdProvider } from './flows/single-sign-on/provider.ts';

export interface Deps {
  pool: Pool;
  /** Connections with a short statement timeout, for the limits that every request waits for. */
  counting: Pool;
  /** Wakes when a change of access may have been committed. */
  access: WakeUp;
  /** Wakes requests that follow projects. */
  projectFollowers: NamedWakeUps;
  cursors: Cursors;
  keyEncryptionKey: Buffer;
  log: Logger;
  /** The base URL of the installation for browsers. */
  publicUrl: string;
  meshSecret: string;
  /** The settings of an organization that sets nothing itself. */
  installation: EffectiveSettings;
  /** The highest limits that an organization may set; they also bound limits that were set before they were lowered. */
  ceilings: LimitValues;
  /** The retention of an organization that sets nothing itself. */
  retention: RetentionDays;
  hostedModels: Model[];
  /** The egress policy's client for directories of published servers. */
  egress: Egress;
  registrySources: RegistrySource[];
  /** The single sign-on provider; undefined when the operator has configured none. */
  signon?: OpenIdProvider | undefined;
  /** The runner in this process, if there is one that starts with the work. */
  localRunner?: LocalRunnerLabels | undefined;
  /** The events that services gave up. */
  deadLetters: DeadLetters;
  /**
   * The clock of the ledger and the limits in tests. Absent in production: Postgres' clock is the same for all
   * replicas.
   */
  now?: () => Date;
}
