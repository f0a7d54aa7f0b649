import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServiceDatabase } from '@assay/database/prepare-database';
import { createLog } from '@assay/kit/log';
import { freePort } from '@assay/postgres/free-port';
import pg from 'pg';
import { Closers } from '../../src/closers.ts';
import { startPlatform } from '../../src/platform.ts';
import { openApi, type Api } from '../support/api.ts';
import { productSchemas } from '../support/installation.ts';
import { readAllPages, type JsonValue, type Read } from './released-answers.ts';

/** The secrets of the installation that a release keeps the data of: they protect nothing. */
const MESH_SECRET = 'the-mesh-secret-of-released-data';
const KEY_ENCRYPTION_KEY = '00'.repeat(32);
export const API_KEY = 'sk_the_key_of_the_data_of_every_release';
export const OWNER = { email: 'owner@assay.example', password: 'the password of released data' };

/** The schemas of such an installation, with roles of their own. */
export const releasedSchemas = (): ServiceDatabase[] => productSchemas((name) => `${name}_of_releases`);

/** The check runs beside much else, in milliseconds. */
const LONG_MS = 120_000;

/** Every schema that a dump holds. */
export const dumpedSchemas = (): string[] =>
  releasedSchemas().flatMap(({ schema, guarded }) => [schema, ...(guarded ? [guarded.schema] : [])]);

export interface ReleasedInstallation {
  url: string;
  api: Api;
  /** Reads a document, or all pages of a list. */
  read: Read;
  /** Sends a statement as the superuser. */
  sql(statement: string): Promise<unknown>;
  stop(): Promise<void>;
}

/** Starts every service of this code on a database with all of its schemas. Nothing in it is ever too old. */
export async function startReleased(databaseUrl: string): Promise<ReleasedInstallation> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-release-'));
  const closers = new Closers();
  const superuser = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const roles = new Map(releasedSchemas().map(({ schema, role }) => [schema, role]));
  const stop = async () => {
    await closers.stop();
    await superuser.end();
    await rm(folder, { recursive: true });
  };
  try {
    const env = {
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      PUBLIC_URL: 'http://assay.example',
      BLOBS_DIR: folder,
      RATE_LIMIT_PER_MINUTE: '0',
      RETENTION_RUNS_DAYS: '0',
      RETENTION_AUDIT_DAYS: '0',
      RETENTION_MODEL_CALLS_DAYS: '0',
      EGRESS_ALLOW_PRIVATE: 'true',
      ASSAY_INIT_OWNER_EMAIL: OWNER.email,
      ASSAY_INIT_OWNER_PASSWORD: OWNER.password,
      ASSAY_INIT_API_KEY: API_KEY,
    };
    const databaseOf = (schema: string) =>
      Object.assign(new URL(databaseUrl), { username: roles.get(schema), password: roles.get(schema) }).toString();
    const { url } = await startPlatform(
      { env, meshSecret: MESH_SECRET, keyEncryptionKey: KEY_ENCRYPTION_KEY, databaseUrl: databaseOf },
      createLog('release', 'error'),
      closers,
    );
    const api = (await openApi(url, API_KEY)).waiting(LONG_MS);
    const readDocument: Read = async (path) => {
      const answer = await api.fetch(`/api/v1${path}`);
      const isDocument = answer.headers.get('content-type')?.startsWith('application/json');
      return answer.status === 200 && isDocument ? ((await answer.json()) as JsonValue) : undefined;
    };
    return { url, api, read: readAllPages(readDocument), sql: (statement) => superuser.query(statement), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
