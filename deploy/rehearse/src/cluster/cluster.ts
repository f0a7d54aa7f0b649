import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { serviceNames } from '@assay/contract/services';
import { Semaphore } from '@assay/kit/concurrency/semaphore';
import { openPool, type Pool } from '@assay/kit/postgres/db';
import { Closers } from '@assay/local/closers';
import { startPgBouncer } from '@assay/testkit/database/pg-bouncer';
import { startNameServer, type TestNameServer } from '@assay/testkit/name-server';
import { waitUntil } from '@assay/testkit/until';
import { openApi, type Api } from '../../../local/test/support/api.ts';
import { freePorts } from '../../../local/test/support/free-ports.ts';
import { testLog } from '../../../local/test/support/installation.ts';
import { launchProcess } from '../../../local/test/support/launch.ts';
import { startBalancer } from './balancer.ts';
import { startDatabase, type ClusterDatabase, type DatabaseOptions } from './database.ts';
import { migrateMainOf, PARTS, serviceAddresses, TODAY, type Part, type PartPorts } from './parts.ts';
import { Pods, type Pod, type PodWaits } from './pods.ts';

/** The longest start of the services, in milliseconds. */
const START_MS = 300_000;
/** The waits of the chart for a name server whose answers are fresh, in milliseconds. */
const FRESH: PodWaits = { readyMs: 1_500, leavingMs: 1_500 };
/** How long a pod takes calls after it was told to stop, in milliseconds. */
const STOP_DELAY_MS = 1_500;
/** The first of the pods' hosts. */
const FIRST_HOST = 20;
/** How many pods start at a time. */
const STARTS = 2;
/** The most connections that PgBouncer opens for a service. */
const POOLED_CONNECTIONS = 2;

/** Steps of a test while pods are replaced. */
export interface Replacement {
  /** Called when the name server has the new addresses, before the old pods are told to stop. */
  leaving?(old: Pod[]): Promise<void> | void;
  /** Called when the old pods have ended. */
  ended?(old: Pod[]): Promise<void> | void;
}

/**
 * Every service in a process of its own with an address of its own, behind a name server, over a Postgres that keeps
 * committed data. Callers reach the gateway through a balancer of connections.
 */
export interface Cluster {
  api: Api;
  origin: string;
  apiKey: string;
  /** Knows each part by its name. */
  names: TestNameServer;
  pods: Pods;
  database: ClusterDatabase;
  /** A pool of the superuser, who sees every schema. */
  pool: Pool;
  /** Settings that pods get from now on; the process of an earlier pod keeps what it has. */
  env: Record<string, string>;
  /** The folder of the code that pods and migrations have from now on. */
  root: string;
  /** Runs the migrations of the image; answers the exit code and the log. */
  migrate(env?: Record<string, string>): Promise<{ code: number | string; log: string[] }>;
  /** Ends every pod of a part, or Postgres, as the kernel does when memory runs out, and starts it again. */
  kill(part: Part | 'postgres'): Promise<void>;
  /** Starts a further pod of a part, which callers know when this resolves, however long answers live. */
  add(part: Part): Promise<Pod>;
  /** Starts pods beside these, and stops the old ones as Kubernetes replaces them. */
  replace(parts: readonly Part[], during?: Replacement): Promise<void>;
  stop(): Promise<void>;
}

export interface ClusterOptions extends DatabaseOptions {
  /** Whether the services reach Postgres by way of PgBouncer, which hands out connections by transaction. */
  pooled?: boolean;
  /** How long an answer of the name server lives once all pods are listed, in milliseconds; 0 by default. */
  answersLiveMs?: number;
  /** The waits of the chart. */
  waits?: PodWaits;
  /** The folder of the code that it starts with; today's by default. */
  root?: string | undefined;
  /** The network of the pods' hosts; another for each cluster of a machine that makes hosts vanish. */
  network?: string;
}

export async function startCluster(env: Record<string, string> = {}, options: ClusterOptions = {}): Promise<Cluster> {
  const closers = new Closers();
  try {
    return await open(closers, env, options);
  } catch (error) {
    await closers.stop();
    throw error;
  }
}

async function open(
  closers: Closers,
  env: Record<string, string>,
  {
    pooled,
    standby,
    diskMegabytes,
    answersLiveMs = 0,
    waits = FRESH,
    root: firstRoot = TODAY,
    network = '127.0.0',
  }: ClusterOptions,
): Promise<Cluster> {
  const database = await startDatabase({ standby, diskMegabytes });
  closers.add({ stop: () => database.remove() });
  const names = await startNameServer({});
  closers.add({ stop: () => names.stop() });
  const free = await freePorts(PARTS.length);
  const ports = Object.fromEntries(PARTS.map((part, i) => [part, free[i]!])) as PartPorts;
  const apiKey = `sk_${randomBytes(24).toString('hex')}`;
  const common: Record<string, string> = {
    MESH_SECRET: 'the secret of the mesh of a rehearsal',
    KEY_ENCRYPTION_KEY: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'info',
    BUS_DATABASE_URL: database.urlOf('bus'),
    ...serviceAddresses(names.address, ports),
    PORT: String(ports.gateway),
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
  let root = firstRoot;
  const migrate: Cluster['migrate'] = async (more = {}) => {
    const job = launchProcess(migrateMainOf(root), {
      ADMIN_DATABASE_URL: database.superuserUrl,
      ...Object.fromEntries(
        [...serviceNames, 'bus'].map((name) => [`${name.toUpperCase()}_DATABASE_URL`, database.urlOf(name)]),
      ),
      ...more,
    });
    return { code: await job.exited, log: [...job.stdout, ...job.stderr] };
  };
  const migrated = await migrate();
  if (migrated.code !== 0) throw new Error(`The migrations ended with ${migrated.code}: ${migrated.log.join('\n')}`);
  // Its users are the roles that the migrations make.
  const bouncer = pooled ? await startPgBouncer(serviceNames.map(database.urlOf), POOLED_CONNECTIONS) : undefined;
  if (bouncer) closers.add(bouncer);
  const databaseOf = (part: Part): Record<string, string> =>
    bouncer
      ? {
          DATABASE_URL: bouncer.urlOf(database.urlOf(part)),
          DIRECT_DATABASE_URL: database.urlOf(part),
          DATABASE_PREPARED: 'false',
        }
      : { DATABASE_URL: database.urlOf(part) };
  const pods = new Pods({
    names,
    ports,
    waits,
    network,
    firstHost: FIRST_HOST,
    envOf: (part) => ({ ...common, ...databaseOf(part) }),
    rootOf: () => root,
  });
  closers.add(pods);
  const starts = new Semaphore(STARTS);
  await Promise.all(PARTS.map((part) => starts.run(async () => pods.list(await pods.start(part)))));
  names.answersLiveMs = answersLiveMs;
  const balancer = await startBalancer(() => ({ hosts: names.addresses.gateway!, port: ports.gateway }));
  closers.add(balancer);
  const pool = openPool(database.superuserUrl, testLog, { max: 2 });
  closers.add({ stop: () => pool.end() });
  const api = await waitUntil(() => openApi(balancer.origin, apiKey), START_MS);
  // Each service is found in its own time: one read each for all but catalog, which has answered.
  for (const path of ['/eval-suites', '/readiness-runs', '/cassettes/none', '/environments', '/swarms'])
    await waitUntil(async () => (await api.fetch(`/api/v1/projects/${api.projectId}${path}`)).status < 500, START_MS);

  return {
    api,
    origin: balancer.origin,
    apiKey,
    names,
    pods,
    database,
    pool,
    env: common,
    get root() {
      return root;
    },
    set root(folder) {
      root = folder;
    },
    migrate,
    async kill(part) {
      if (part === 'postgres') {
        await database.kill();
        return database.start();
      }
      for (const pod of pods.of(part)) {
        await pods.kill(pod);
        pods.list(await pods.start(part));
      }
    },
    async add(part) {
      const pod = await pods.start(part);
      pods.list(pod);
      names.answersLiveMs = 0;
      await delay(FRESH.readyMs);
      names.answersLiveMs = answersLiveMs;
      return pod;
    },
    async replace(parts, { leaving, ended } = {}) {
      const old = parts.flatMap((part) => pods.of(part));
      // One after the other: pods that start take no processor time from the others.
      const next: Pod[] = [];
      for (const { part } of old) next.push(await pods.start(part));
      // A new gateway gets its connections once the old one leaves, so that its first request meets the fault.
      for (const pod of next) if (pod.part !== 'gateway') pods.list(pod);
      await delay(waits.readyMs);
      for (const pod of next) if (pod.part === 'gateway') pods.list(pod);
      for (const pod of old) pods.unlist(pod);
      await leaving?.(old);
      await delay(waits.leavingMs);
      await Promise.all(old.map((pod) => pods.terminate(pod)));
      await ended?.(old);
    },
    stop: () => closers.stop(),
  };
}
