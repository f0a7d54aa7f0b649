import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { allOperations } from '@assay/contract/operations';
import { perService } from '@assay/contract/services';
import { dial } from '@assay/kit/rpc/client';
import type { Logger } from '@assay/kit/log';
import { AccessVersion } from './access/access-version.ts';
import { gateway } from './app.ts';
import type { Config } from './config.ts';
import { relayUrlOf } from './tunnels/relay-url.ts';
import { Tunnels } from './tunnels/tunnels.ts';
import { startRunnerEdge } from './runner-edge/runner-edge.ts';

export interface RunningGateway {
  /** http://host:port, with the port that was really taken. */
  url: string;
  stop(): Promise<void>;
}

/** Longer than load balancers keep theirs, so that they never send a request into a connection that we are closing. */
const KEEP_ALIVE_MS = 75_000;
/** How long requests in flight may take to finish once the process was told to stop, in milliseconds. */
const DRAIN_MS = 10_000;
const SWEEP_MS = 50;
/** How long a request may take to arrive, its body included, in milliseconds. */
const REQUEST_MS = 60_000;

/** Starts the gateway. Rejects with the system's error, such as EADDRINUSE, when it cannot listen. */
export async function startGateway(config: Config, log: Logger): Promise<RunningGateway> {
  const mesh = perService((name) => dial(config.addresses[name], config.meshSecret, 'gateway'));
  const stopping = new AbortController();
  const access = new AccessVersion(mesh.catalog, log);
  const tunnels = new Tunnels({
    diagnostics: mesh.diagnostics,
    meshSecret: config.meshSecret,
    trustedProxies: config.trustedProxies,
    relayUrl: () => relayUrlOf(config, server),
    log,
  });
  // Any other protocol that a client would rather speak is one more way to say that HTTP/1.1 will do (RFC 9110, section 7.8).
  const shouldUpgradeCallback = ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket';
  const server = createServer(
    { keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: REQUEST_MS, shouldUpgradeCallback },
    gateway({
      ...config,
      operations: allOperations,
      mesh,
      access,
      log,
      stopping: stopping.signal,
      tunnels: tunnels.handler,
    }),
  );
  server.on('upgrade', tunnels.upgrade);
  server.listen(config.port, config.host);
  await once(server, 'listening');
  access.start();
  const edge = config.runnerEdge && (await startRunnerEdge(config.runnerEdge, mesh, config, log));
  return {
    url: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      stopping.abort();
      await Promise.all([drain(server), edge?.stop(), tunnels.stop()]);
      await access.stop();
      for (const channel of Object.values(mesh)) channel.close();
    },
  };
}

/** Takes no new connections, lets the requests in flight finish, and cuts what is left after a while. */
async function drain(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  // Node closes what is idle now, and then keeps a connection whose last request finishes later.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
