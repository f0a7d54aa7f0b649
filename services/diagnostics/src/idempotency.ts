import { hash } from 'node:crypto';
import { invalid } from '@assay/contract/problem';

/** Under which key a request may be repeated, and what tells it from another one. */
export interface Idempotency { key: string; requestHash: string }

const FIT = /^[ -~]{1,200}$/;

/**
 * The key of the header, or else of the body; undefined when there is none. `request` is what the caller asked for, in a fixed order.
 * @throws Problem VALIDATION_ERROR for a header that is no good; of the body its schema has spoken.
 */
export function idempotencyOf(header: string, key: string | undefined, request: object): Idempotency | undefined {
  const wanted = header.trim() === '' ? key : header;
  if (wanted === undefined) return undefined;
  const issue = { path: '/idempotencyKey', message: 'must be 1 to 200 printable ASCII characters' };
  if (!FIT.test(wanted)) throw invalid(`${issue.path} ${issue.message}.`, { issues: [issue] });
  return { key: wanted, requestHash: hash('sha256', JSON.stringify(request), 'base64url') };
}
