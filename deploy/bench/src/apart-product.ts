import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { addressSetting, serviceNames } from '@assay/contract/services';
import { prepareDatabase } from '@assay/database/prepare-database';
import { busSchema, serviceSchemas } from '@assay/database/schemas';
import { createLog } from '@assay/kit/log';
import { Closers } from '@assay/local/closers';
import { freePort } from '@assay/postgres/free-port';
import { startPostgres } from '@assay/postgres/start-postgres';
import { repositoryRoot } from './process.ts';

/*
 * The product with every service, `RUNNERS` runners and the gateway in processes of their own, as on a cluster, over an embedded
 * Postgres. Takes the settings of `npm start` and prints the same line when it is ready.
 */

const { ASSAY_DATA_DIR: dataDir, ASSAY_PORT: port, RUNNERS: runners = '1', ...own } = process.env;
if (!dataDir || !port) throw new Error('Set ASSAY_DATA_DIR and ASSAY_PORT.');

const log = createLog('bench', 'warn');
const closers = new Closers();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void closers.stop().then(() => process.exit()));

const postgres = await startPostgres({ dataDir, durable: true, log });
closers.add(postgres);
const schemas = [...serviceSchemas, busSchema];
await prepareDatabase(
  postgres.superuserUrl,
  schemas.map(({ name, ...schema }) => ({ schema: name, role: name, password: name, ...schema })),
  log,
);
const ports = new Map(await Promise.all(serviceNames.map(async (name) => [name, await freePort()] as const)));
const apiKey = `sk_${randomBytes(24).toString('hex')}`;
const common = {
  ...own,
  LOG_LEVEL: 'info',
  MESH_SECRET: randomBytes(32).toString('hex'),
  KEY_ENCRYPTION_KEY: randomBytes(32).toString('hex'),
  BUS_DATABASE_URL: postgres.urlFor('postgres', 'bus', 'bus'),
  ASSAY_INIT_OWNER_EMAIL: 'owner@localhost',
  ASSAY_INIT_API_KEY: apiKey,
  HOST: '127.0.0.1',
  PORT: port,
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  ...Object.fromEntries(serviceNames.map((name) => [addressSetting(name), `127.0.0.1:${ports.get(name)}`])),
};

/** Starts a process with Node's defaults, as the images do; resolves when it says that it has started. */
async function startPart(folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, [join(repositoryRoot, folder, 'src/main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...common, ...env },
  });
  const exited = once(child, 'exit');
  closers.add({
    stop: async () => {
      child.kill();
      await exited;
    },
  });
  const lines = createInterface(child.stdout);
  await Promise.race([
    new Promise<void>((resolve) => {
      lines.on('line', (line) => {
        if (line.includes('"started"')) resolve();
      });
    }),
    exited.then(([code]) => {
      throw new Error(`${folder} ended with ${code} before it was ready.`);
    }),
  ]);
}

await Promise.all(
  serviceNames.map((name) =>
    startPart(`services/${name}`, {
      LISTEN_ADDRESS: `127.0.0.1:${ports.get(name)}`,
      DATABASE_URL: postgres.urlFor('postgres', name, name),
    }),
  ),
);
await Promise.all([
  startPart('gateway', {}),
  ...Array.from({ length: Number(runners) }, () => startPart('services/runner', {})),
]);
await writeFile(join(dataDir, 'api-key'), apiKey, { mode: 0o600 });
console.log(`ready http://127.0.0.1:${port}`);
