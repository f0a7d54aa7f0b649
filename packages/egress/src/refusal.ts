import type { Cause } from '@assay/contract/areas/diagnosis/cause';
import { Problem, reasons } from '@assay/contract/problem';
import type { AddressClass } from './address-class.ts';

/** Why an address may not be gone to. */
export type RefusalReason = Exclude<AddressClass, 'public'> | 'denied';

const PLACES: Record<RefusalReason, string> = {
  loopback: 'the machine that this installation runs on, and the operator has not opened it (EGRESS_ALLOW)',
  private: 'a private network that the operator has not opened (EGRESS_ALLOW)',
  'link-local': 'a link-local address, which is never gone to',
  metadata: 'the metadata of a machine in a cloud, which are never gone to',
  multicast: 'a multicast address, which no server has',
  reserved: 'a reserved address that the operator has not opened (EGRESS_ALLOW)',
  denied: 'an address that the operator has closed (EGRESS_DENY)',
};

/** In words, without the address that a name turned out to have: a stranger could map our network by it. */
export const refusalMessage = (hostname: string, ground: RefusalReason): string =>
  `"${hostname}" leads to ${PLACES[ground]}.`;

/** What a caller sees of a connection that was not made. */
export const egressRefusedProblem = (message: string, details: { addressClass?: RefusalReason } = {}): Problem =>
  new Problem('SERVER_UNREACHABLE', message, { reason: reasons.EGRESS_REFUSED, ...details });

/** What a caller sees of an answer that HTTP does not know. */
export const impossibleStatusProblem = (host: string, httpStatus: number): Problem =>
  new Problem('SERVER_UNREACHABLE', `${host} answered with HTTP status ${httpStatus}, which there is not.`, {
    httpStatus,
    cause: 'http_refused' satisfies Cause,
  });

/** The Problem among an error and its causes: HTTP clients wrap what a connection fails with. */
export function problemIn(error: unknown): Problem | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof Problem) return cause;
  return undefined;
}
