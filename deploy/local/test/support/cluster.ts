import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { prepareDatabase } from '@assay/database/prepare-database';
import { serviceNames } from '@assay/contract/services';
import { openPool, type Pool } from '@assay/kit/postgres/db';
import { startPostgres, type RunningPostgres } from '@assay/postgres/start-postgres';
import { startPgBouncer } from '@assay/testkit/database/pg-bouncer';
import { startNameServer, type TestNameServer } from '@assay/testkit/name-server';
import { waitUntil } from '@assay/testkit/until';
import { openApi, type Api } from './api.ts';
import { startBalancer } from './balancer.ts';
import { freePorts } from './free-ports.ts';
import { productSchemas, testLog, temporaryFolder } from './installation.ts';
import { launchProcess, type LaunchedProcess } from './launch.ts';

const PROCESSES = [...serviceNames, 'runner', 'gateway'] as const;
export type ClusterProcess = (typeof PROCESSES)[number];
export type ClusterPart = ClusterProcess | 'postgres';

/** The longest start of the services, in milliseconds. */
const START_MS = 90_000;
/**
 * The waits of the chart for a name server whose answers are fresh: how long a new process is ready before an old one
 * leaves, how long that one waits before it is told to stop, and how long it then takes calls; in milliseconds.
 */
const [READY_MS, LEAVING_MS, STOP_DELAY_MS] = [1_500, 1_500, 1_500];

/** Steps of a test while processes are replaced. */
export interface Replacement {
  /** Called when the name server has the new addresses, before the old processes are told to stop. */
  leaving?(old: ClusterAddress[]): Promise<void> | void;
  /** Called when the old processes have ended. */
  ended?(old: ClusterAddress[]): Promise<void> | void;
}

/** Where a process listens. */
export interface ClusterAddress {
  part: ClusterProcess;
  host: string;
  port: number;
}

/**
 * Every service in a process of its own with an address of its own, behind a name server, over a Postgres that keeps
 * committed data. Callers reach the gateway through a balancer of connections.
 */
export interface Cluster {
  api: Api;
  origin: string;
  apiKey: string;
  /** Knows each process by its name. */
  names: TestNameServer;
  /** A pool of the superuser, who sees every schema. */
  pool: Pool;
  /** Ends a part as the kernel does when memory runs out, and starts it again. */
  kill(part: ClusterPart): Promise<void>;
  /** Starts runners until there are this many. */
  scaleRunners(count: number): Promise<void>;
  /** Starts processes beside these, and stops the old ones as Kubernetes replaces pods. */
  replace(parts: ClusterProcess[], during?: Replacement): Promise<void>;
  stop(): Promise<void>;
}

interface ClusterPod extends ClusterAddress {
  process: LaunchedProcess;
}

/** The most connections that PgBouncer opens for a service. */
const POOLED_CONNECTIONS = 2;
/** The first of the processes' hosts, 127.0.0.x. */
const FIRST_HOST = 20;

const mainOf = (service: string) =>
  join(import.meta.dirname, '../../../..', service === 'gateway' ? 'gateway' : `services/${service}`, 'src/main.ts');

interface ClusterOptions {
  /** Whether the services reach Postgres by way of PgBouncer, which hands out connections by transaction. */
  pooled?: boolean;
}

export async function startCluster(
  env: Record<string, string> = {},
  { pooled = false }: ClusterOptions = {},
): Promise<Cluster> {
  const folder = await temporaryFolder();
  const openPostgres = async () => {
    const opened = await startPostgres({ dataDir: folder.path, durable: true, log: testLog });
    opened.ended.catch(() => undefined);
    return opened;
  };
  let postgres: RunningPostgres = await openPostgres();
  await prepareDatabase(postgres.superuserUrl, productSchemas(), testLog);
  const urlFor = (part: ClusterProcess) => postgres.urlFor('postgres', part, part);
  const bouncer = pooled ? await startPgBouncer(serviceNames.map(urlFor), POOLED_CONNECTIONS) : undefined;

  const names = await startNameServer({});
  const free = await freePorts(PROCESSES.length);
  const portOf = (part: ClusterProcess) => free[PROCESSES.indexOf(part)]!;
  const apiKey = `sk_${randomBytes(24).toString('hex')}`;
  const common = {
    MESH_SECRET: 'mesh',
    KEY_ENCRYPTION_KEY: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'info',
    BUS_DATABASE_URL: postgres.urlFor('postgres', 'bus', 'bus'),
    ...Object.fromEntries(
      serviceNames.map((service) => [
        `${service.toUpperCase()}_ADDRESS`,
        `dns://${names.address}/${service}:${portOf(service)}`,
      ]),
    ),
    PORT: String(portOf('gateway')),
    RATE_LIMIT_PER_MINUTE: '0',
    LEASE_MS: '3000',
    MAX_CONCURRENT_RUNS: '10',
    // As in the chart, so that twice the processes fit the connections of Postgres.
    DATABASE_POOL_SIZE: '5',
    STOP_DELAY_MS: String(STOP_DELAY_MS),
    PUBLIC_URL: 'http://127.0.0.1',
    ASSAY_INIT_OWNER_EMAIL: 'owner@localhost',
    ASSAY_INIT_API_KEY: apiKey,
    ...env,
  };
  let hosts = FIRST_HOST;
  const start = async (part: ClusterProcess): Promise<ClusterPod> => {
    const [host, port] = [`127.0.0.${hosts++}`, portOf(part)];
    const process = launchProcess(mainOf(part), {
      ...common,
      HOST: host,
      LISTEN_ADDRESS: `${host}:${port}`,
      ...(bouncer
        ? { DATABASE_URL: bouncer.urlOf(urlFor(part)), DIRECT_DATABASE_URL: urlFor(part), DATABASE_PREPARED: 'false' }
        : { DATABASE_URL: urlFor(part) }),
    });
    await process.said('"started"');
    return { part, host, port, process };
  };
  const running = new Map<ClusterProcess, ClusterPod>();
  /** Beside the first one. */
  const runners: ClusterPod[] = [];
  const put = (pod: ClusterPod) => {
    running.set(pod.part, pod);
    names.addresses[pod.part] = [pod.host];
  };
  for (const pod of await Promise.all(PROCESSES.map(start))) put(pod);
  const balancer = await startBalancer(() => ({ hosts: names.addresses.gateway!, port: portOf('gateway') }));
  const pool = openPool(postgres.superuserUrl, testLog, { max: 2 });
  const api = await waitUntil(() => openApi(balancer.origin, apiKey).catch(() => undefined), START_MS);
  // Each service is found in its own time: one read each for all but catalog, which has answered.
  for (const path of ['/eval-suites', '/readiness-runs', '/cassettes/none', '/environments', '/swarms'])
    await waitUntil(async () => (await api.fetch(`/api/v1/projects/${api.projectId}${path}`)).status < 500, START_MS);

  return {
    api,
    origin: balancer.origin,
    apiKey,
    names,
    pool,
    async kill(part) {
      if (part === 'postgres') {
        const pid = Number((await readFile(join(postgres.folder, 'postmaster.pid'), 'utf8')).split('\n')[0]);
        process.kill(pid, 'SIGKILL');
        await postgres.ended.catch(() => undefined);
        await postgres.stop().catch(() => undefined);
        // A new Postgres refuses to start until the sessions of the old one have ended.
        postgres = await waitUntil(openPostgres, START_MS);
      } else {
        await running.get(part)!.process.kill('SIGKILL');
        put(await start(part));
      }
    },
    async scaleRunners(count) {
      while (1 + runners.length < count) runners.push(await start('runner'));
    },
    async replace(parts, { leaving, ended } = {}) {
      const old = parts.map((part) => running.get(part)!);
      // One after the other: pods that start take no processor time from the others.
      const next: ClusterPod[] = [];
      for (const part of parts) next.push(await start(part));
      // A new gateway gets its connections once the old one leaves, so that its first request meets the fault.
      for (const { part, host } of next) if (part !== 'gateway') names.addresses[part]!.push(host);
      await delay(READY_MS);
      for (const pod of next) put(pod);
      await leaving?.(old);
      await delay(LEAVING_MS);
      const codes = await Promise.all(old.map(({ process }) => process.kill('SIGTERM')));
      const failed = codes.findIndex((code) => code !== 0);
      if (failed >= 0) throw new Error(`${old[failed]!.part} stopped with ${codes[failed]}.`);
      await ended?.(old);
    },
    async stop() {
      await pool.end();
      await Promise.all([...running.values(), ...runners].map((each) => each.process.kill('SIGKILL')));
      await balancer.stop();
      names.stop();
      await bouncer?.stop();
      await postgres.stop();
      await folder.remove();
    },
  };
}
