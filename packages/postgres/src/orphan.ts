import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@assay/kit/log';
import { findProcess } from './processes.ts';

const POLL_MS = 20;

/**
 * Stops the Postgres that a killed process left running on the cluster and waits for it. Also removes the trace of one
 * that is gone: Postgres would refuse to start when its process id belongs to somebody else by now, or to a zombie.
 * Should a session of it still run, Postgres notices by the shared memory and refuses.
 *
 * Only for the holder of the data folder's claim: whatever runs there then has no owner.
 */
export async function stopOrphan(cluster: string, log: Logger): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  const pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10);
  if (Number.isNaN(pid)) return;
  const found = await findProcess(pid);
  if (!found?.commandLine.includes(`-D ${cluster} `)) return rm(pidFile, { force: true });
  log.info({ pid }, 'stopping the Postgres that an earlier process left running');
  process.kill(pid, 'SIGINT');
  while ((await findProcess(pid))?.started === found.started) await delay(POLL_MS);
  // One that was being killed leaves its trace, too.
  await rm(pidFile, { force: true });
}
