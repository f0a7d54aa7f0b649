import { once } from 'node:events';
import { request as requestPlain, type IncomingMessage } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { LookupAddress } from 'node:dns';
import { connect, type Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { errors } from 'undici';
import { Problem, reasons } from '@assay/contract/problem';

/** How long a connection may take to come about, and TLS on it, in milliseconds: less than whoever connects waits, so that they learn which it was. */
export const CONNECT_MS = 6_000;

/** A TCP connection to the first of `addresses` that answers, and to nothing else. */
export async function openSocket(host: string, port: number, addresses: LookupAddress[]): Promise<Socket> {
  const [first] = addresses as [LookupAddress];
  const socket = connect({
    host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000,
    lookup: (_host, { all }, found) => (all ? found(null, addresses) : found(null, first.address, first.family)),
  });
  socket.setTimeout(CONNECT_MS, () => socket.destroy(new errors.ConnectTimeoutError('The connection did not come about in time.')));
  await once(socket, 'connect');
  return socket.setTimeout(0);
}

/** A connection to `authority` (host and port) through a proxy, by CONNECT (RFC 9110 section 9.3.6). */
export async function openTunnel(proxy: URL, authority: string, secureContext: SecureContext | undefined): Promise<Socket> {
  const { protocol, hostname, port, username, password } = proxy;
  const credentials = username || password ? { 'proxy-authorization': `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}` } : {};
  const secure = protocol === 'https:';
  const request = (secure ? requestSecure : requestPlain)({
    host: hostname.replace(/^\[|\]$/g, ''), port: port || (secure ? 443 : 80), method: 'CONNECT', path: authority, agent: false,
    headers: { host: authority, ...credentials }, ...(secureContext && { secureContext }), timeout: CONNECT_MS,
  });
  request.once('timeout', () => request.destroy(new errors.ConnectTimeoutError('The proxy did not answer in time.'))).end();
  const [{ statusCode }, socket] = await once(request, 'connect').catch((cause: unknown) => { throw proxyFailed('cannot be reached', cause); }) as [IncomingMessage, Socket];
  if (statusCode === 200) return socket.setTimeout(0);
  socket.destroy();
  throw proxyFailed(`does not lead to ${authority} (HTTP status ${statusCode})`);
}

function proxyFailed(how: string, cause?: unknown): Problem {
  const problem = new Problem('SERVER_UNREACHABLE', `The proxy of this installation ${how}.`, { reason: reasons.EGRESS_PROXY_FAILED });
  problem.cause = cause;
  return problem;
}
