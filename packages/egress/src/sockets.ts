import { once } from 'node:events';
import { request as requestPlain, type IncomingMessage } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { LookupAddress } from 'node:dns';
import { connect, isIP, Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { errors } from 'undici';
import { Problem, reasons } from '@assay/contract/problem';
import type { ProxySettings } from './settings.ts';

/** How long a connection may take to come about, and TLS on it, in milliseconds: less than whoever connects waits, so that they learn which it was. */
export const CONNECT_MS = 6_000;

/** A TCP connection to the first of `addresses` that answers, and to nothing else. */
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
    socket.destroy(new errors.ConnectTimeoutError('The connection did not come about in time.')),
  );
  await once(socket, 'connect');
  return socket.setTimeout(0);
}

/**
 * A connection to a host and port through a proxy, by CONNECT (RFC 9110 section 9.3.6): to the first of `addresses` that it
 * leads to, and by its name only where it has none that are known here.
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

/** A tunnel to `authority`, or the status by which the proxy declines. */
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
    headers: { host: authority, ...(authorization !== undefined && { 'proxy-authorization': authorization }) },
    ...(secureContext && { secureContext }),
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

/** What one family of addresses is closed to, the other may be open to; more would only repeat the question. */
const oneOfEachFamily = (addresses: LookupAddress[]): string[] =>
  [...new Map(addresses.toReversed().map(({ family, address }) => [family, address])).values()].toReversed();

function proxyFailed(how: string, cause?: unknown): Problem {
  const problem = new Problem('SERVER_UNREACHABLE', `The proxy of this installation ${how}.`, {
    reason: reasons.EGRESS_PROXY_FAILED,
  });
  problem.cause = cause;
  return problem;
}
