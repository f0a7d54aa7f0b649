import { createLog } from '@assay/kit/log';
import { copyDataFolder } from '@assay/postgres/copy-cluster';
import { DATA_FILES, readInstallation } from '../data-folder.ts';

/**
 * Copies the data folder of an installation that does not run, whole or not at all; a backup and a restore are the same
 * copy. Without its secrets a copy is worth nothing, so they must be there.
 * @throws an Error whose message tells people what to do.
 */
export async function copyInstallation(from: string, to: string): Promise<void> {
  if (!(await readInstallation(from))) throw new Error(`${from} holds no installation: installation.json is missing.`);
  await copyDataFolder(from, to, DATA_FILES, createLog('backup', 'warn'));
}
