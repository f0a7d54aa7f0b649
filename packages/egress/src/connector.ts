import type { LookupAddress } from 'node:dns';
import { isIP, type Socket } from 'node:net';
import { createSecureContext, getCACertificates } from 'node:tls';
import { buildConnector } from 'undici';
import { addressClassOf } from './address-class.ts';
import { withoutTrailingDot } from './host-list.ts';
import type { EgressPolicy } from './policy.ts';
import { refusalMessage, egressRefusedProblem, type RefusalReason } from './refusal.ts';
import type { ResolveHost } from './resolve.ts';
import type { EgressSettings } from './settings.ts';
import { PROCESS_SOCKETS } from './socket-budget.ts';
import { CONNECT_MS, openSocket, openTunnel } from './sockets.ts';

/**
 * Opens the connections of a pool. The addresses of a name are resolved and checked once, and the connection uses a
 * checked address, so a later change of the DNS answer has no effect.
 */
export function checkedConnector(
  { proxy, ca }: EgressSettings,
  policy: EgressPolicy,
  resolve: ResolveHost,
  shareOf: () => string,
): buildConnector.connector {
  const secureContext =
    ca === undefined ? undefined : createSecureContext({ ca: [...getCACertificates('default'), ca] });
  const secure = buildConnector({ timeout: CONNECT_MS, ...(secureContext && { secureContext }) });

  const lookUp = async (hostname: string): Promise<LookupAddress[]> => {
    const family = isIP(hostname);
    return family ? [{ address: hostname, family }] : resolve(hostname, shareOf());
  };

  const goodOf = (hostname: string, found: LookupAddress[]): LookupAddress[] => {
    const judged = found.map((each) => ({ ...each, ground: policy.groundAgainst(hostname, each.address) }));
    const good = judged.filter(({ ground }) => !ground);
    if (good.length === 0 && judged[0]?.ground) throw refusedAddress(hostname, judged[0].ground);
    return good;
  };

  const open = async (hostname: string, port: number): Promise<Socket> => {
    if (!proxy || proxy.except.hasName(withoutTrailingDot(hostname)))
      return openSocket(hostname, port, goodOf(hostname, await lookUp(hostname)));
    const found = await lookUp(hostname).catch((error: unknown) => {
      if (isLocalName(withoutTrailingDot(hostname))) throw error;
      // The proxy may know names that are unknown here.
      return [];
    });
    const good = goodOf(hostname, found);
    const near = good.filter(({ address }) => addressClassOf(address) !== 'public' || proxy.except.hasAddress(address));
    return near.length > 0 ? openSocket(hostname, port, near) : openTunnel(proxy, hostname, port, good, secureContext);
  };

  const counted = async (opened: () => Promise<Socket>): Promise<Socket> => {
    const release = PROCESS_SOCKETS.take(shareOf());
    try {
      return (await opened()).once('close', release);
    } catch (error) {
      release();
      throw error;
    }
  };

  return (options, done) => {
    const { protocol, hostname, port } = options;
    const isSecure = protocol === 'https:';
    counted(() => open(hostname, Number(port || (isSecure ? 443 : 80)))).then(
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
