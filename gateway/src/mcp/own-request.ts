import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type RequestListener } from 'node:http';
import { duplexPair, type Duplex } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { AgentGrant } from '@assay/contract/areas/agent/agent-grant';

/** A request that this gateway makes to itself, for a caller whose own request it has admitted. */
export interface OwnRequest {
  method: string;
  /** The path and query. */
  url: string;
  headers: Record<string, string | string[] | undefined>;
  body?: Buffer;
  /** The address of the peer that sent the caller's own request. */
  remoteAddress: string | undefined;
  /** The agent turn that the caller's own request belongs to. */
  agent: AgentGrant | undefined;
  /** Whether the caller's own request, which was counted against the caller's limits, led to this one alone. */
  counted: boolean;
  signal: AbortSignal;
}

export interface OwnAnswer {
  status: number;
  body: Buffer;
}

/** The origin of a request of this gateway to itself. */
export type OwnOrigin = Pick<OwnRequest, 'agent' | 'counted'>;

const origins = new WeakMap<object, OwnOrigin>();

/** Where a request came from that this gateway made to itself; undefined for requests from outside. */
export const ownOriginOf = ({ socket }: Pick<IncomingMessage, 'socket'>): OwnOrigin | undefined => origins.get(socket);

/**
 * Makes the function that sends a request to `handler` through memory: the request meets every guard that a request
 * from outside meets, and no port is needed.
 * @throws the signal's reason when it aborts.
 */
export function ownRequests(handler: RequestListener): (own: OwnRequest) => Promise<OwnAnswer> {
  const server = createServer(handler);
  return async ({ method, url, headers, body, remoteAddress, agent, counted, signal }) => {
    const [near, far] = duplexPair().map(asSocket) as [Duplex, Duplex];
    origins.set(Object.assign(far, { remoteAddress }), { agent, counted });
    server.emit('connection', far);
    try {
      const sent = request({ createConnection: () => near, method, path: url, headers: definedOf(headers), signal });
      sent.end(body);
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      return { status: response.statusCode!, body: await buffer(response) };
    } finally {
      near.destroy();
      far.destroy();
    }
  };
}

/** The methods of a socket that HTTP calls without looking. */
const asSocket = (stream: Duplex): Duplex => {
  const itself = () => stream;
  return Object.assign(stream, {
    setTimeout: itself,
    setNoDelay: itself,
    setKeepAlive: itself,
    ref: itself,
    unref: itself,
  });
};

const definedOf = (headers: OwnRequest['headers']) =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)) as Record<
    string,
    string | string[]
  >;
