import { randomBytes } from 'node:crypto';
import { Semaphore } from '@assay/kit/concurrency/semaphore';
import { hashPassword, verifyPassword } from '../../domain/passwords/password.ts';

/**
 * At most two password hashes at a time, however many people sign in: each takes 19 MiB and one of the four threads of
 * Node's pool.
 */
const turns = new Semaphore(2);

export const hashed = (password: string): Promise<string> => turns.run(() => hashPassword(password, randomBytes(16)));
export const isPassword = (password: string, hash: string): Promise<boolean> =>
  turns.run(() => verifyPassword(password, hash));
