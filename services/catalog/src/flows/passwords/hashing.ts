import { randomBytes } from 'node:crypto';
import { Semaphore } from '@assay/kit/concurrency/semaphore';
import { hashPassword, verifyPassword } from '../../domain/passwords/password.ts';

/**
 * At most two password hashes at a time, however many people sign in: each takes 19 MiB and one of the four threads of
 * Node's pool.
 */
const hashingSlots = new Semaphore(2);

export const hashedPassword = (password: string): Promise<string> =>
  hashingSlots.run(() => hashPassword(password, randomBytes(16)));
export const isPassword = (password: string, hash: string): Promise<boolean> =>
  hashingSlots.run(() => verifyPassword(password, hash));
