import type { Cause } from '@assay/contract/areas/diagnosis/cause';
import { Problem, reasons } from '@assay/contract/problem';
import type { AddressClass } from './address-class.ts';

/** The reason why a connection to an address is refused. */
export type RefusalReason = Exclude<AddressClass, 'public'> | 'denied';

const PLACES: Record<RefusalReason, string> = {
  loopback: 'the machine that this installation runs on, and the operator has not opened it (EGRESS_ALLOW)',
  private: 'a private network that the operator has not opened (EGRESS_ALLOW)',
  'link-local': 'a link-local address, which is always refused',
  metadata: 'the metadata service of a cloud, which is always refused',
  multicast: 'a multicast address, which no server can have',
  reserved: 'a reserved address that the operator has not opened (EGRESS_ALLOW)',
  denied: 'an address that the operator has closed (EGRESS_DENY)',
};

/** The message leaves out the resolved address: a caller could map our network with it. */
export const refusalMessage = (hostname: string, ground: RefusalReason): string =>
  `"${hostname}" leads to ${PLACES[ground]}.`;

/** The Problem for a refused connection. */
export const egressRefusedProblem = (message: string, details: { addressClass?: RefusalReason } = {}): Problem =>
  new Problem('SERVER_UNREACHABLE', message, { reason: reasons.EGRESS_REFUSED, ...details });

/** The error for a port to which the Fetch standard forbids requests, in the shape of a failed connection. */
export const blockedPortError = (): TypeError =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('bad port'), { code: BLOCKED_PORT }) });

/** The code of that error. */
export const BLOCKED_PORT = 'ERR_BLOCKED_PORT';

/** The Problem for an HTTP status outside of the standard. */
export const impossibleStatusProblem = (host: string, httpStatus: number): Problem =>
  new Problem('SERVER_UNREACHABLE', `${host} answered with HTTP status ${httpStatus}, which does not exist.`, {
    httpStatus,
    cause: 'http_refused' satisfies Cause,
  });

/** The first Problem among an error and its causes: HTTP clients wrap connection errors. */
export function problemIn(error: unknown): Problem | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof Problem) return cause;
  return undefined;
}
