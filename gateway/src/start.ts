import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { allOperations } from '@assay/contract/operations';
import { perService } from '@assay/contract/services';
import { asListenFault } from '@assay/kit/listen-fault';
import { joinMesh } from '@assay/kit/rpc/mesh';
import { runnerSecretOf } from '@assay/kit/security/caller';
import type { Logger } from '@assay/kit/log';
import { AccessVersion } from './access/access-version.ts';
import { gatewayApp } from './app.ts';
import type { Config } from './config.ts';
import { withoutBasePath } from './addresses/base-path.ts';
import { drainable } from './http/drain.ts';
import { BytesInFlight } from './limits/bytes-in-flight.ts';
import { relayUrlOf } from './tunnels/relay-url.ts';
import { TunnelRelay } from './tunnels/tunnel-relay.ts';
import { HOST, PORT } from './settings.ts';
import { startRunnerEdge } from './runner-edge/runner-edge.ts';

export interface RunningGateway {
  /** http://host:port, with the actual port. */
  url: string;
  stop(): Promise<void>;
}

/** Longer than the keep-alive of load balancers, so that they do not reuse a connection that we are closing. */
const KEEP_ALIVE_MS = 75_000;
/** The time limit for a request to arrive with its body, in milliseconds. */
const REQUEST_MS = 60_000;
/** The time limit for the headers of a request, in milliseconds. */
const HEADERS_MS = 15_000;
/** The most headers of a request; more are cut off. */
const MAX_HEADERS = 100;

/** Starts the gateway. Rejects with a ConfigError that has the system's code, such as EADDRINUSE, when it cannot listen. */
export async function startGateway(config: Config, log: Logger): Promise<RunningGateway> {
  const joined = joinMesh(config, 'gateway', log);
  const mesh = perService((name) => joined.dial(config.addresses[name]));
  const [draining, stopping] = [new AbortController(), new AbortController()];
  const access = new AccessVersion(mesh.catalog, log);
  const bytes = new BytesInFlight(config.maxBytesInFlight);
  const tunnels = new TunnelRelay({
    diagnostics: mesh.diagnostics,
    peerSecrets: `${config.meshSecret},${runnerSecretOf(config)}`,
    trustedProxies: config.trustedProxies,
    relayUrl: () => relayUrlOf(config, server),
    bytes,
    log,
  });
  // A request to upgrade to another protocol is served as HTTP/1.1 (RFC 9110, section 7.8).
  const shouldUpgradeCallback = ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket';
  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      requestTimeout: REQUEST_MS,
      headersTimeout: HEADERS_MS,
      shouldUpgradeCallback,
    },
    gatewayApp({
      ...config,
      operations: allOperations,
      bytes,
      mesh,
      access,
      log,
      draining: draining.signal,
      stopping: stopping.signal,
      tunnels: tunnels.handler,
    }),
  );
  const drain = drainable(server);
  server.maxHeadersCount = MAX_HEADERS;
  server.maxConnections = config.maxConnections;
  server.on('upgrade', tunnels.upgrade);
  for (const event of ['request', 'upgrade']) server.prependListener(event, withoutBasePath(config.publicUrl));
  let edge: Awaited<ReturnType<typeof startRunnerEdge>> | undefined;
  const end = async () => {
    await Promise.all([server.listening && drain(), edge?.stop(), tunnels.stop()]);
    await access.stop();
    joined.close();
  };
  try {
    server.listen(config.port, config.host);
    await once(server, 'listening').catch((error: unknown) => {
      throw asListenFault(error, {
        host: config.host,
        port: config.port,
        setting: PORT.name,
        hostSetting: HOST.name,
      });
    });
    access.start();
    edge = config.runnerEdge && (await startRunnerEdge(config.runnerEdge, mesh, config, log));
  } catch (error) {
    await end();
    throw error;
  }
  return {
    url: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      draining.abort();
      await delay(config.stopDelayMs);
      stopping.abort();
      await end();
    },
  };
}
