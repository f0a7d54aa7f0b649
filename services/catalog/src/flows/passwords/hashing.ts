import { randomBytes } from 'node:crypto';
import { Semaphore } from '@assay/kit/concurrency/semaphore';
import { hashPassword, verifyPassword } from '../../domain/passwords/password.ts';

/** Each takes 19 MiB and one of Node's four threads for files and names: this many at a time, however many sign in. */
const turns = new Semaphore(2);

export const hashed = (password: string): Promise<string> => turns.run(() => hashPassword(password, randomBytes(16)));
export const isPassword = (password: string, hash: string): Promise<boolean> =>
  turns.run(() => verifyPassword(password, hash));
