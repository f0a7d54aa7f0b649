import { join } from 'node:path';
import type { SeededInstallation } from '@assay/catalog/actions/organizations/seed';
import { lacksPassword } from '@assay/catalog/flows/passwords/owner-password';
import { prepareDatabaseOnce } from '@assay/database/prepare-once';
import { findChromium } from '@assay/browser/find-chromium';
import { busSchema, serviceSchemas } from '@assay/database/schemas';
import { egressSettings } from '@assay/egress/settings';
import { type Env, readEnv } from '@assay/kit/env';
import type { Logger } from '@assay/kit/log';
import { startPostgres } from '@assay/postgres/start-postgres';
import { Closers } from './closers.ts';
import { DataFolder, explainStorage } from './data-folder.ts';
import { personPath } from './person-path.ts';
import { loadSettings } from './settings.ts';
import { createServer } from 'node:net';
import { StartRefusal } from './start-refusal.ts';

export interface RunningAssay {
  url: string;
  /** Set only on the start that made the installation. */
  first: FirstCredentials | undefined;
  /** Rejects when a required part ends by itself. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

/** The credentials of the first start. Key and password are set only if they were made here and not given. */
export interface FirstCredentials {
  projectId: string;
  organizationId: string;
  apiKey: string | undefined;
  apiKeyFile: string;
  ownerEmail: string;
  ownerPassword: string | undefined;
  ownerPasswordFile: string | undefined;
}

/**
 * Starts the whole product on this machine. `say` gets a line per phase. When a later phase fails, the started parts
 * are stopped.
 */
export async function startAssay(given: Env, log: Logger, say: (line: string) => void): Promise<RunningAssay> {
  // An empty setting counts as absent, and must not hide a value that is kept in the folder.
  const env = Object.fromEntries(
    Object.entries({ ...given, PATH: personPath(given, ROOT) }).filter(([, value]) => value),
  );
  const { host, port, dataDir } = loadSettings(env);
  await checkPort(host, port);
  const schemas = [...serviceSchemas, busSchema];
  const folder = await DataFolder.open(
    dataDir,
    schemas.map(({ name }) => name),
  );
  say(`data in ${folder.path}`);
  const closers = new Closers();
  try {
    const postgres = await startPostgres({
      dataDir: folder.path,
      durable: true,
      log,
      // Loading the services takes this process about as long as Postgres takes for its start.
      onSpawn: () => void loadPlatform().catch(() => undefined),
    });
    closers.add(postgres);
    // Root cannot always run Postgres inside of the data folder; an operator who makes backups must know the other
    // folder.
    const elsewhere = postgres.folder.startsWith(folder.path) ? '' : `, its files in ${postgres.folder}`;
    say(`Postgres on 127.0.0.1:${postgres.port}${elsewhere}`);
    const { passwords, meshSecret, keyEncryptionKey } = folder.secrets;
    await prepareDatabaseOnce(
      postgres.superuserUrl,
      schemas.map(({ name, ...schema }) => ({
        schema: name,
        role: name,
        password: passwords[name]!,
        ...schema,
      })),
      log,
    );
    say('schemas up to date');
    const owner = ownerOf(env);
    if (
      !owner.hasPassword &&
      (await folder.ownerPassword()) === undefined &&
      (await lacksPassword(postgres.urlFor('postgres', 'catalog', passwords.catalog), owner.email, log))
    ) {
      say(`${owner.email} had no password; a new one is kept in ${await folder.makeOwnerPassword()}`);
    }
    const { startPlatform } = await loadPlatform();
    const chromium = findChromium(env);
    const publicUrl = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
    const { url, seeded } = await startPlatform(
      {
        env: {
          ASSAY_INIT_OWNER_EMAIL: owner.email,
          ASSAY_INIT_API_KEY: await folder.apiKey(),
          ASSAY_INIT_OWNER_PASSWORD: await folder.ownerPassword(),
          PUBLIC_URL: publicUrl,
          BLOBS_DIR: join(folder.path, 'artifacts'),
          BROWSER_RUNNERS: String(chromium !== undefined),
          ...env,
          HOST: host,
          PORT: String(port),
        },
        meshSecret,
        keyEncryptionKey,
        databaseUrl: (role) => postgres.urlFor('postgres', role, passwords[role]),
      },
      log,
      closers,
    );
    say('services started');
    say(
      chromium
        ? `pages are opened in ${chromium.executable}`
        : 'no Chromium was found for widgets and browsers; BROWSER_EXECUTABLE names one',
    );
    if (readEnv({ ...env, HOST: host }, (reader) => egressSettings(reader)).allowPrivate)
      say('connections to this machine and to private networks are allowed; EGRESS_ALLOW_PRIVATE=false forbids them');
    const first = seeded && (await handedOut(folder, seeded, env));
    const ended = postgres.ended.catch(() => {
      throw new Error('Postgres ended by itself.');
    });
    ended.catch(() => undefined);
    return {
      url,
      first,
      ended,
      stop: () => closers.stop(),
    };
  } catch (error) {
    await closers
      .stop()
      .catch((failure: unknown) =>
        log.error({ err: failure }, 'the failed start could not stop everything that it had started'),
      );
    throw explainStorage(error, folder.path);
  }
}

/** The folder of the product's packages. */
const ROOT = join(import.meta.dirname, '../../..');

const loadPlatform = () => import('./platform.ts');

/** Keeps the credentials of the first start where their owner finds them again. */
async function handedOut(folder: DataFolder, seeded: SeededInstallation, env: Env): Promise<FirstCredentials> {
  const passwordFile = await folder.keepOwnerPassword(isGiven(env, 'ASSAY_INIT_OWNER_PASSWORD'));
  return {
    ...seeded,
    apiKeyFile: await folder.keepApiKey(seeded.apiKey),
    apiKey: isGiven(env, 'ASSAY_INIT_API_KEY') ? undefined : seeded.apiKey,
    ownerPassword: passwordFile && (await folder.ownerPassword()),
    ownerPasswordFile: passwordFile,
  };
}

const isGiven = (env: Env, name: string): boolean => env[name] !== undefined || env[`${name}_FILE`] !== undefined;

/** The owner of the installation, unless the settings name another one. */
const ownerOf = (env: Env): { email: string; hasPassword: boolean } => ({
  email: readEnv(env, ({ optionalSecret }) => optionalSecret('ASSAY_INIT_OWNER_EMAIL')) ?? 'owner@localhost',
  hasPassword: isGiven(env, 'ASSAY_INIT_OWNER_PASSWORD'),
});

/** Fails before anything is started when the port is taken. */
function checkPort(host: string, port: number): Promise<void> {
  const reasons: Record<string, string> = {
    EACCES: `Port ${port} needs more rights than this user has. Set ASSAY_PORT to a port above 1023.`,
    EADDRINUSE: `Port ${port} is taken by another program. Stop it, or set ASSAY_PORT to a free port.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Set ASSAY_HOST to an address of this machine.`,
  };
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', ({ code = '' }: NodeJS.ErrnoException) =>
      reject(new StartRefusal(reasons[code] ?? `${host}:${port} cannot be listened on (${code}).`)),
    );
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}
