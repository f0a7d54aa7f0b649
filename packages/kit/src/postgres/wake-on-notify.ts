import type { Bell } from '../concurrency/wake-up.ts';
import type { Standing } from '../concurrency/background-task.ts';
import { keepSession } from './session.ts';
import { rows, sql, type Pool } from './db.ts';
import type { Logger } from '../log.ts';

/** How long an ear waits before it rings unasked, in milliseconds. */
const QUIET_MS = 60_000;

/** Rings the bell when any replica says on `channel` that it wrote to `table`, so that who waits here need not poll for it. */
export const startEar = (channel: string, table: string, pool: Pool, bell: Pick<Bell, 'ring'>, log: Logger): Standing =>
  keepSession(`the ear for ${channel}`, pool, log, async ({ client, signal, listen }) => {
    const [found] = await rows<{ oid: string }>(client, sql`select ${table}::regclass::oid::text as oid`);
    const written = await listen(channel, found!.oid);
    while (!signal.aborted) {
      await written.wait(QUIET_MS);
      bell.ring();
    }
  });
