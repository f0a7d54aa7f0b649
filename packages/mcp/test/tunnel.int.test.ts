import { openEgress } from '@assay/egress/egress';
import { ONE_MACHINE_EGRESS } from '@assay/egress/settings';
import { listenLocally, type ListeningServer } from '@assay/testkit/listen';
import { refusingTunnelEgress, gatewayTunnelEgress } from '../src/tunnel.ts';

const seen: (string | undefined)[] = [];
let gateway: ListeningServer;
beforeAll(async () => {
  gateway = await listenLocally((req, res) => {
    const proof = req.headers['assay-tunnel-proof'] as string | undefined;
    seen.push(proof);
    if (req.headers['x-want'] === 'redirect') res.writeHead(307, { location: `${gateway.origin}/elsewhere` }).end();
    else if (req.headers['x-want'] === 'fault') res.writeHead(502, { 'assay-tunnel-fault': 'not-connected' }).end('no');
    else res.end('answer');
  });
});
afterAll(() => gateway.stop());
beforeEach(() => {
  seen.length = 0;
});

const server = () => ({
  id: 'srv_1',
  name: 'Mine',
  projectId: 'prj_1',
  url: `${gateway.origin}/tunnels/${'a'.repeat(32)}`,
});
let proofs = 0;
const way = () =>
  gatewayTunnelEgress(
    gateway.origin,
    openEgress(ONE_MACHINE_EGRESS),
    ({ serverId, projectId }) => `${serverId} ${projectId} ${++proofs}`,
  )(server())!;

test('every request carries a proof of its own', async () => {
  const egress = way();
  for (const headers of [{}, new Headers({ accept: 'x' })])
    expect(await (await egress.fetch(server().url, { headers })).text()).toBe('answer');
  expect(seen).toEqual([expect.stringMatching(/^srv_1 prj_1 \d+$/), expect.stringMatching(/^srv_1 prj_1 \d+$/)]);
  expect(seen[0]).not.toBe(seen[1]);
});

test('a redirect is not followed, because it could lead anywhere', async () => {
  expect((await way().fetch(server().url, { headers: { 'x-want': 'redirect' } })).status).toBe(307);
  expect(seen).toHaveLength(1);
});

test('an answer of the gateway itself is a problem with a reason', async () => {
  await expect(way().fetch(server().url, { headers: { 'x-want': 'fault' } })).rejects.toMatchObject({
    code: 'SERVER_UNREACHABLE',
    details: { serverId: 'srv_1', reason: 'TUNNEL_NOT_CONNECTED' },
  });
});

test.each(['/', '/tunnels/other', `/tunnels/${'a'.repeat(32)}/more`, '/.well-known/oauth-protected-resource'])(
  '%s of the platform is not reached through a tunnel',
  async (path) => {
    await expect(way().fetch(`${gateway.origin}${path}`)).rejects.toMatchObject({
      code: 'SERVER_UNREACHABLE',
      details: { reason: 'TUNNEL_OUT_OF_REACH' },
    });
    expect(seen).toEqual([]);
  },
);

test('another spelling of the address is the same tunnel', async () => {
  const origin = gateway.origin.replace('127.0.0.1', 'LOCALHOST');
  const egress = gatewayTunnelEgress(
    origin,
    openEgress(ONE_MACHINE_EGRESS),
    () => 'proof',
  )({ ...server(), url: `${origin}/tunnels/${'a'.repeat(32)}` })!;
  expect(await (await egress.fetch(`${origin.toLowerCase()}/tunnels/${'a'.repeat(32)}`)).text()).toBe('answer');
  expect(seen).toEqual(['proof']);
});

test.each([
  '/tunnels/../internal',
  `/tunnels/../tunnels/x`,
  '/tunnels/',
  `/x/tunnels/${'a'.repeat(32)}`,
  `/other?/tunnels/${'a'.repeat(32)}`,
])('%s is no tunnel of the platform, and receives no proof', (path) => {
  expect(
    gatewayTunnelEgress(
      gateway.origin,
      openEgress(ONE_MACHINE_EGRESS),
      () => '',
    )({ ...server(), url: `${gateway.origin}${path}` }),
  ).toBeUndefined();
});

test('a server at another host is no tunnel', () => {
  expect(
    gatewayTunnelEgress(
      gateway.origin,
      openEgress(ONE_MACHINE_EGRESS),
      () => '',
    )({ ...server(), url: 'https://other.example/mcp' }),
  ).toBeUndefined();
  expect(refusingTunnelEgress({ ...server(), url: 'https://other.example/tunnels/x' })).toBeUndefined();
});

test('a runner outside of the installation is told that it cannot use a tunnel', async () => {
  await expect(refusingTunnelEgress(server())!.fetch(server().url)).rejects.toMatchObject({
    code: 'SERVER_UNREACHABLE',
    message: expect.stringContaining('inside of the installation'),
    details: { reason: 'TUNNEL_OUT_OF_REACH' },
  });
});
