import { join } from 'node:path';
import type { SeededInstallation } from '@assay/catalog/actions/organizations/seed';
import { ASSAY_INIT_OWNER_EMAIL } from '@assay/catalog/settings';
import { lacksPassword } from '@assay/catalog/flows/passwords/owner-password';
import { prepareDatabaseOnce } from '@assay/database/prepare-once';
import { findChromium } from '@assay/browser/find-chromium';
import { busSchema, serviceSchemas } from '@assay/database/schemas';
import { egressSettings } from '@assay/egress/settings';
import { type Env, readEnv } from '@assay/kit/env';
import type { Logger } from '@assay/kit/log';
import { startPostgres } from '@assay/postgres/start-postgres';
import { Closers } from './closers.ts';
import { serveConsoleOf } from './console.ts';
import { DataFolder, explainStorage } from './data-folder.ts';
import { givenOperatorKeys } from './operator/given-operator-key.ts';
import { installationEnv } from './parts/part-env.ts';
import type { LauncherSettings } from './settings.ts';

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

/** Where an installation listens and keeps its data. */
export interface InstallationPlace extends LauncherSettings {
  /** Whether its data must survive a power failure. */
  durable: boolean;
  /** An archive to make the database from, see `makeTemplate`. */
  template?: string | undefined;
  /** The environment of commands, in place of the variables that RUNNER_STDIO_ENV names. */
  commandEnv?: Record<string, string> | undefined;
}

/**
 * Starts every part of an installation, in order. `say` gets a line per phase. When a later phase fails, the started
 * parts are stopped. @throws StartRefusal when the storage refuses, ConfigError when a setting is invalid.
 */
export async function startInFolder(
  { host, port, dataDir, durable, template, commandEnv }: InstallationPlace,
  env: Env,
  log: Logger,
  say: (line: string) => void,
): Promise<RunningAssay> {
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
      durable,
      template,
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
    await folder.markMigrated();
    say('schemas up to date');
    const owner = ownerOf(env);
    if (
      !owner.hasPassword &&
      (await folder.ownerPassword()) === undefined &&
      (await lacksPassword(postgres.urlFor('postgres', 'catalog', passwords.catalog), owner.email, log))
    ) {
      say(`${owner.email} had no password; a new one is kept in ${await folder.makeOwnerPassword()}`);
    }
    const console = await serveConsoleOf(env, log, closers);
    const { startPlatform } = await loadPlatform();
    const chromium = findChromium(env);
    const operatorKeys = givenOperatorKeys(env);
    const { url, seeded } = await startPlatform(
      {
        env: installationEnv({ host, port }, env, {
          ASSAY_INIT_OWNER_EMAIL: owner.email,
          ASSAY_INIT_API_KEY: await folder.apiKey(),
          ASSAY_INIT_OWNER_PASSWORD: await folder.ownerPassword(),
          OPERATOR_KEY: operatorKeys ?? (await folder.operatorKey()),
          BLOBS_DIR: join(folder.path, 'artifacts'),
          BROWSER_RUNNERS: String(chromium !== undefined),
          CONSOLE_DIR: console,
        }),
        meshSecret,
        keyEncryptionKey,
        databaseUrl: (role) => postgres.urlFor('postgres', role, passwords[role]),
        commandEnv,
      },
      log,
      closers,
    );
    if (operatorKeys !== undefined) await folder.keepOperatorKey(operatorKeys);
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
    throw explainStorage(error, folder.path, folder.secrets.version);
  }
}

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
  email: readEnv(env, ({ optional }) => optional(ASSAY_INIT_OWNER_EMAIL)) ?? 'owner@localhost',
  hasPassword: isGiven(env, 'ASSAY_INIT_OWNER_PASSWORD'),
});
