import { requestHash } from './domain/request-hash.ts';

/** Under which key a request may be repeated, and what tells it from another one. */
export interface Idempotency { key: string; requestHash: string }

/** The key of the header, or else of the body, with the hash of the rest of `request`; undefined when there is none. */
export function idempotencyOf(header: string, { idempotencyKey, ...request }: { idempotencyKey?: string } & Record<string, unknown>): Idempotency | undefined {
  const key = keyOf(header) ?? keyOf(idempotencyKey);
  return key === undefined ? undefined : { key, requestHash: requestHash(request) };
}

/** Keys that are blank or over 256 characters count as none. */
const keyOf = (text: string | undefined): string | undefined => (text?.trim() && text.length <= 256 ? text : undefined);
