import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Logger } from '@assay/kit/log';
import { claimFolder } from './folder-claim.ts';
import { stopOrphan } from './orphan.ts';
import { readState } from './state.ts';

/**
 * Deletes a data folder and its cluster, also when the cluster is outside of it. @throws when a living process uses
 * it.
 */
export async function removePostgres(dataDir: string, log: Logger): Promise<void> {
  const folder = resolve(dataDir);
  await claimFolder(folder);
  const state = await readState(folder);
  const home = state?.home ?? folder;
  await stopOrphan(join(home, 'postgres'), log);
  await rm(home, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
}
