import { withoutTrailing } from '@assay/kit/text/trailing';
import { argon2, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';
import { isKnownPassword } from './known-passwords.ts';
import { canonicalEmail } from '../account/email.ts';
import type { Fault } from '@assay/contract/fault';

// The second recommendation of OWASP's password storage cheat sheet: as strong as the first, with less memory per
// sign-in.
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG_BYTES = 32;
const MIN_CHARS = 12;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2);

/** The argon2id hash (RFC 9106) of a password with a random `salt` of 16 bytes, in PHC string format. */
export async function hashPassword(password: string, salt: Buffer): Promise<string> {
  const tag = await derive('argon2id', {
    message: password.normalize('NFKC'),
    nonce: salt,
    tagLength: TAG_BYTES,
    ...COST,
  });
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(salt)}$${base64(tag)}`;
}

/** Whether `hash`, in PHC string format, is a hash of this password. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] = PHC.exec(hash)!;
  const expected = Buffer.from(tag, 'base64');
  const made = await derive('argon2id', {
    message: password.normalize('NFKC'),
    nonce: Buffer.from(salt, 'base64'),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return timingSafeEqual(made, expected);
}

/**
 * A dummy hash for unknown accounts: no password matches it, and its verification takes as long as a real one, so that
 * timing does not reveal which accounts exist.
 */
export const DUMMY_HASH = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(Buffer.alloc(16))}$${base64(Buffer.alloc(TAG_BYTES))}`;

/**
 * The fault of a new password for the account of this e-mail address. The schema bounds the length as typed; the
 * minimum here counts characters after normalization.
 */
export function passwordFault(password: string, email: string, path: string): Fault | undefined {
  const normal = password.normalize('NFKC');
  if (Array.from(normal).length < MIN_CHARS)
    return { path, message: `must have at least ${MIN_CHARS} characters in Unicode's form NFKC` };
  if (canonicalEmail(normal) === canonicalEmail(email).normalize('NFKC'))
    return { path, message: 'must not be the e-mail address of the account' };
  return isKnownPassword(normal)
    ? { path, message: 'must not be a well-known password, a sequence or a repetition; take several unrelated words' }
    : undefined;
}

function base64(bytes: Buffer): string {
  return withoutTrailing(bytes.toString('base64'), '=');
}
