import { perService } from '@assay/contract/services';
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import { WebSocket } from 'ws';
import { RelayService } from '@assay/mesh/gen/assay/v1/tunnels';
import { notFound, Problem } from '@assay/contract/problem';
import { dial, type Channel } from '@assay/kit/rpc/client';
import { createLog } from '@assay/kit/log';
import { implement, serve, type RunningServer } from '@assay/kit/rpc/serve';
import { tunnelProof } from '@assay/tunnel/tunnel-proof';
import { waitUntil } from '@assay/testkit/until';
import { serverSession } from '@assay/tunnel/session';
import type { Config } from '../../src/config.ts';
import { startGateway, type RunningGateway } from '../../src/start.ts';
import { nearestPrivate } from '../../src/addresses/trusted-proxies.ts';

const meshSecret = 'a secret of this test';
const log = createLog('test', 'silent');
export const tunnelToken = (letter: string) => `tt_${letter.repeat(43)}`;
export const tunnelSlug = 'a'.repeat(32);
export const tunnelPeer = { serverId: 'srv_1', projectId: 'prj_1' };

/** Diagnostics as the gateways see it. */
export const relayState = { attachmentId: '', relayUrl: '', count: 0, refused: 0, gone: [] as string[] };
let mesh: RunningServer;
let inside: Channel;
export let testGateways: [RunningGateway, RunningGateway];

let addresses: Config['addresses'];
/** Starts another gateway of the same installation. */
export const startOneGateway = (changes: Partial<Config> = {}): Promise<RunningGateway> =>
  startGateway(
    {
      host: '127.0.0.1',
      port: 0,
      meshSecret,
      addresses,
      limit: undefined,
      sharedLimits: { person: 10, organization: 100 },
      trustedProxies: nearestPrivate,
      maxBodyBytes: 1_000,
      maxBytesInFlight: 256 * 1024 * 1024,
      maxConnections: 1_000,
      runnerEdge: undefined,
      publicUrl: 'http://127.0.0.1:4000',
      relayUrl: undefined,
      ...changes,
    },
    log,
  );

beforeAll(async () => {
  const services = [
    implement(RelayService, {
      attachTunnel: async ({ tokenHash, relayUrl }) => {
        if (!tokenHash.equals(createHash('sha256').update(tunnelToken('g')).digest())) {
          relayState.refused++;
          throw new Problem('UNAUTHORIZED', 'The token of the tunnel is not valid.');
        }
        Object.assign(relayState, { attachmentId: `attach_${++relayState.count}`, relayUrl });
        return { ...tunnelPeer, organizationId: 'org_1', slug: tunnelSlug, attachmentId: relayState.attachmentId };
      },
      beatTunnels: async ({ attachmentIds }) => ({
        goneAttachmentIds: attachmentIds.filter((id) => id !== relayState.attachmentId),
      }),
      detachTunnel: async ({ attachmentId }) => {
        relayState.gone.push(attachmentId);
        if (attachmentId === relayState.attachmentId) relayState.attachmentId = '';
        return {};
      },
      locateTunnel: async (asked) => {
        if (asked.slug !== tunnelSlug || relayState.attachmentId === '') throw notFound('tunnel');
        return { serverId: tunnelPeer.serverId, relayUrl: relayState.relayUrl, attachmentId: relayState.attachmentId };
      },
    }),
  ];
  mesh = await serve({ name: 'services', address: '127.0.0.1:0', implementations: services, meshSecret, log });
  inside = dial(mesh.address, meshSecret, 'gateway');
  const { address } = mesh;
  addresses = perService(() => address);
  testGateways = [await startOneGateway(), await startOneGateway()];
});
const sockets: WebSocket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate();
  await waitUntil(() => relayState.attachmentId === '');
});
afterAll(async () => {
  await Promise.all(testGateways.map((each) => each.stop()));
  inside.close();
  await mesh.stop();
});

export type OnRequest = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void;
export const echoRequest: OnRequest = (stream, { ':method': method, ':path': path, ...headers }) => {
  stream.respond({
    ':status': 201,
    'content-type': 'text/plain',
    'x-asked': JSON.stringify({ method, path, headers }),
    'set-cookie': ['a=1', 'b=2'],
    'assay-tunnel-fault': 'not-connected',
  });
  stream.pipe(stream);
};

export function dialGateway(
  gateway: RunningGateway,
  authorization = `Bearer ${tunnelToken('g')}`,
  path = '/api/v1/tunnels/connect',
): WebSocket {
  const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}${path}`, { headers: { authorization } });
  socket.on('error', () => undefined);
  sockets.push(socket);
  return socket;
}

/**
 * A server that dials in: its connection, its number of open requests, and the reason with which the gateway ends it.
 */
export interface DialedServer {
  socket: WebSocket;
  busy(): number;
  ended: Promise<string>;
}
export async function dialIn(onRequest: OnRequest = echoRequest, gateway = testGateways[0]): Promise<DialedServer> {
  const socket = dialGateway(gateway);
  const dialled = Promise.withResolvers<DialedServer>();
  let busy = 0;
  socket.once('open', () => {
    const session = serverSession(socket).on('stream', (stream, headers) => {
      busy++;
      stream.on('error', () => undefined).once('close', () => busy--);
      onRequest(stream, headers);
    });
    const ended = new Promise<string>((resolve) => {
      session.once('goaway', (_code: number, _last: number, reason?: Uint8Array) => resolve(String(reason ?? '')));
      session.once('close', () => resolve(''));
    });
    dialled.resolve({ socket, busy: () => busy, ended });
  });
  return dialled.promise;
}

export const peerProof = (of = tunnelPeer, now = Date.now(), secret = meshSecret) => tunnelProof(secret, of, now);
export const askTunnel = (
  { headers = {}, ...init }: { headers?: Record<string, string>; signal?: AbortSignal } = {},
  {
    gateway = testGateways[0],
    of = tunnelSlug,
    with: shown = peerProof(),
  }: { gateway?: RunningGateway; of?: string; with?: string | null } = {},
) =>
  fetch(`${gateway.url}/tunnels/${of}?x=1`, {
    method: 'POST',
    body: 'hello',
    ...init,
    headers: { ...(shown !== null && { 'assay-tunnel-proof': shown }), ...headers },
  });
