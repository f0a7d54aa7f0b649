import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@assay/kit/log';
import { findProcess } from './processes.ts';

const POLL_MS = 20;

/**
 * Stops the Postgres that a killed process left running on the cluster, and waits for its end. Removes the pid file
 * of a Postgres that has ended: Postgres would refuse to start when another process, or a zombie, has that process id
 * now. When one of its sessions still runs, Postgres detects it by the shared memory and refuses to start.
 *
 * The caller holds the claim of the data folder, so a Postgres that runs there has no owner.
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
  // A Postgres that was killed leaves its pid file.
  await rm(pidFile, { force: true });
}
