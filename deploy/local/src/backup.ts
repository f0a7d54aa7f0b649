import { resolve } from 'node:path';
import { backUpInstallation, restoreInstallation } from './operator/copy-installation.ts';
import { loadSettings } from './settings.ts';

/** `npm run backup -- <new folder>` copies the data folder; `npm run restore -- <folder>` makes the data folder from such a copy. */
const [action, folder, ...surplus] = process.argv.slice(2);
try {
  if (!folder || (action !== 'backup' && action !== 'restore'))
    throw new Error(`Name a folder: npm run ${action} -- <folder>`);
  if (surplus.length > 0)
    throw new Error(
      `npm run ${action} takes one folder, and not ${surplus.join(' ')} beside it: the data folder is ASSAY_DATA_DIR.`,
    );
  const { dataDir } = loadSettings(process.env);
  const backup = resolve(folder);
  if (action === 'backup') await backUpInstallation(dataDir, backup);
  else await restoreInstallation(backup, dataDir);
  console.log(`${action} is complete in ${action === 'backup' ? backup : dataDir}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
