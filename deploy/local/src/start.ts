import { join } from 'node:path';
import { prepareDatabase } from '@assay/database/prepare-database';
import { busSchema, serviceSchemas } from '@assay/database/schemas';
import { egressSettings } from '@assay/egress/settings';
import { readEnv, type Env } from '@assay/kit/env';
import type { Logger } from '@assay/kit/log';
import { startPostgres } from '@assay/postgres/start-postgres';
import { Closers } from './closers.ts';
import { DataFolder } from './data-folder.ts';
import { startPlatform } from './platform.ts';
import { checkPort } from './port.ts';
import { loadSettings } from './settings.ts';

export interface Assay {
  url: string;
  /** There only on the start that made the installation; the key only when it was made here, too, and not given. */
  first: { apiKey: string | undefined; apiKeyFile: string; projectId: string; organizationId: string } | undefined;
  /** Rejects when a part that cannot be done without ends by itself. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

/** Starts the whole product on this machine. `say` hears a line per phase. What was started is stopped when a later phase fails. */
export async function startAssay(env: Env, log: Logger, say: (line: string) => void): Promise<Assay> {
  const { host, port, dataDir } = loadSettings(env);
  await checkPort(host, port);
  const schemas = [...await serviceSchemas(), busSchema];
  const folder = await DataFolder.open(dataDir, schemas.map(({ name }) => name));
  say(`data in ${folder.path}`);
  const closers = new Closers();
  try {
    const postgres = await startPostgres({ dataDir: folder.path, durable: true, log });
    closers.add(postgres);
    // Root cannot always run Postgres inside of the data folder; whoever backs it up must know.
    const elsewhere = postgres.folder.startsWith(folder.path) ? '' : `, its files in ${postgres.folder}`;
    say(`Postgres on 127.0.0.1:${postgres.port}${elsewhere}`);
    const { passwords, meshSecret, keyEncryptionKey } = folder.secrets;
    await prepareDatabase(postgres.superuserUrl, schemas.map(({ name, migrations }) => ({ schema: name, role: name, password: passwords[name]!, migrations })), log);
    say('schemas up to date');
    const publicUrl = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
    const { url, seeded, ended: runnerEnded } = await startPlatform({
      env: { ASSAY_INIT_OWNER_EMAIL: 'owner@localhost', ASSAY_INIT_API_KEY: await folder.apiKey(), PUBLIC_URL: publicUrl, BLOBS_DIR: join(folder.path, 'artifacts'), ...env, HOST: host, PORT: String(port) },
      meshSecret, keyEncryptionKey, databaseUrl: (role) => postgres.urlFor('postgres', role, passwords[role]),
    }, log, closers);
    say('services started');
    if (readEnv(env, egressSettings).allowPrivate) say('MCP servers may be on this machine and in private networks; EGRESS_ALLOW_PRIVATE=false keeps them out');
    const given = Boolean(env.ASSAY_INIT_API_KEY ?? env.ASSAY_INIT_API_KEY_FILE);
    const first = seeded && { ...seeded, apiKeyFile: await folder.keepApiKey(seeded.apiKey), apiKey: given ? undefined : seeded.apiKey };
    const ended = Promise.race([postgres.ended.catch(() => { throw new Error('Postgres ended by itself.'); }), runnerEnded]);
    ended.catch(() => undefined);
    return { url, first, ended, stop: () => closers.stop() };
  } catch (error) {
    await closers.stop().catch((failure: unknown) => log.error({ err: failure }, 'the start was rolled back only in part'));
    throw error;
  }
}
