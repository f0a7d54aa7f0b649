import { isIP, type Socket } from 'node:net';
import { createSecureContext, getCACertificates } from 'node:tls';
import { buildConnector } from 'undici';
import { classOf } from './address-class.ts';
import { withoutDot } from './host-list.ts';
import type { Policy } from './policy.ts';
import { leadsTo, refused, type Ground } from './refusal.ts';
import type { Resolve } from './resolve.ts';
import type { EgressSettings } from './settings.ts';
import { CONNECT_MS, openSocket, openTunnel } from './sockets.ts';

/**
 * Makes the connections of a pool. The addresses of a name are looked up once and checked, and the connection goes to one
 * that was found good: what the name says a moment later changes nothing.
 */
export function connector({ proxy, ca }: EgressSettings, policy: Policy, resolve: Resolve): buildConnector.connector {
  const secureContext = ca === undefined ? undefined : createSecureContext({ ca: [...getCACertificates('default'), ca] });
  const secure = buildConnector({ timeout: CONNECT_MS, ...(secureContext && { secureContext }) });

  const checked = async (hostname: string) => {
    const family = isIP(hostname);
    const found = (family ? [{ address: hostname, family }] : await resolve(hostname)).map((each) => ({ ...each, ground: policy.groundAgainst(hostname, each.address) }));
    return { good: found.filter(({ ground }) => !ground), ground: found.find(({ ground }) => ground)?.ground };
  };

  const openDirect = async (hostname: string, port: number): Promise<Socket> => {
    const { good, ground } = await checked(hostname);
    if (good.length === 0 && ground) throw refusedAddress(hostname, ground);
    return openSocket(hostname, port, good);
  };

  const open = async (hostname: string, port: number): Promise<Socket> => {
    if (!proxy || proxy.except.hasName(withoutDot(hostname))) return openDirect(hostname, port);
    // The proxy may know names that nobody here does.
    const { good, ground } = await checked(hostname).catch(() => ({ good: [], ground: undefined }));
    const isNear = good.some(({ address }) => classOf(address) !== 'public' || proxy.except.hasAddress(address));
    if (isNear) return openSocket(hostname, port, good);
    // It resolves the name for itself, so that not one of the addresses may be a bad one.
    if (ground) throw refusedAddress(hostname, ground);
    return openTunnel(proxy.url, `${isIP(hostname) === 6 ? `[${hostname}]` : hostname}:${port}`, secureContext);
  };

  return (options, done) => {
    const { protocol, hostname, port } = options;
    const isSecure = protocol === 'https:';
    open(hostname, Number(port || (isSecure ? 443 : 80))).then(
      (socket) => (isSecure ? secure({ ...options, httpSocket: socket }, done) : done(null, socket)),
      (error: Error) => done(error, null),
    );
  };
}

const refusedAddress = (hostname: string, addressClass: Ground) => refused(leadsTo(hostname, addressClass), { addressClass });
