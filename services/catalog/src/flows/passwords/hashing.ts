import { randomBytes } from 'node:crypto';
import { unavailable } from '@assay/contract/problem';
import { Semaphore } from '@assay/kit/concurrency/semaphore';
import { hashPassword, verifyPassword } from '../../domain/passwords/password.ts';

/**
 * At most two password hashes at a time, however many people sign in: each takes 19 MiB and one of the four threads of
 * Node's pool.
 */
const hashingSlots = new Semaphore(2);
/** The length of the queue for a slot: the last password in it waits about a second. */
export const MAX_WAITING = 32;
/** Places in the queue for people who are known already, so that strangers cannot fill all of it. */
const RESERVED = 16;

/** A password is hashed for a stranger, or for a person who is signed in or uses a known device. */
export type PasswordSender = 'stranger' | 'known';

/** @throws UNAVAILABLE when too many passwords wait. */
export const hashedPassword = (password: string, sender: PasswordSender = 'stranger'): Promise<string> =>
  inQueue(sender, () => hashPassword(password, randomBytes(16)));

/** @throws UNAVAILABLE when too many passwords wait. */
export const isPassword = (password: string, hash: string, sender: PasswordSender = 'stranger'): Promise<boolean> =>
  inQueue(sender, () => verifyPassword(password, hash));

async function inQueue<T>(sender: PasswordSender, work: () => Promise<T>): Promise<T> {
  if (hashingSlots.waiting >= MAX_WAITING + (sender === 'known' ? RESERVED : 0))
    throw unavailable('Too many passwords wait to be checked; try again shortly.', { retryAfter: 2 });
  return hashingSlots.run(work);
}
