import { unavailable } from '@assay/contract/problem';
import type { PasswordSender } from '../passwords/hashing.ts';

/** At most this many attempts are under way: about twice as many as the queue of passwords has places. */
export const MAX_ATTEMPTS: Readonly<Record<PasswordSender, number>> = { stranger: 64, known: 96 };

let underWay = 0;

/**
 * Makes an attempt to sign in. One too many is refused before it waits for the database, where a burst would keep it for
 * seconds.
 * @throws UNAVAILABLE
 */
export async function inAttempt<T>(sender: PasswordSender, attempt: () => Promise<T>): Promise<T> {
  if (underWay >= MAX_ATTEMPTS[sender])
    throw unavailable('Too many people sign in at the moment; try again shortly.', { retryAfter: 2 });
  underWay += 1;
  try {
    return await attempt();
  } finally {
    underWay -= 1;
  }
}
