import { createLog } from '@assay/kit/log';
import { copyDataFolder } from '@assay/postgres/copy-cluster';
import { DATA_FILES, assertInstallation } from '../data-folder.ts';
import { assertWhole, listFiles } from './backup-files.ts';

const log = createLog('backup', 'warn');

/**
 * Copies the data folder of an installation that does not run into a new folder, whole or not at all.
 * @throws an Error whose message tells people what to do.
 */
export async function backUpInstallation(dataDir: string, backup: string): Promise<void> {
  // Without its secrets a copy is worth nothing.
  await assertInstallation(dataDir);
  await copyDataFolder(dataDir, backup, { files: DATA_FILES, log, finish: listFiles });
}

/**
 * Makes the data folder of an installation from a backup, whole or not at all.
 * @throws an Error whose message tells people what to do.
 */
export async function restoreInstallation(backup: string, dataDir: string): Promise<void> {
  await assertInstallation(backup);
  await assertWhole(backup);
  await copyDataFolder(backup, dataDir, { files: DATA_FILES, log });
}
