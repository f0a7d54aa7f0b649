import type { Socket } from 'node:net';
import { invalid } from '@assay/contract/problem';
import type { OpenConnection } from './connector.ts';
import { fetchOver } from './fetch-over.ts';
import type { HttpPool } from './http-pool.ts';
import { EgressPolicy, urlFaultProblem } from './policy.ts';
import { followRedirects } from './redirects.ts';
import type { EgressAnswer, EgressFetch, EgressRequest, SendRequest } from './request.ts';
import { type ResolveHost, resolveBySystem } from './resolve.ts';
import type { EgressSettings } from './settings.ts';

/** The only way out: every request to an address from outside of the installation goes through it. */
export interface Egress {
  /** @throws Problem VALIDATION_ERROR for a forbidden address, before the name is resolved. */
  admitted(url: string | URL): URL;
  /**
   * Sends a request under the policy. An event stream that `accept` names may have any length, and each event in it the
   * size of another answer. @throws Problem as `admitted` does, and SERVER_UNREACHABLE with a reason when a name or a
   * redirect leads to a forbidden address.
   */
  request: SendRequest;
  /** `fetch` over `request`. */
  fetch: EgressFetch;
  /** Whether the operator has added certificates to the trusted ones. */
  trustsMore?: boolean;
}

/** The same egress, whose requests are sent in another way. */
export const egressVia = (egress: Egress, request: SendRequest): Egress => ({
  ...egress,
  request,
  fetch: fetchOver(request),
});

/** The way out of this process, and not through a tunnel: it has sockets of its own. */
export interface SocketEgress extends Egress {
  /**
   * Opens a TCP connection to the host and port of a URL, to an address that was checked; it counts in the share of an
   * organization. For programs that speak their own protocol, as a browser does through its proxy. @throws as `fetch`.
   */
  connect(url: URL, share: string): Promise<Socket>;
}

/**
 * Opens an egress with its own pool of keep-alive connections, each checked when it was opened. The pool is loaded with
 * the first request: many processes send none. `shareOf` names the organization that the current code works for: each
 * has a share of the lookups and connections of this process.
 */
export function openEgress(
  settings: EgressSettings,
  resolve: ResolveHost = resolveBySystem,
  shareOf: () => string = () => '',
): SocketEgress {
  const policy = new EgressPolicy(settings);
  let pool: HttpPool | undefined;
  let open: OpenConnection | undefined;

  const admitted = (url: string | URL): URL => {
    const parsed = url instanceof URL ? url : URL.parse(url);
    if (!parsed) throw invalid('The address is not a URL.');
    const fault = policy.faultOf(parsed);
    if (fault) throw urlFaultProblem(fault);
    return parsed;
  };

  const send = async (url: URL, request: EgressRequest): Promise<EgressAnswer> => {
    if (!pool) {
      const { openPool } = await import('./http-pool.ts');
      pool ??= openPool(settings, policy, resolve, shareOf);
    }
    return pool.send(url, request);
  };

  const request: SendRequest = async (url, asked = {}) => {
    const { redirect = asked.host === undefined ? 'follow' : 'manual' } = asked;
    return redirect === 'follow'
      ? followRedirects(send, policy, admitted(url), asked)
      : send(admitted(url), { ...asked, redirect });
  };

  return {
    admitted,
    connect: async (given, share) => {
      const { protocol, hostname, port } = admitted(given);
      if (!open) {
        const { checkedOpener, countedOpener } = await import('./connector.ts');
        open ??= countedOpener(checkedOpener(settings, policy, resolve));
      }
      const standardPort = protocol === 'https:' ? 443 : 80;
      return open(hostname.replace(/^\[|\]$/g, ''), Number(port || standardPort), share);
    },
    trustsMore: settings.ca !== undefined,
    request,
    fetch: fetchOver(request),
  };
}
