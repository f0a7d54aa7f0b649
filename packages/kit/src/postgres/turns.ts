import { repeat, type BackgroundTask } from '../concurrency/background-task.ts';
import type { Logger } from '../log.ts';
import { rows, sql, type Pool } from './db.ts';

/** A turn whose holder vanished is free after this time, in milliseconds. */
const LEASE_MS = 10 * 60_000;
const RENEW_MS = 3 * 60_000;
/** A turn is free a little before its holder looks again, whose clock may be ahead of Postgres's. */
const EARLY = 0.9;

/** Something that one replica of a service does at a time. */
interface Turn {
  /** Its name in the logs and in the table `task_turns`. */
  what: string;
  /** How often it is done, in milliseconds. */
  everyMs: number;
}

/** Runs `work` every `everyMs` in one replica of the service, as `takeTurn` does. Its signal tells work that takes long to stop. */
export const repeatInTurn = (
  turn: Turn,
  pool: Pool,
  log: Logger,
  work: (signal: AbortSignal) => Promise<void>,
): BackgroundTask => repeat(turn.what, turn.everyMs, log, (signal) => takeTurn(turn, pool, signal, () => work(signal)));

/**
 * Does `work`, unless another replica is at it, or ended it less than `everyMs` ago. The turn is a row and not a lock, so it
 * holds no connection. Work that throws, or that `signal` told to stop, leaves the turn to the next replica that asks.
 */
export async function takeTurn(
  { what, everyMs }: Turn,
  pool: Pool,
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  const taken = await rows(
    pool,
    sql`
    insert into task_turns (name, free_at) values (${what}, now() + ${LEASE_MS} * interval '1 millisecond')
    on conflict (name) do update set free_at = excluded.free_at where task_turns.free_at <= now()
    returning name`,
  );
  if (taken.length === 0) return;
  const freeIn = (ms: number) =>
    pool.query(sql`update task_turns set free_at = now() + ${ms} * interval '1 millisecond' where name = ${what}`);
  // The next renewal makes up for one that fails.
  const renewal = setInterval(() => void freeIn(LEASE_MS).catch(() => undefined), RENEW_MS).unref();
  try {
    await work();
  } catch (error) {
    await freeIn(0).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(renewal);
  }
  await freeIn(signal.aborted ? 0 : everyMs * EARLY);
}
