import { once } from 'node:events';
import { request as requestPlain, type IncomingMessage } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { LookupAddress } from 'node:dns';
import { connect, isIP, Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { given } from '@assay/contract/given';
import { errors } from 'undici';
import { Problem, reasons } from '@assay/contract/problem';
import type { ProxySettings } from './settings.ts';

/**
 * At most 6 seconds for a connection and its TLS handshake, in milliseconds: shorter than the caller's timeout, so
 * that the caller learns which step failed.
 */
export const CONNECT_MS = 6_000;

/** Opens a TCP connection to the first of `addresses` that accepts. */
export async function openSocket(host: string, port: number, addresses: LookupAddress[]): Promise<Socket> {
  const [first] = addresses as [LookupAddress];
  const socket = connect({
    host,
    port,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: 60_000,
    lookup: (_host, { all }, found) => (all ? found(null, addresses) : found(null, first.address, first.family)),
  });
  socket.setTimeout(CONNECT_MS, () =>
    socket.destroy(new errors.ConnectTimeoutError('The connection was not established in time.')),
  );
  await once(socket, 'connect');
  return socket.setTimeout(0);
}

/**
 * Opens a connection to a host and port through a proxy with CONNECT (RFC 9110 section 9.3.6). It tries `addresses`
 * in turn, and uses the name only when no address is known here.
 */
export async function openTunnel(
  proxy: ProxySettings,
  host: string,
  port: number,
  addresses: LookupAddress[],
  secureContext: SecureContext | undefined,
): Promise<Socket> {
  const places = addresses.length > 0 ? oneOfEachFamily(addresses) : [host];
  let statusCode: number | undefined;
  for (const place of places) {
    const socket = await askProxy(proxy, `${isIP(place) === 6 ? `[${place}]` : place}:${port}`, secureContext);
    if (socket instanceof Socket) return socket;
    statusCode = socket;
  }
  throw proxyFailed(`does not lead to ${host}:${port} (HTTP status ${statusCode})`);
}

/** Asks the proxy for a tunnel to `authority`; answers the tunnel, or the status with which the proxy refuses. */
async function askProxy(
  { url, authorization }: ProxySettings,
  authority: string,
  secureContext: SecureContext | undefined,
): Promise<Socket | number> {
  const { protocol, hostname, port } = url;
  const secure = protocol === 'https:';
  const request = (secure ? requestSecure : requestPlain)({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port || (secure ? 443 : 80),
    method: 'CONNECT',
    path: authority,
    agent: false,
    headers: { host: authority, ...given({ 'proxy-authorization': authorization }) },
    ...given({ secureContext }),
    timeout: CONNECT_MS,
  });
  request
    .once('timeout', () => request.destroy(new errors.ConnectTimeoutError('The proxy did not answer in time.')))
    .end();
  const [{ statusCode = 0 }, socket] = (await once(request, 'connect').catch((cause: unknown) => {
    throw proxyFailed('cannot be reached', cause);
  })) as [IncomingMessage, Socket];
  if (statusCode === 200) return socket.setTimeout(0);
  socket.destroy();
  return statusCode;
}

/** One address of each family: a network may block one family, and more addresses would repeat the question. */
const oneOfEachFamily = (addresses: LookupAddress[]): string[] =>
  [...new Map(addresses.toReversed().map(({ family, address }) => [family, address])).values()].toReversed();

function proxyFailed(how: string, cause?: unknown): Problem {
  const problem = new Problem('SERVER_UNREACHABLE', `The proxy of this installation ${how}.`, {
    reason: reasons.EGRESS_PROXY_FAILED,
  });
  problem.cause = cause;
  return problem;
}
