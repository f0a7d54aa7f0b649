import { randomBytes } from 'node:crypto';
import { inFlight } from '@assay/kit/in-flight';
import { hashPassword, verifyPassword } from '../domain/password.ts';

/** Each takes 19 MiB and one of Node's four threads for files and names: this many at a time, however many sign in. */
const AT_ONCE = 2;
let free = AT_ONCE;
const waiting: (() => void)[] = [];

export const hashed = (password: string): Promise<string> => inTurn(() => hashPassword(password, randomBytes(16)));
export const isPassword = (password: string, hash: string): Promise<boolean> => inTurn(() => verifyPassword(password, hash));

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (free > 0) free--;
  else await new Promise<void>((go) => { waiting.push(go); });
  try {
    // Nobody waits any longer for what stood in the queue too long.
    inFlight()?.signal.throwIfAborted();
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else free++;
  }
}
