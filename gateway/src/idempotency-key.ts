import type { IncomingHttpHeaders } from 'node:http';

const MAX_CHARS = 256;

/** The key that makes a repeated write harmless, from our own header or else the common one. One that is blank or too long counts as absent: ''. */
export function idempotencyKeyOf(headers: IncomingHttpHeaders): string {
  for (const name of ['x-assay-idempotency-key', 'idempotency-key']) {
    const value = headers[name];
    if (typeof value === 'string' && value.trim() !== '' && value.length <= MAX_CHARS) return value;
  }
  return '';
}
