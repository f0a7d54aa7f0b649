import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Env } from '@assay/kit/env';
import { openPool } from '@assay/kit/postgres/db';
import { createLog } from '@assay/kit/log';
import { freePort } from '@assay/postgres/free-port';
import { removePostgres } from '@assay/postgres/remove-postgres';
import { readState } from '@assay/postgres/state';
import { startAssay } from '../../src/start.ts';
import { openApi, type Api } from './api.ts';

export const log = createLog('test', 'silent');

/** A folder for data that nobody finds afterwards. Its name is not one that the start of a test run sweeps away: between two launchers nobody holds it. */
export interface Folder {
  path: string;
  remove(): Promise<void>;
}

export async function temporaryFolder(): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), 'assay-e2e-'));
  return { path, remove: () => removePostgres(path, log) };
}

/** The superuser's connection to the database of a running installation. */
async function databaseUrlOf(path: string): Promise<string> {
  const { password, port } = (await readState(path))!;
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
}

export interface Installation {
  api: Api;
  url: string;
  apiKey: string;
  databaseUrl: string;
  /** Rows of a statement that the superuser sends; for what no caller is told. */
  sql<Row>(statement: string): Promise<Row[]>;
  stop(): Promise<void>;
}

/** The whole product in this process, over a folder of its own and without a rate limit. */
export async function startInstallation(env: Env = {}): Promise<Installation> {
  const folder = await temporaryFolder();
  const assay = await startAssay(
    { ASSAY_DATA_DIR: folder.path, ASSAY_PORT: String(await freePort()), RATE_LIMIT_PER_MINUTE: '0', ...env },
    log,
    () => undefined,
  );
  const apiKey = assay.first!.apiKey!;
  const databaseUrl = await databaseUrlOf(folder.path);
  const pool = openPool(databaseUrl, log, { max: 1 });
  return {
    api: await openApi(assay.url, apiKey),
    url: assay.url,
    apiKey,
    databaseUrl,
    sql: async <Row>(statement: string) => (await pool.query(statement)).rows as Row[],
    stop: async () => {
      await pool.end();
      await assay.stop();
      await folder.remove();
    },
  };
}
