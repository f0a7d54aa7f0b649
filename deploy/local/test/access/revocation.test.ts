import { addressSetting, perService } from '@assay/contract/services';
import { startGateway, type RunningGateway } from '@assay/gateway/start';
import { nearestPrivate } from '@assay/gateway/addresses/trusted-proxies';
import { waitUntil } from '@assay/testkit/until';
import { BOUND_MS, isDecided, decidedStatus, decidedStatusAfterBound } from './access-decision.ts';
import { headersOf, Principals, type PersonCredentials } from '../support/principals.ts';
import { startInstallation, testLog, type Installation } from '../support/installation.ts';
import { startFaultyProxy, type FaultyProxy } from './faulty-proxy.ts';

let installation: Installation;
let principals: Principals;
/** The proxy between the last gateway and the catalog. */
let catalogProxy: FaultyProxy;
let gateways: RunningGateway[];
let home: { organizationId: string; projectId: string };
beforeAll(async () => {
  installation = await startInstallation();
  principals = new Principals(installation);
  const { CATALOG_ADDRESS: catalog } = installation.addresses;
  catalogProxy = await startFaultyProxy(catalog);
  gateways = await Promise.all(
    [catalog, catalog, catalogProxy.address].map((address) =>
      startGateway(
        {
          host: '127.0.0.1',
          port: 0,
          meshSecret: installation.runnerEnv.MESH_SECRET!,
          addresses: { ...perService((name) => installation.addresses[addressSetting(name)]), catalog: address },
          limit: undefined,
          sharedLimits: { person: 10, organization: 100 },
          trustedProxies: nearestPrivate,
          maxBodyBytes: 1_000_000,
          maxBytesInFlight: 256 * 1024 * 1024,
          maxConnections: 1_000,
          runnerEdge: undefined,
          publicUrl: 'http://127.0.0.1',
          relayUrl: undefined,
        },
        testLog,
      ),
    ),
  );
  const organizationId = await principals.organization();
  home = { organizationId, projectId: await principals.project(organizationId) };
});
afterAll(async () => {
  await Promise.all(gateways.map((gateway) => gateway.stop()));
  catalogProxy.stop();
  await principals.stop();
  await installation.stop();
});

const read = ({ projectId }: typeof home) => `/projects/${projectId}/servers`;
const statusAt = async ({ url }: RunningGateway, authorization: Record<string, string>, path = read(home)) =>
  (await fetch(`${url}/api/v1${path}`, { headers: authorization, signal: AbortSignal.timeout(5_000) })).status;
const withKey = ({ key }: PersonCredentials) => headersOf({ key }, installation.runnerEnv.MESH_SECRET!);
const withSession = ({ session }: PersonCredentials) => headersOf({ session }, installation.runnerEnv.MESH_SECRET!);

interface Seen {
  status: number;
  startedAt: number;
}
const statusesOf = (seen: Seen[]) => [...new Set(seen.map(({ status }) => status).filter(isDecided))];

/** Sends requests to all gateways repeatedly, several at once, until stopped. */
function keepAsking(of: RunningGateway[], authorization: Record<string, string>) {
  const seen: Seen[] = [];
  const over = new AbortController();
  const asking = of.flatMap((gateway) =>
    Array.from({ length: 4 }, async () => {
      while (!over.signal.aborted) {
        const startedAt = performance.now();
        const status = await statusAt(gateway, authorization).catch(() => 0);
        seen.push({ status, startedAt });
      }
    }),
  );
  return {
    seen,
    stop: async () => {
      over.abort();
      await Promise.all(asking);
    },
  };
}

test('a revoked key is refused on every gateway within a second, with requests in flight', async () => {
  const doomed = await principals.person(home.organizationId, 'member');
  const load = keepAsking(gateways, withKey(doomed));
  await waitUntil(() => load.seen.length > 100);
  expect(statusesOf(load.seen)).toEqual([200]);
  await principals.revoke(doomed);
  const revokedAt = performance.now();
  const late = () => load.seen.filter(({ status, startedAt }) => isDecided(status) && startedAt > revokedAt + BOUND_MS);
  await waitUntil(() => late().length >= 30);
  await load.stop();
  expect(statusesOf(late())).toEqual([401]);
});

const changes: [string, (who: PersonCredentials, place: typeof home) => [string, unknown[]], number, number][] = [
  ['leaves the organization', ({ userId }) => ['delete from memberships where user_id = $1', [userId]], 401, 403],
  [
    'is shut out of a project',
    (_, { projectId }) => [`update projects set visibility = 'private' where id = $1`, [projectId]],
    404,
    404,
  ],
  [
    'has lost the project',
    (_, { projectId }) => ['update projects set deleted_at = now() where id = $1', [projectId]],
    404,
    404,
  ],
  [
    'has lost the organization',
    (_, { organizationId }) => ['update organizations set deleted_at = now() where id = $1', [organizationId]],
    401,
    403,
  ],
];
test.each(changes)(
  'a person who %s is out within a second, with a key and a session',
  async (_, change, keyed, signedIn) => {
    const organizationId = await principals.organization();
    const place = { organizationId, projectId: await principals.project(organizationId) };
    const who = await principals.person(organizationId, 'member');
    const ways = gateways.flatMap((gateway) =>
      [withKey(who), withSession(who)].map((way) => () => statusAt(gateway, way, read(place))),
    );
    expect(await Promise.all(ways.map(decidedStatus))).toEqual([200, 200, 200, 200, 200, 200]);
    await principals.change(...change(who, place));
    const changedAt = performance.now();
    expect(await Promise.all(ways.map((ask) => decidedStatusAfterBound(changedAt, ask)))).toEqual([
      keyed,
      signedIn,
      keyed,
      signedIn,
      keyed,
      signedIn,
    ]);
  },
);

test('an ended session is refused within a second, and the key of the same person still works', async () => {
  const who = await principals.person(home.organizationId, 'member');
  const ways = (authorization: Record<string, string>) =>
    gateways.map((gateway) => () => statusAt(gateway, authorization));
  expect(await Promise.all(ways(withSession(who)).map(decidedStatus))).toEqual([200, 200, 200]);
  await principals.change('delete from sessions where user_id = $1', [who.userId]);
  const endedAt = performance.now();
  expect(await Promise.all(ways(withSession(who)).map((ask) => decidedStatusAfterBound(endedAt, ask)))).toEqual([
    401, 401, 401,
  ]);
  expect(await Promise.all(ways(withKey(who)).map(decidedStatus))).toEqual([200, 200, 200]);
});

test.each(['cut', 'silent'] as const)(
  'a gateway whose connection to the catalog is %s serves from its cache for at most a second',
  async (fault) => {
    const doomed = await principals.person(home.organizationId, 'member');
    const [, , alone] = gateways;
    await waitUntil(async () => (await statusAt(alone!, withKey(doomed))) === 200);
    catalogProxy[fault]();
    await principals.revoke(doomed);
    const revokedAt = performance.now();
    const load = keepAsking([alone!], withKey(doomed));
    await waitUntil(() => performance.now() > revokedAt + 2 * BOUND_MS);
    catalogProxy.mend();
    await waitUntil(async () => (await statusAt(alone!, withKey(doomed))) === 401, 20_000);
    await load.stop();
    expect(load.seen.filter(({ status, startedAt }) => status === 200 && startedAt > revokedAt + BOUND_MS)).toEqual([]);
  },
);
