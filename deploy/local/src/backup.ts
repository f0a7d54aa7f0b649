import { resolve } from 'node:path';
import { createLog } from '@assay/kit/log';
import { copyDataFolder } from '@assay/postgres/copy-cluster';
import { DATA_FILES, readInstallation } from './data-folder.ts';
import { loadSettings } from './settings.ts';

/**
 * `npm run backup -- <new folder>` copies the data folder; `npm run restore -- <folder>` makes the data folder from such a
 * copy. Both check that the secrets are there: without them a copy is worth nothing.
 */
const [action, folder] = process.argv.slice(2);
try {
  if (!folder || (action !== 'backup' && action !== 'restore'))
    throw new Error(`Name a folder: npm run ${action} -- <folder>`);
  const { dataDir } = loadSettings(process.env);
  const [from, to] = action === 'backup' ? [dataDir, resolve(folder)] : [resolve(folder), dataDir];
  if (!(await readInstallation(from))) throw new Error(`${from} holds no installation: installation.json is missing.`);
  await copyDataFolder(from, to, DATA_FILES, createLog('backup', 'warn'));
  console.log(`${action} of ${from} is complete in ${to}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
