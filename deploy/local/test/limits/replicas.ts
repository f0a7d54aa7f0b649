import { addressSetting, serviceNames } from '@assay/contract/services';
import { hash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { eventMigrations } from '@assay/kit/bus/migrations';
import type { Pool } from '@assay/kit/postgres/db';
import { testDatabase } from '@assay/testkit/database/database';
import { waitUntil } from '@assay/testkit/until';
import { freePorts } from '../support/free-ports.ts';
import { launchProcess, type LaunchedProcess } from '../support/launch.ts';

const repository = join(import.meta.dirname, '../../../..');
const KEY = `sk_${'k'.repeat(40)}`;

/** Several gateways, each a process of its own, before one catalog. */
export interface Replicas {
  origins: string[];
  /** The catalog's database. */
  pool: Pool;
  /** Makes `count` more keys of the first owner. */
  keys(count: number): Promise<string[]>;
  killCatalog(): Promise<void>;
  startCatalog(): void;
  stop(): Promise<void>;
}

/** Starts a gateway with each of these environments and the services' settings. The other services do not run. */
export async function startReplicas(
  env: Record<string, string>,
  gateways: Record<string, string>[],
): Promise<Replicas> {
  const catalogFolders = [
    eventMigrations,
    ...['migrations', 'audit-migrations'].map((folder) => join(repository, 'services/catalog', folder)),
  ];
  const database = await testDatabase({ folders: catalogFolders });
  const bus = await testDatabase({ folders: [] });
  const [catalogPort, ...ports] = await freePorts(1 + gateways.length);
  const address = `127.0.0.1:${catalogPort}`;
  const common = {
    MESH_SECRET: 'a-mesh-secret-of-this-test',
    LOG_LEVEL: 'fatal',
    PUBLIC_URL: 'http://127.0.0.1',
    ...env,
  };
  const open = () =>
    launchProcess(join(repository, 'services/catalog/src/main.ts'), {
      ...common,
      LISTEN_ADDRESS: address,
      DATABASE_URL: database.url,
      BUS_DATABASE_URL: bus.url,
      KEY_ENCRYPTION_KEY: randomBytes(32).toString('hex'),
      ASSAY_INIT_OWNER_EMAIL: 'owner@localhost',
      ASSAY_INIT_API_KEY: KEY,
    });
  const closedAddress = '127.0.0.1:1';
  let catalog = open();
  const running = gateways.map((own, i) =>
    launchProcess(join(repository, 'gateway/src/main.ts'), {
      ...common,
      HOST: '127.0.0.1',
      PORT: String(ports[i]),
      ...Object.fromEntries(serviceNames.map((name) => [addressSetting(name), closedAddress])),
      CATALOG_ADDRESS: address,
      ...own,
    }),
  );
  const origins = ports.map((port) => `http://127.0.0.1:${port}/api/v1`);
  const fall = async ({ exited, stdout, stderr }: LaunchedProcess): Promise<never> => {
    throw new Error(`A process ended with ${await exited}: ${[...stdout, ...stderr].join('\n')}`);
  };
  await Promise.race([
    Promise.all(origins.map((origin) => waitUntil(async () => (await fetch(`${origin}/models`)).ok, 90_000))),
    ...[...running, catalog].map(fall),
  ]);

  return {
    origins,
    pool: database.pool,
    async keys(count) {
      const made = Array.from({ length: count }, () => `sk_${randomBytes(24).toString('hex')}`);
      await database.pool.query(
        `
        insert into api_keys (id, organization_id, user_id, name, hash, prefix)
        select 'key_' || encode(hash, 'hex'), organization_id, user_id, 'made', hash, 'sk_made' from memberships, unnest($1::bytea[]) as hash`,
        [made.map((key) => hash('sha256', key, 'buffer'))],
      );
      return made;
    },
    async killCatalog() {
      await catalog.kill('SIGKILL');
    },
    startCatalog() {
      catalog = open();
    },
    async stop() {
      await Promise.all([...running, catalog].map((each) => each.kill('SIGKILL')));
      await bus.drop();
      await database.drop();
    },
  };
}
