import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';

/**
 * The password verifier that Postgres stores (SCRAM-SHA-256, RFC 5802 and RFC 7677), so that the password itself is in
 * no statement and no server log. `password` is ASCII: it is not normalized with SASLprep.
 */
export function scramVerifier(password: string, salt: Buffer, iterations: number): string {
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${hmac('Server Key').toString('base64')}`;
}
