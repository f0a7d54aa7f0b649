import type { LookupAddress } from 'node:dns';
import { isIP, type Socket } from 'node:net';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { given } from '@assay/contract/given';
import { buildConnector } from 'undici';
import { addressClassOf } from './address-class.ts';
import { withoutTrailingDot } from './host-list.ts';
import type { EgressPolicy } from './policy.ts';
import { refusalMessage, egressRefusedProblem, type RefusalReason } from './refusal.ts';
import type { ResolveHost } from './resolve.ts';
import type { EgressSettings } from './settings.ts';
import { PROCESS_SOCKETS } from './socket-budget.ts';
import { CONNECT_MS, openSocket, openTunnel } from './sockets.ts';

/** Opens a TCP connection to a host and port, as the policy admits it, for an organization. */
export type OpenConnection = (hostname: string, port: number, share: string) => Promise<Socket>;

/** The certificates that connections trust when the operator added some; undefined when the system's are all. */
const trustedBy = ({ ca }: EgressSettings): SecureContext | undefined =>
  ca === undefined ? undefined : createSecureContext({ ca: [...getCACertificates('default'), ca] });

/**
 * Opens checked connections. The addresses of a name are resolved and checked once, and the connection uses a checked
 * address, so a later change of the DNS answer has no effect.
 */
export function checkedOpener(
  settings: EgressSettings,
  policy: EgressPolicy,
  resolve: ResolveHost,
  secureContext = trustedBy(settings),
): OpenConnection {
  const { proxy } = settings;
  const lookUp = async (hostname: string, share: string): Promise<LookupAddress[]> => {
    const family = isIP(hostname);
    return family ? [{ address: hostname, family }] : resolve(hostname, share);
  };

  const goodOf = (hostname: string, found: LookupAddress[]): LookupAddress[] => {
    const judged = found.map((each) => ({ ...each, ground: policy.groundAgainst(hostname, each.address) }));
    const good = judged.filter(({ ground }) => !ground);
    if (good.length === 0 && judged[0]?.ground) throw refusedAddress(hostname, judged[0].ground);
    return good;
  };

  return async (hostname, port, share) => {
    if (!proxy || proxy.except.hasName(withoutTrailingDot(hostname)))
      return openSocket(hostname, port, goodOf(hostname, await lookUp(hostname, share)));
    const found = await lookUp(hostname, share).catch((error: unknown) => {
      if (isLocalName(withoutTrailingDot(hostname))) throw error;
      // The proxy may know names that are unknown here.
      return [];
    });
    const good = goodOf(hostname, found);
    const near = good.filter(({ address }) => addressClassOf(address) !== 'public' || proxy.except.hasAddress(address));
    return near.length > 0 ? openSocket(hostname, port, near) : openTunnel(proxy, hostname, port, good, secureContext);
  };
}

/** The same connections, each counted in the share of an organization while it is open. */
export function countedOpener(open: OpenConnection): OpenConnection {
  return async (hostname, port, share) => {
    const { release } = PROCESS_SOCKETS.take(share);
    try {
      return (await open(hostname, port, share)).once('close', release);
    } catch (error) {
      release();
      throw error;
    }
  };
}

/** Opens the checked connections of a pool for an organization; the pool counts them. */
export function checkedConnector(
  settings: EgressSettings,
  policy: EgressPolicy,
  resolve: ResolveHost,
): (share: string) => buildConnector.connector {
  const secureContext = trustedBy(settings);
  const secure = buildConnector({ timeout: CONNECT_MS, ...given({ secureContext }) });
  const open = checkedOpener(settings, policy, resolve, secureContext);
  return (share) => (options, done) => {
    const { protocol, hostname, port } = options;
    const isSecure = protocol === 'https:';
    open(hostname, Number(port || (isSecure ? 443 : 80)), share).then(
      (socket) => (isSecure ? secure({ ...options, httpSocket: socket }, done) : done(null, socket)),
      (error: Error) => done(error, null),
    );
  };
}

const refusedAddress = (hostname: string, addressClass: RefusalReason) =>
  egressRefusedProblem(refusalMessage(hostname, addressClass), { addressClass });

/**
 * Names of this machine or of its network: the proxy would resolve them to another machine, so only we may resolve
 * them.
 */
const isLocalName = (hostname: string) => !hostname.includes('.') || hostname.endsWith('.localhost');
