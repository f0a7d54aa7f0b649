import { ownKey, requestHash, type Idempotency } from '@assay/kit/requests/idempotency';

/**
 * The idempotency key of the header, or else of the body, with the hash of the rest of `request`; undefined when there
 * is none.
 */
export function idempotencyOf(
  header: string,
  { idempotencyKey, ...request }: { idempotencyKey?: string } & Record<string, unknown>,
): Idempotency | undefined {
  const key = ownKey(header, idempotencyKey);
  return key === undefined ? undefined : { key, requestHash: requestHash(request) };
}
