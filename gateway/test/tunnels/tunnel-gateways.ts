import { perService } from '@assay/contract/services';
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import { WebSocket } from 'ws';
import { RelayService } from '@assay/contract/gen/assay/v1/tunnels';
import { notFound, Problem } from '@assay/contract/problem';
import { dial, type Channel } from '@assay/kit/rpc/client';
import { createLog } from '@assay/kit/log';
import { implement, serve, type RunningServer } from '@assay/kit/rpc/serve';
import { tunnelProof } from '@assay/tunnel/tunnel-proof';
import { waitUntil } from '@assay/testkit/until';
import { serverSession } from '@assay/tunnel/session';
import type { Config } from '../../src/config.ts';
import { startGateway, type RunningGateway } from '../../src/start.ts';
import { nearestPrivate } from '../../src/http/trusted-proxies.ts';

const meshSecret = 'a secret of this test';
const log = createLog('test', 'silent');
export const token = (letter: string) => `tt_${letter.repeat(43)}`;
export const slug = 'a'.repeat(32);
export const peer = { serverId: 'srv_1', projectId: 'prj_1' };

/** Diagnostics as the gateways see it. */
export const relay = { attachmentId: '', relayUrl: '', count: 0, refused: 0, gone: [] as string[] };
let mesh: RunningServer;
let inside: Channel;
export let gateways: [RunningGateway, RunningGateway];

let addresses: Config['addresses'];
/** Starts another gateway of the same installation. */
export const startOne = (): Promise<RunningGateway> =>
  startGateway(
    {
      host: '127.0.0.1',
      port: 0,
      meshSecret,
      addresses,
      limit: undefined,
      trustedProxies: nearestPrivate,
      maxBodyBytes: 1_000,
      runnerEdge: undefined,
      publicUrl: 'http://127.0.0.1:4000',
      relayUrl: undefined,
    },
    log,
  );

beforeAll(async () => {
  const rooms = [
    implement(RelayService, {
      attachTunnel: async ({ tokenHash, relayUrl }) => {
        if (!tokenHash.equals(createHash('sha256').update(token('g')).digest())) {
          relay.refused++;
          throw new Problem('UNAUTHORIZED', 'The token of the tunnel is not valid.');
        }
        Object.assign(relay, { attachmentId: `attach_${++relay.count}`, relayUrl });
        return { ...peer, slug, attachmentId: relay.attachmentId };
      },
      beatTunnels: async ({ attachmentIds }) => ({
        goneAttachmentIds: attachmentIds.filter((id) => id !== relay.attachmentId),
      }),
      detachTunnel: async ({ attachmentId }) => {
        relay.gone.push(attachmentId);
        if (attachmentId === relay.attachmentId) relay.attachmentId = '';
        return {};
      },
      locateTunnel: async (asked) => {
        if (asked.slug !== slug || relay.attachmentId === '') throw notFound('tunnel');
        return { serverId: peer.serverId, relayUrl: relay.relayUrl, attachmentId: relay.attachmentId };
      },
    }),
  ];
  mesh = await serve({ name: 'rooms', address: '127.0.0.1:0', implementations: rooms, meshSecret, log });
  inside = dial(mesh.address, meshSecret, 'gateway');
  const { address } = mesh;
  addresses = perService(() => address);
  gateways = [await startOne(), await startOne()];
});
const sockets: WebSocket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate();
  await waitUntil(() => relay.attachmentId === '');
});
afterAll(async () => {
  await Promise.all(gateways.map((each) => each.stop()));
  inside.close();
  await mesh.stop();
});

export type OnRequest = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void;
export const echo: OnRequest = (stream, { ':method': method, ':path': path, ...headers }) => {
  stream.respond({
    ':status': 201,
    'content-type': 'text/plain',
    'x-asked': JSON.stringify({ method, path, headers }),
    'set-cookie': ['a=1', 'b=2'],
    'assay-tunnel-fault': 'not-connected',
  });
  stream.pipe(stream);
};

export function knock(
  gateway: RunningGateway,
  authorization = `Bearer ${token('g')}`,
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
export interface Dialled {
  socket: WebSocket;
  busy(): number;
  ended: Promise<string>;
}
export async function dialIn(onRequest: OnRequest = echo, gateway = gateways[0]): Promise<Dialled> {
  const socket = knock(gateway);
  const dialled = Promise.withResolvers<Dialled>();
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

export const proof = (of = peer, now = Date.now(), secret = meshSecret) => tunnelProof(secret, of, now);
export const ask = (
  { headers = {}, ...init }: { headers?: Record<string, string>; signal?: AbortSignal } = {},
  {
    gateway = gateways[0],
    of = slug,
    with: shown = proof(),
  }: { gateway?: RunningGateway; of?: string; with?: string | null } = {},
) =>
  fetch(`${gateway.url}/tunnels/${of}?x=1`, {
    method: 'POST',
    body: 'hello',
    ...init,
    headers: { ...(shown !== null && { 'assay-tunnel-proof': shown }), ...headers },
  });
