import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';

const ITERATIONS = 4_096;

/**
 * What Postgres stores of a password (SCRAM-SHA-256, RFC 5802 and RFC 7677), so that the password itself is in no
 * statement and no server log. `password` is ASCII: it is not normalized with SASLprep.
 */
export function scramVerifier(password: string, salt: Buffer): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${hmac('Server Key').toString('base64')}`;
}
