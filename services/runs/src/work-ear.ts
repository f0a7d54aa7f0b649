import type { Standing } from '@assay/kit/bus/pace';
import { keepSession } from '@assay/kit/bus/session';
import type { Bell } from '@assay/kit/bell';
import { rows, sql, type Pool } from '@assay/kit/db';
import type { Logger } from '@assay/kit/log';

/** How long the ear waits before it rings unasked, in milliseconds. */
const QUIET_MS = 60_000;

/** Rings the bell when any replica wrote iterations, so that a runner which waits here need not poll for them. */
export const startWorkEar = (pool: Pool, work: Bell, log: Logger): Standing => keepSession('the ear for work', pool, log, async ({ client, signal, listen }) => {
  const [iterations] = await rows<{ oid: string }>(client, sql`select 'iterations'::regclass::oid::text as oid`);
  const written = await listen('work', iterations!.oid);
  while (!signal.aborted) {
    await written.wait(QUIET_MS);
    work.ring();
  }
});
