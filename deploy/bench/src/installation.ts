import { readFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '@assay/kit/log';
import type { Closers } from '@assay/local/closers';
import { freePort } from '@assay/postgres/free-port';
import { removePostgres } from '@assay/postgres/remove-postgres';
import { readState } from '@assay/postgres/state';
import { repositoryRoot, startProcess, type StartedProcess } from './process.ts';

const log = createLog('bench', 'warn');

/** A fresh data folder that is deleted at the end. */
export async function temporaryFolder(scope: Closers): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'assay-bench-'));
  scope.add({ stop: () => removePostgres(path, log) });
  return path;
}

/**
 * Starts the whole product over a data folder with the command of `npm start`, or every service as its own process,
 * without its rate limit unless `env` says otherwise.
 */
export async function startProduct(
  scope: Closers,
  dataDir: string,
  env: NodeJS.ProcessEnv = {},
  isApart = false,
): Promise<StartedProcess> {
  const args = isApart ? ['deploy/bench/src/apart-product.ts'] : await startArguments();
  const port = String(await freePort());
  return startProcess(scope, args, {
    ASSAY_DATA_DIR: dataDir,
    ASSAY_PORT: port,
    RATE_LIMIT_PER_MINUTE: '0',
    ...env,
  });
}

/** The arguments of Node in the command of `npm start`. */
async function startArguments(): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(join(repositoryRoot, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  const [, ...args] = scripts.start.split(' ');
  return args;
}

/** The API key that the first start of a data folder made. */
export const apiKeyOf = async (dataDir: string): Promise<string> =>
  (await readFile(join(dataDir, 'api-key'), 'utf8')).trim();

/** The superuser's connection to a database of a running installation. */
export async function databaseUrlOf(dataDir: string, database = 'postgres'): Promise<string> {
  const { password, port } = (await readState(dataDir))!;
  return `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
}
