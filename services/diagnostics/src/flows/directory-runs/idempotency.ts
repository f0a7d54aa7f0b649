import { invalid } from '@assay/contract/problem';
import { ownKey, requestHash, type Idempotency } from '@assay/kit/requests/idempotency';

const FIT = /^[ -~]{1,200}$/;

/**
 * The idempotency key of the header, or else of the body; undefined when there is none. `request` is the caller's
 * request.
 * @throws Problem VALIDATION_ERROR for a malformed header; the schema has validated the body's key already.
 */
export function idempotencyOf(header: string, key: string | undefined, request: object): Idempotency | undefined {
  const wanted = header.trim() === '' ? key : header;
  if (wanted === undefined) return undefined;
  const issue = { path: '/idempotencyKey', message: 'must be 1 to 200 printable ASCII characters' };
  if (!FIT.test(wanted)) throw invalid(`${issue.path} ${issue.message}.`, { issues: [issue] });
  const own = ownKey(wanted);
  return own === undefined ? undefined : { key: own, requestHash: requestHash(request) };
}
