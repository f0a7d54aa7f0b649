import { given } from '@assay/contract/given';
import {
  ChangeMade,
  ChatSessionChanged,
  ChatSessionsDeleted,
  JourneyRunFinished,
  JourneyRunLaunched,
  RunCreated,
  RunFinished,
  RunRegraded,
  RunsDeleted,
  SuiteCreated,
  SuiteDeleted,
  SuitesDeleted,
  SurfaceChanged,
} from '@assay/mesh/events';
import { topics } from '@assay/mesh/topics';
import { openEgress, type Egress } from '@assay/egress/egress';
import { operatorEgressSettings } from '@assay/egress/settings';
import { MESH_BACK_OFF, retry } from '@assay/kit/concurrency/back-off';
import { NamedWakeUps } from '@assay/kit/concurrency/wake-ups/named-wake-ups';
import { WakeUp } from '@assay/kit/concurrency/wake-ups/wake-up';
import { on, onTogether } from '@assay/kit/events/consumer';
import { openCursors } from '@assay/kit/requests/cursor';
import { isUnavailable, openPool, type Pool } from '@assay/kit/postgres/db';
import { startWakeOnNames, startWakeOnNotify } from '@assay/kit/postgres/wake-on-notify';
import { ConfigError } from '@assay/kit/env';
import type { Logger } from '@assay/kit/log';
import { postgresOutageOf } from '@assay/kit/outage-log';
import type { RunningServer } from '@assay/kit/rpc/serve';
import { deadLetterCheck } from '@assay/kit/operator/bus-checks';
import { startService } from '@assay/kit/service';
import { giveOwnerPassword } from './flows/passwords/give-owner-password.ts';
import type { SeededInstallation } from './actions/organizations/seed.ts';
import { seedInstallation, type InstallationSeed } from './flows/organizations/seed-installation.ts';
import { startAuditPartitions } from './background/audit-partitions.ts';
import { startBucketRetention } from './background/bucket-retention.ts';
import type { Config } from './config.ts';
import { recordChanges } from './events/change-made.ts';
import { indexChatSession } from './events/chat-session-changed.ts';
import { forgetChatSessions } from './events/chat-sessions-deleted.ts';
import { noteChanged } from './events/project-changed.ts';
import { noteSurfaceChange } from './events/surface-changed.ts';
import { deleteBudgetsOfRuns } from './events/runs-deleted.ts';
import { noteSuite } from './events/suite-created.ts';
import { deleteSuiteBudgets } from './events/suite-deleted.ts';
import { deleteBudgetsOfSuites } from './events/suites-deleted.ts';
import { startLedgerWatchdog } from './background/ledger-watchdog.ts';
import { observeReservations } from './background/observe-reservations.ts';
import { startCredentialRetention } from './background/credential-retention.ts';
import { startCatalogPurge } from './background/purging.ts';
import { startModelCallRetention } from './background/model-call-retention.ts';
import { startRetention } from './background/retention.ts';
import { catalogImplementations } from './service.ts';
import { PROJECT_CHANGES } from './store/overview/project-changes.ts';
import type { OpenIdProvider } from './flows/single-sign-on/provider.ts';
import type { SignOnSettings } from './flows/single-sign-on/settings.ts';

/**
 * The limits have connections of their own, with a statement timeout that is below the gateway's timeout, in
 * milliseconds. A pooler does not take that setting.
 */
const COUNTING = { max: 4, applicationName: 'catalog limits', statementMs: 1_500 };

/** `seeded` is set on the start that seeded the installation, and on no other. */
export type RunningCatalog = RunningServer & { seeded?: SeededInstallation };

/** Starts the catalog service on a migrated database, and seeds an empty installation when the configuration says so. */
export async function startCatalog(config: Config, log: Logger): Promise<RunningCatalog> {
  const seeding = new AbortController();
  const seeded = await seedWhenReachable(config, log, seeding.signal);
  const [access, projectFollowers] = [new WakeUp(), new NamedWakeUps()];
  const egress = openEgress(operatorEgressSettings(config.egress));
  const counting = openPool(config.directDatabaseUrl ?? config.databaseUrl, log, COUNTING);
  const signon = config.signon && (await openProvider(config.signon, egress, log));
  const running = await startService('catalog', config, log, (pool, _dial, bus) => ({
    operated: { checks: [deadLetterCheck(bus.deadLetters(topics))] },
    implementations: catalogImplementations({
      pool,
      counting,
      access,
      projectFollowers,
      cursors: openCursors(config.meshSecret),
      keyEncryptionKey: config.keyEncryptionKey,
      log,
      publicUrl: config.publicUrl,
      meshSecret: config.meshSecret,
      installation: config.installation,
      ceilings: config.ceilings,
      retention: config.retention,
      hostedModels: config.hostedModels,
      egress,
      registrySources: config.registrySources,
      signon,
      localRunner: config.localRunner,
      deadLetters: bus.deadLetters(topics),
    }),
    consumes: [
      onTogether(ChangeMade, recordChanges),
      on(SuiteCreated, noteSuite),
      on(SuiteDeleted, deleteSuiteBudgets),
      on(SuitesDeleted, deleteBudgetsOfSuites),
      on(RunsDeleted, deleteBudgetsOfRuns),
      on(RunCreated, noteChanged('runs')),
      on(RunFinished, noteChanged('runs')),
      on(RunRegraded, noteChanged('runs')),
      on(JourneyRunLaunched, noteChanged('waves')),
      on(JourneyRunFinished, noteChanged('waves')),
      on(SurfaceChanged, noteSurfaceChange),
      on(ChatSessionChanged, indexChatSession),
      on(ChatSessionsDeleted, forgetChatSessions),
    ],
    background: [
      access,
      startWakeOnNotify('access', 'access_epoch', pool, access, log),
      projectFollowers,
      startWakeOnNames('following projects', PROJECT_CHANGES, pool, projectFollowers, log),
      startLedgerWatchdog(pool, log),
      observeReservations(pool),
      startAuditPartitions(pool, log),
      startBucketRetention(pool, log),
      startCredentialRetention(pool, log),
      startCatalogPurge(pool, log),
      startRetention(pool, config.retention, log),
      startModelCallRetention(pool, config.modelCallDays, log),
    ],
  }));
  const stop = async () => {
    seeding.abort();
    await running.stop();
    await counting.end();
  };
  return { ...running, stop, ...given({ seeded }) };
}

/** Loaded on demand: the OpenID client takes 5 MB, and most installations do without it. */
async function openProvider(settings: SignOnSettings, egress: Egress, log: Logger): Promise<OpenIdProvider> {
  const { OpenIdProvider: Provider } = await import('./flows/single-sign-on/provider.ts');
  return new Provider(settings, egress, log);
}

/** Seeds at once, or, where Postgres is away, in the background as soon as it is there: the process starts without it. */
async function seedWhenReachable(
  config: Config,
  log: Logger,
  signal: AbortSignal,
): Promise<SeededInstallation | undefined> {
  try {
    return await seedOnce(config, log);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    postgresOutageOf(log, error).began(error);
    retry(() => seedOnce(config, log), { ...MESH_BACK_OFF, signal, again: isUnavailable }).catch((failure: unknown) => {
      if (!signal.aborted) log.error({ err: failure }, 'the installation could not be seeded');
    });
    return undefined;
  }
}

async function seedOnce({ init, databaseUrl }: Config, log: Logger): Promise<SeededInstallation | undefined> {
  if (!init) return undefined;
  const pool = openPool(databaseUrl, log, { max: 1, applicationName: 'catalog seed' });
  try {
    const seeded = await seedInstallation(pool, init);
    if (!seeded) await equipOwner(pool, init, log);
    return seeded;
  } finally {
    await pool.end();
  }
}

/**
 * Gives the owner the configured password if they have none. A bad password is logged and does not stop the start: the
 * installation exists already.
 */
async function equipOwner(pool: Pool, init: InstallationSeed, log: Logger): Promise<void> {
  try {
    if (await giveOwnerPassword(pool, init))
      log.info('the owner had no password and was given the one of ASSAY_INIT_OWNER_PASSWORD');
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    log.warn({ faults: error.faults }, 'the owner has no password, and cannot be given this one');
  }
}
