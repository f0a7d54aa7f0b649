import { once } from 'node:events';
import {
  createServer,
  request as requestUpstream,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { pipeline, type Duplex } from 'node:stream';
import { Problem } from '@assay/contract/problem';
import { addressClassOf } from '@assay/egress/address-class';
import type { SocketEgress } from '@assay/egress/egress';
import { HOP_BY_HOP_HEADERS } from '@assay/kit/requests/hop-by-hop';
import { hostFilter } from './allowed-hosts.ts';
import type { BlockList } from './block-list.ts';
import type { ContextSettings } from './isolated-context.ts';

/** How a browser gets out. */
export type BrowserEgress = Pick<SocketEgress, 'admitted' | 'connect'>;

/** The requests that one context may make. */
export interface ProxyLimits extends Pick<ContextSettings, 'share'> {
  allowedHosts: readonly string[] | undefined;
  maxRequests: number;
  maxBytes: number;
  /** Whether an origin is served from memory: nothing of it is asked for outside, not even its icon. */
  isServed(origin: string): boolean;
}

/** The way out of one context. */
export interface ContextProxy extends AsyncDisposable {
  /** Its address, for Chromium. */
  url: string;
  /** Counts a request that went through a tunnel, where the proxy does not see it. */
  countRequest(url: string): void;
}

/** The requests of a context that still may be made, and the bytes that still may be read. */
interface Budget {
  requests: number;
  bytes: number;
}

/** A request is not made, or fails; `status` is what Chromium is told. */
class Refusal extends Error {
  readonly reason: string;
  readonly status: number;

  constructor(reason: string, status = FORBIDDEN) {
    super(reason);
    this.reason = reason;
    this.status = status;
  }
}

const [FORBIDDEN, NOT_FOUND, BAD_GATEWAY, BUSY] = [403, 404, 502, 503];

const HOP_BY_HOP = new Set(HOP_BY_HOP_HEADERS);

/** The first byte of a TLS handshake. */
const TLS_HANDSHAKE = 0x16;

/** Ports of the proxies of this process: no page may speak to one, its own included. */
const proxyPorts = new Set<number>();

/**
 * Opens the proxy of one context on a port of its own. A plain request (`GET http://…`) and a tunnel (CONNECT) are made
 * over a connection of `egress`, so their addresses are checked and pinned; what is refused is noted in `blocked`.
 */
export async function openContextProxy(
  egress: BrowserEgress,
  limits: ProxyLimits,
  blocked: BlockList,
): Promise<ContextProxy> {
  const isAllowed = hostFilter(limits.allowedHosts);
  const left: Budget = { requests: limits.maxRequests, bytes: limits.maxBytes };
  const sockets = new Set<Duplex>();
  const mayBePlain = isAdmitted(egress, 'http://assay.invalid/');

  const track = <S extends Duplex>(socket: S): S => {
    sockets.add(socket);
    // An error of a socket is seen in its end.
    return socket.on('error', () => {}).once('close', () => sockets.delete(socket));
  };
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };

  const take = () => {
    if (left.bytes <= 0) throw new Refusal('bytes');
    if (left.requests <= 0) throw new Refusal('requests');
    left.requests -= 1;
  };

  /** Counts bytes of answers; the connections of a context that used them up end. */
  const meter = (socket: Socket, url: URL) =>
    socket.on('data', (piece: Buffer) => {
      if (left.bytes <= 0) return;
      left.bytes -= piece.byteLength;
      if (left.bytes > 0) return;
      blocked.add(url, 'bytes');
      endAll();
    });

  const reach = async (url: URL): Promise<Socket> => {
    if (limits.isServed(url.origin)) throw new Refusal('not served', NOT_FOUND);
    if (!isAllowed(url)) throw new Refusal('host');
    take();
    const socket = await egress.connect(url, limits.share);
    if (isOwnProxy(socket)) {
      socket.destroy();
      throw new Refusal('address');
    }
    return track(socket);
  };

  /** Why a request is not made, or fails; noted if it is not made. */
  const refuse = (url: URL, error: unknown): Refusal => {
    const refusal = error instanceof Refusal ? error : refusalOf(error);
    if (refusal.status !== NOT_FOUND && refusal.status !== BAD_GATEWAY) blocked.add(url, refusal.reason);
    return refusal;
  };

  const forward = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = URL.parse(request.url ?? '');
    // Not a request to a proxy: a page that reached this port through another proxy.
    if (url?.protocol !== 'http:') return void request.socket.destroy();
    try {
      const socket = await reach(url);
      const upstream = requestUpstream({
        createConnection: () => meter(socket, url),
        method: request.method,
        path: `${url.pathname}${url.search}`,
        headers: passedOn(request),
        setHost: false,
      });
      response.once('close', () => socket.destroy());
      upstream.on('error', () => {});
      pipeline(request, upstream, () => {});
      const [answer] = (await once(upstream, 'response')) as [IncomingMessage];
      response.writeHead(answer.statusCode!, answer.statusMessage, passedOn(answer));
      pipeline(answer, response, () => {});
    } catch (error) {
      const { status, reason } = refuse(url, error);
      if (response.headersSent) response.destroy();
      else response.writeHead(status, REFUSAL_HEADERS).end(`The browser did not make this request: ${reason}.\n`);
    }
  };

  const tunnel = async (authority: string, client: Duplex, head: Buffer): Promise<void> => {
    const url = URL.parse(`https://${authority}`);
    if (!url || url.pathname !== '/' || url.username) return void client.destroy();
    try {
      const socket = await reach(url);
      client.once('close', () => socket.destroy());
      socket.once('close', () => client.destroy());
      if (client.destroyed) return void socket.destroy();
      if (!mayBePlain)
        refusePlainText(client, () => {
          blocked.add(url, 'scheme');
          // Now, before the pipe writes to it.
          socket.destroy();
        });
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      if (head.length > 0) client.unshift(head);
      client.pipe(meter(socket, url)).pipe(client);
    } catch (error) {
      client.end(`HTTP/1.1 ${refuse(url, error).status} Refused\r\n\r\n`);
    }
  };

  const server = createServer((request, response) => void forward(request, response))
    .on('connection', track)
    .on('connect', ({ url }: IncomingMessage, client: Duplex, head: Buffer) => void tunnel(url ?? '', client, head))
    .on('upgrade', (_request, client: Duplex) => client.destroy())
    .on('clientError', (_error, client) => client.destroy());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  proxyPorts.add(port);

  return {
    url: `http://127.0.0.1:${port}`,
    countRequest: (url) => {
      const parsed = URL.parse(url);
      if (!parsed || !/^(https|wss):$/.test(parsed.protocol)) return;
      left.requests -= 1;
      if (left.requests >= 0) return;
      blocked.add(parsed, 'requests');
      endAll();
    },
    [Symbol.asyncDispose]: async () => {
      const closed = once(server.close(), 'close');
      endAll();
      await closed;
      proxyPorts.delete(port);
    },
  };
}

/** A page of ours, without scripts: nothing of it runs in the origin that was asked for. */
const REFUSAL_HEADERS = {
  'content-type': 'text/plain; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  connection: 'close',
};

/** Whether a connection leads to a proxy of this process. */
const isOwnProxy = ({ remoteAddress = '', remotePort = 0 }: Socket): boolean =>
  proxyPorts.has(remotePort) && addressClassOf(remoteAddress) === 'loopback';

function isAdmitted(egress: BrowserEgress, url: string): boolean {
  try {
    return Boolean(egress.admitted(url));
  } catch {
    return false;
  }
}

/** An unencrypted WebSocket asks for a tunnel as well; where plain http is closed, only TLS goes through. */
const refusePlainText = (client: Duplex, onRefusal: () => void) =>
  client.once('data', (first: Buffer) => {
    if (first[0] === TLS_HANDSHAKE) return;
    onRefusal();
    client.destroy();
  });

/** The refusal of the egress policy, or of the network. */
function refusalOf(error: unknown): Refusal {
  if (!(error instanceof Problem)) return new Refusal('unreachable', BAD_GATEWAY);
  const { reason, addressClass } = error.details ?? {};
  if (addressClass !== undefined || reason === 'EGRESS_REFUSED') return new Refusal('address');
  if (error.code === 'VALIDATION_ERROR') return new Refusal('scheme');
  return reason === 'CONNECTION_LIMIT' ? new Refusal('connections', BUSY) : new Refusal('unreachable', BAD_GATEWAY);
}

/** The headers of a message that are meant for its receiver. */
function passedOn({ rawHeaders, headers }: IncomingMessage): OutgoingHttpHeaders {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  const passed: Record<string, string[]> = {};
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name, value] = [rawHeaders[at]!, rawHeaders[at + 1]!];
    const key = name.toLowerCase();
    if (!HOP_BY_HOP.has(key) && !named.includes(key)) (passed[key] ??= []).push(value);
  }
  // One value stays one: `host` and `content-length` must not become lists.
  return Object.fromEntries(
    Object.entries(passed).map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
}
