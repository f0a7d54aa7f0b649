import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareDatabase } from '@assay/database/prepare-database';
import { serviceNames } from '@assay/contract/services';
import { busSchema, serviceSchemas } from '@assay/database/schemas';
import { openPool, type Pool } from '@assay/kit/postgres/db';
import { startPostgres, type RunningPostgres } from '@assay/postgres/start-postgres';
import { waitUntil } from '@assay/testkit/until';
import { openApi, type Api } from './api.ts';
import { freePorts } from './free-ports.ts';
import { testLog, temporaryFolder } from './installation.ts';
import { launchProcess, type LaunchedProcess } from './launch.ts';

const PROCESSES = [...serviceNames, 'runner', 'gateway'] as const;
export type ClusterPart = (typeof PROCESSES)[number] | 'postgres';

/** The longest start of the services, in milliseconds. */
const START_MS = 90_000;

/** Every service in a process of its own, over a Postgres that keeps committed data. */
export interface Cluster {
  api: Api;
  /** A pool of the superuser, who sees every schema. */
  pool: Pool;
  /** Ends a part as the kernel does when memory runs out, and starts it again. */
  kill(part: ClusterPart): Promise<void>;
  stop(): Promise<void>;
}

const mainOf = (service: string) =>
  join(import.meta.dirname, '../../../..', service === 'gateway' ? 'gateway' : `services/${service}`, 'src/main.ts');

export async function startCluster(env: Record<string, string> = {}): Promise<Cluster> {
  const folder = await temporaryFolder();
  const openPostgres = async () => {
    const opened = await startPostgres({ dataDir: folder.path, durable: true, log: testLog });
    opened.ended.catch(() => undefined);
    return opened;
  };
  let postgres: RunningPostgres = await openPostgres();
  const schemas = [...serviceSchemas, busSchema];
  await prepareDatabase(
    postgres.superuserUrl,
    schemas.map(({ name, ...schema }) => ({ schema: name, role: name, password: name, ...schema })),
    testLog,
  );

  const free = await freePorts(PROCESSES.length);
  const ports = new Map(PROCESSES.map((service, i) => [service, free[i]!]));
  const addressOf = (service: (typeof PROCESSES)[number]) => `127.0.0.1:${ports.get(service)}`;
  const apiKey = `sk_${randomBytes(24).toString('hex')}`;
  const common = {
    MESH_SECRET: 'mesh',
    KEY_ENCRYPTION_KEY: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'fatal',
    BUS_DATABASE_URL: postgres.urlFor('postgres', 'bus', 'bus'),
    ...Object.fromEntries(PROCESSES.map((service) => [`${service.toUpperCase()}_ADDRESS`, addressOf(service)])),
    HOST: '127.0.0.1',
    PORT: String(ports.get('gateway')),
    RATE_LIMIT_PER_MINUTE: '0',
    LEASE_MS: '3000',
    MAX_CONCURRENT_RUNS: '10',
    PUBLIC_URL: 'http://127.0.0.1',
    ASSAY_INIT_OWNER_EMAIL: 'owner@localhost',
    ASSAY_INIT_API_KEY: apiKey,
    ...env,
  };
  const start = (service: (typeof PROCESSES)[number]) =>
    launchProcess(mainOf(service), {
      ...common,
      LISTEN_ADDRESS: addressOf(service),
      DATABASE_URL: postgres.urlFor('postgres', service, service),
    });
  const running = new Map<string, LaunchedProcess>(PROCESSES.map((service) => [service, start(service)]));
  const pool = openPool(postgres.superuserUrl, testLog, { max: 2 });
  const origin = `http://127.0.0.1:${ports.get('gateway')}`;
  const api = await waitUntil(() => openApi(origin, apiKey).catch(() => undefined), START_MS);
  // Each service starts in its own time: one read each for suites, diagnostics and runs.
  for (const path of ['/eval-suites', '/readiness-runs', '/cassettes/none'])
    await waitUntil(async () => (await api.inProject('GET', path)).status !== 500, START_MS);

  return {
    api,
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
        await running.get(part)!.kill('SIGKILL');
        running.set(part, start(part));
      }
    },
    async stop() {
      await pool.end();
      await Promise.all([...running.values()].map((each) => each.kill('SIGKILL')));
      await postgres.stop();
      await folder.remove();
    },
  };
}
