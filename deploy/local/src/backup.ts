import { resolve } from 'node:path';
import { copyInstallation } from './operator/copy-installation.ts';
import { loadSettings } from './settings.ts';

/** `npm run backup -- <new folder>` copies the data folder; `npm run restore -- <folder>` makes the data folder from such a copy. */
const [action, folder] = process.argv.slice(2);
try {
  if (!folder || (action !== 'backup' && action !== 'restore'))
    throw new Error(`Name a folder: npm run ${action} -- <folder>`);
  const { dataDir } = loadSettings(process.env);
  const [from, to] = action === 'backup' ? [dataDir, resolve(folder)] : [resolve(folder), dataDir];
  await copyInstallation(from, to);
  console.log(`${action} of ${from} is complete in ${to}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
