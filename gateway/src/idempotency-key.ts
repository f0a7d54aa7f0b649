import type { IncomingHttpHeaders } from 'node:http';

const MAX_CHARS = 256;

/**
 * The key that makes a repeated write harmless, from our own header or else the common one; '' when there is none. A blank
 * one counts as absent, and so does one that is too long, of which `ignored` is told.
 */
export function idempotencyKeyOf(headers: IncomingHttpHeaders, ignored: (header: string, chars: number) => void): string {
  for (const name of ['x-assay-idempotency-key', 'idempotency-key']) {
    const value = headers[name];
    if (typeof value !== 'string' || value.trim() === '') continue;
    if (value.length <= MAX_CHARS) return value;
    ignored(name, value.length);
  }
  return '';
}
