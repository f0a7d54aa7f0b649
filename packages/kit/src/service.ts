import type { ServiceSetting } from '@assay/contract/areas/operator/documents';
import { lenientAuditor } from './audit/audit.ts';
import type { Bus } from './bus/bus.ts';
import type { BackgroundTask } from './concurrency/background-task.ts';
import { openBus } from './bus/open-bus.ts';
import { observeLag } from './bus/lag.ts';
import { busSettings, type BusSettings } from './bus/settings.ts';
import { joinMesh, type Mesh, type MeshSettings } from './rpc/mesh.ts';
import { openPool, type Pool } from './postgres/db.ts';
import type { EnvReader } from './env.ts';
import { HEALTH_PORT, STOP_DELAY_MS } from './settings/process-settings.ts';
import {
  DATABASE_POOL_SIZE,
  DATABASE_PREPARED,
  DATABASE_URL,
  DIRECT_DATABASE_URL,
  GRPC_REFLECTION,
  LISTEN_ADDRESS,
} from './settings/service-settings.ts';
import { startIdempotencyRetention } from './requests/idempotency.ts';
import { dispatchEvent, type EventConsumer } from './events/consumer.ts';
import { startInboxRetention } from './events/inbox.ts';
import { meshSettings } from './security/mesh-settings.ts';
import type { Logger } from './log.ts';
import { busCheck } from './operator/bus-checks.ts';
import { outboxCheck, postgresCheck, schemaCheck } from './operator/database-checks.ts';
import type { HealthCheck } from './operator/health-check.ts';
import type { OperatedWork } from './operator/operated-work.ts';
import { operatorRpcs } from './operator/operator-rpcs.ts';
import { listTables } from './operator/service-report.ts';
import { startRelay } from './events/relay.ts';
import { serve, type Implementation, type RunningServer } from './rpc/serve.ts';
import { serveHealth } from './serve-health.ts';

/** The settings of every service with a database. */
export interface ServiceConfig extends MeshSettings {
  /** host:port to serve gRPC on. */
  address: string;
  databaseUrl: string;
  /** The same database without a pooler, for notifications and locks of a session; undefined when there is no pooler. */
  directDatabaseUrl?: string | undefined;
  /** Whether the database keeps prepared statements by their names. */
  keepsPrepared?: boolean;
  bus: BusSettings;
  /** The bus that the services of one process share. Without it, the service opens a bus and closes it. */
  localBus?: Bus | undefined;
  reflection: boolean;
  /** How many connections to its schema it may have beside the one for notifications. */
  poolSize?: number;
  /** How long it goes on taking calls after it was told to stop, in milliseconds. */
  stopDelayMs?: number;
  /** The port for probes over HTTP; 0 opens none. */
  healthPort?: number;
  /** The settings that were read, for the operator. */
  settings?: readonly ServiceSetting[];
}

export const serviceConfig = (reader: EnvReader): ServiceConfig => ({
  address: reader.read(LISTEN_ADDRESS),
  databaseUrl: reader.read(DATABASE_URL),
  directDatabaseUrl: reader.optional(DIRECT_DATABASE_URL),
  keepsPrepared: reader.read(DATABASE_PREPARED),
  ...meshSettings(reader),
  bus: busSettings(reader),
  reflection: reader.read(GRPC_REFLECTION),
  poolSize: reader.read(DATABASE_POOL_SIZE),
  stopDelayMs: reader.read(STOP_DELAY_MS),
  healthPort: reader.read(HEALTH_PORT),
  settings: reader.settings,
});

/** The parts of a service: its RPCs, what it consumes, and what it does by itself. */
export interface ServiceParts {
  implementations: Implementation[];
  /** The handlers of the events that it consumes; the topics to subscribe to follow from them. */
  consumes?: EventConsumer[];
  background?: { stop(): void | Promise<void> }[];
  /** Tasks that its calls need; they are stopped when the last call has ended. */
  underCalls?: BackgroundTask[];
  /** The parts that the operator sees and mends, beside the parts of every service. */
  operated?: OperatedParts;
}

export interface OperatedParts {
  checks?: HealthCheck[];
  work?: OperatedWork;
}

/** The parts with further checks. */
export const withChecks = (parts: OperatedParts, ...more: HealthCheck[]): OperatedParts => ({
  ...parts,
  checks: [...(parts.checks ?? []), ...more],
});

/**
 * Runs a service with a database: opens its pool and the bus, relays its outbox, consumes what it wants and serves its
 * RPCs. `stop` ends these in the opposite order, so that nothing in flight loses what it stands on. `assemble` makes its
 * parts; they call other services over the channels that it dials.
 */
export async function startService(
  name: string,
  config: ServiceConfig,
  log: Logger,
  assemble: (pool: Pool, dial: Mesh['dial'], bus: Bus) => ServiceParts,
): Promise<RunningServer> {
  const mesh = joinMesh(config, name, log);
  const pool = openPool(config.databaseUrl, log, {
    max: config.poolSize,
    applicationName: name,
    directUrl: config.directDatabaseUrl,
    keepsPrepared: config.keepsPrepared,
  });
  const bus = config.localBus ?? (await openBus(config.bus, log));
  const { implementations, consumes, background = [], underCalls = [], operated = {} } = assemble(pool, mesh.dial, bus);
  const standing = [
    ...underCalls,
    startRelay(pool, bus, name, log),
    startIdempotencyRetention(pool, log),
    ...(consumes ? await startConsuming(name, bus, consumes, pool, log) : []),
  ];
  const server = await serve({
    name,
    address: config.address,
    implementations: [
      ...implementations,
      operatorRpcs({
        name,
        checks: [
          postgresCheck(pool),
          schemaCheck(pool),
          outboxCheck(pool),
          ...(consumes ? [busCheck(bus, name)] : []),
          ...(operated.checks ?? []),
        ],
        settings: config.settings ?? [],
        isOwn: (source) => source === name,
        listTables: () => listTables(pool),
        work: operated.work,
      }),
    ],
    meshSecret: config.meshSecret,
    runnerSecret: config.runnerSecret,
    certificate: mesh.certificate,
    localPeers: config.localPeers,
    reflection: config.reflection,
    stopDelayMs: config.stopDelayMs,
    log,
    auditor: lenientAuditor(pool, log),
  });
  let isStopping = false;
  const health = config.healthPort ? await serveHealth(config.healthPort, () => !isStopping) : undefined;
  return {
    address: server.address,
    stop: async () => {
      isStopping = true;
      for (const each of background) await each.stop();
      await server.stop();
      mesh.close();
      for (const each of standing) await each.stop();
      if (bus !== config.localBus) await bus.close();
      await pool.end();
      health?.close();
    },
  };
}

async function startConsuming(
  group: string,
  bus: Bus,
  consumers: EventConsumer[],
  pool: Pool,
  log: Logger,
): Promise<{ stop(): void | Promise<void> }[]> {
  return [
    await bus.subscribe({ group, ...dispatchEvent(pool, consumers) }),
    startInboxRetention(pool, log),
    observeLag(bus, group),
  ];
}
