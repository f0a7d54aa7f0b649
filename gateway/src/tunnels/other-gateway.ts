import type { ClientRequest } from 'node:http';
import type { Request, Response } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { tunnelFault } from './fault.ts';

/** Marks a request from another gateway, which is not relayed again. */
export const RELAYED = 'assay-relayed';
/** The time limit for connecting to another gateway, in milliseconds. */
const CONNECT_MS = 2_000;

/** Relays a request to the gateway at `res.locals.relay`, which holds the tunnel. */
export const toOtherGateway = createProxyMiddleware<Request, Response>({
  router: ({ res }) => res!.locals.relay as string,
  headers: { [RELAYED]: '1' },
  on: {
    proxyReq: connectSoon,
    error: (_error, { res }) => {
      if (res!.headersSent) res!.destroy();
      else tunnelFault(res!, 'not-connected');
    },
  },
});

function connectSoon(request: ClientRequest): void {
  const { socket } = request;
  if (!socket?.connecting) return;
  const timeout = setTimeout(() => request.destroy(new Error('The other gateway cannot be reached.')), CONNECT_MS);
  for (const event of ['connect', 'close']) socket.once(event, () => clearTimeout(timeout));
}
