import { createHash, randomBytes } from 'node:crypto';
import { DirectoryService, LedgerService, type SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import { TokensService } from '@assay/contract/gen/assay/v1/grants';
import { JobsService } from '@assay/contract/gen/assay/v1/jobs';
import { SuitesService } from '@assay/contract/gen/assay/v1/suites';
import { RunsService } from '@assay/contract/gen/assay/v1/runs';
import { WorkService, type LeaseRequest, type WorkItem } from '@assay/contract/gen/assay/v1/work';
import { Problem } from '@assay/contract/problem';
import type { Caller } from '@assay/kit/caller';
import { dial, dialOutside, type Channel } from '@assay/kit/client';
import { createLog } from '@assay/kit/log';
import { runnerKeyOf, seal, unseal } from '@assay/kit/seal';
import { implement, serve, type Running } from '@assay/kit/serve';
import { startRunnerEdge } from '../src/runner-edge/runner-edge.ts';

const meshSecret = 'a secret of this test';
const log = createLog('test', 'silent');
const platformKey = randomBytes(32);
const tokenOf = (letter: string) => `rt_${letter.repeat(43)}`;
const [token, bound, starter, starterOnly] = [tokenOf('o'), tokenOf('p'), tokenOf('r'), tokenOf('s')] as const;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const holders = new Map([
  [sha256(token), { tokenId: 'token_1', organizationId: 'org', projectId: '', labels: ['eu', 'lab'] }],
  [sha256(bound), { tokenId: 'token_2', organizationId: 'org', projectId: 'prj', labels: ['lab'] }],
  [sha256(starter), { tokenId: 'token_4', organizationId: 'org', projectId: '', labels: ['eu', 'lab', 'stdio'] }],
  [sha256(starterOnly), { tokenId: 'token_5', organizationId: 'org', projectId: '', labels: ['stdio'] }],
]);

/** What the services behind the edge were asked, and by whom. */
const asked: { method: string; request: object; caller: Caller }[] = [];
let items: WorkItem[] = [];
let servers: SavedServer[] = [];
let lookUps = 0;

const noted = <Req extends object, Res>(method: string, answer: (request: Req, caller: Caller) => Res) => async (request: Req, caller: Caller): Promise<Res> => {
  asked.push({ method, request, caller });
  return answer(request, caller);
};

const rooms = [
  implement(WorkService, {
    lease: noted('lease', () => ({ items })),
    heartbeat: noted('heartbeat', () => ({ stopIterationIds: ['gone'] })),
    complete: noted('complete', () => ({ refusedIterationIds: [] })),
    readCassette: noted('readCassette', () => ({ body: Buffer.from('tape') })),
  }),
  implement(JobsService, {
    leaseJobs: noted('leaseJobs', () => ({ jobs: [] })),
    beatJobs: noted('beatJobs', () => ({ stopJobIds: ['gone'] })),
    completeJob: noted('completeJob', () => ({ refused: false })),
  }),
  implement(TokensService, {
    getAccessToken: noted('getAccessToken', ({ serverId }) => ({ sealed: seal(Buffer.from('an access token'), platformKey, `token:${serverId}`), freshForMs: 5 })),
  }),
  implement({ resolveServers: DirectoryService.resolveServers, authenticateRunner: DirectoryService.authenticateRunner, reseal: DirectoryService.reseal }, {
    resolveServers: noted('resolveServers', () => ({ servers })),
    authenticateRunner: async ({ tokenHash }) => {
      lookUps++;
      const holder = holders.get(tokenHash.toString('hex'));
      if (!holder) throw new Problem('UNAUTHORIZED', 'The runner token is not valid.');
      return holder;
    },
    reseal: noted('reseal', ({ key, values }) => ({ sealed: values.map(({ sealed, context }) => seal(unseal(sealed, platformKey, context), key, context)) })),
  }),
  implement({ reserve: LedgerService.reserve, settle: LedgerService.settle }, {
    reserve: noted('reserve', () => ({})), settle: noted('settle', () => ({ costMicros: 7 })),
  }),
];

let mesh: Running;
let inside: Channel;
let edge: Running;
const opened: Channel[] = [];

beforeAll(async () => {
  mesh = await serve({ name: 'rooms', address: '127.0.0.1:0', implementations: rooms, meshSecret, log });
  inside = dial(mesh.address, meshSecret, 'gateway');
  edge = await startRunnerEdge({ address: '127.0.0.1:0', tls: undefined }, { runs: inside, catalog: inside, diagnostics: inside }, log);
});
beforeEach(() => { asked.length = 0; items = []; servers = []; });
afterAll(async () => {
  for (const channel of [...opened, inside]) channel.close();
  await edge.stop();
  await mesh.stop();
});

function as(given: string): Channel {
  const channel = dialOutside({ address: edge.address, tls: false }, given);
  opened.push(channel);
  return channel;
}
const of = (method: string) => asked.filter((each) => each.method === method);

const lease = (given: string, request: Partial<LeaseRequest> = {}) => as(given).call(WorkService.lease, { runnerId: 'r', labels: [], freeSlots: 2, waitMs: 0, ...request });
const item = (iterationId: string, sealedModels = ''): WorkItem => ({
  iterationId, runId: `run of ${iterationId}`, projectId: 'prj', organizationId: 'org', fence: 1, leaseMs: 1, timeoutMs: 1, case: Buffer.from('{}'), servers: [], sessionIsolation: 'iteration',
  model: '', iterationNumber: 1, needsInventory: false, traceparent: '', suiteId: 's', keyId: 'k', execution: Buffer.from('{}'),
  sealedModels: sealedModels ? seal(Buffer.from(sealedModels), platformKey, `run:run of ${iterationId}`) : Buffer.alloc(0),
});
const server = (id: string, runnerLabels: string[], credentials = ''): SavedServer => ({
  id, projectId: 'prj', name: id, enabled: true, transport: 'http', url: 'http://x', command: '', args: [], timeoutMs: 0, protocolVersion: '', useOauth: false, runnerLabels, clientId: '', oauthScopes: [], oauthResourceUrl: '', authMethod: '', registrationStrategy: '', clientCapabilities: Buffer.alloc(0),
  sealedCredentials: credentials ? seal(Buffer.from(credentials), platformKey, `server:${id}`) : Buffer.alloc(0),
});
const resolve = (given: string) => as(given).call(DirectoryService.resolveServers, { projectId: 'prj', serverIds: ['a'] });

describe('who comes in:', () => {
  test('a token speaks for its organization, and for its project when it has one, and is itself told to nobody', async () => {
    await lease(token);
    await lease(bound);
    expect(of('lease').map(({ caller }) => caller)).toEqual([
      { requestId: expect.stringMatching(/^req_/), service: 'runner', organizationId: 'org' },
      { requestId: expect.stringMatching(/^req_/), service: 'runner', organizationId: 'org', projectId: 'prj' },
    ]);
    expect(JSON.stringify(asked)).not.toContain('rt_');
  });

  test.each([
    ['a token that was never made', tokenOf('x')], ['a token of another shape', 'rt_short'], ['an API key', `sk_${'g'.repeat(43)}`], ['an empty token', ''],
  ])('%s does not', async (_, given) => {
    await expect(lease(given)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(resolve(given)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(asked).toEqual([]);
  });

  test('who is signed by the mesh, but holds no token, does not either', async () => {
    const meshed = dial(edge.address, meshSecret, 'runner');
    await expect(meshed.call(WorkService.lease, { runnerId: 'r', labels: [], freeSlots: 1, waitMs: 0 })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    meshed.close();
  });

  test('a token is looked up once for the calls of a moment, and no longer good within a second of being revoked', async () => {
    const fresh = tokenOf('q');
    holders.set(sha256(fresh), { tokenId: 'token_3', organizationId: 'org', projectId: '', labels: ['lab'] });
    const before = lookUps;
    await Promise.all([lease(fresh), lease(fresh), lease(fresh)]);
    expect(lookUps - before).toBe(1);
    holders.delete(sha256(fresh));
    const revokedAt = performance.now();
    while (await lease(fresh).then(() => true, () => false));
    expect(performance.now() - revokedAt).toBeLessThan(1_500);
    await expect(lease(fresh)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test('what a runner does not need is not there', async () => {
    const runs = as(token).call(RunsService.listSuiteRuns, { projectId: 'prj', suiteId: 's', input: Buffer.from('{}') });
    const reseal = as(token).call(DirectoryService.reseal, { key: randomBytes(32), values: [] });
    const suites = as(token).call(SuitesService.listSuites, { projectId: 'prj', input: Buffer.from('{}') });
    for (const call of [runs, reseal, suites]) await expect(call).rejects.toMatchObject({ code: 'INTERNAL_ERROR' });
    expect(asked).toEqual([]);
  });
});

describe('work', () => {
  test.each<[string, string[], string[]]>([
    ['of all its token\'s labels where a runner names none', [], ['eu', 'lab']], ['of one label', ['lab'], ['lab']], ['of all of them', ['lab', 'eu'], ['lab', 'eu']],
  ])('is asked for %s', async (_, labels, expected) => {
    await lease(token, { labels });
    expect(of('lease')[0]!.request).toMatchObject({ runnerId: 'r', labels: expected, freeSlots: 2 });
  });

  test('of a label that the token does not stand for is refused, and nobody is asked for it', async () => {
    await expect(lease(token, { labels: ['lab', 'prod'] })).rejects.toMatchObject({ code: 'FORBIDDEN', message: expect.stringContaining('"prod"') });
    expect(asked).toEqual([]);
  });

  test('is not waited for longer than a token is known', async () => {
    await lease(token, { waitMs: 20_000 });
    expect(of('lease')[0]!.request).toMatchObject({ waitMs: 1_000 });
  });

  test('comes with its access to models sealed for the runner, in one step for all', async () => {
    items = [item('a', 'access a'), item('b'), item('c', 'access c')];
    const leased = await lease(token);
    const open = ({ runId, sealedModels }: WorkItem) => sealedModels.length > 0 && unseal(sealedModels, runnerKeyOf(token), `run:${runId}`).toString();
    expect(leased.items.map((each) => [each.iterationId, open(each)])).toEqual([['a', 'access a'], ['b', false], ['c', 'access c']]);
    expect(of('reseal').map(({ caller }) => caller)).toEqual([{ requestId: expect.any(String), service: 'gateway' }]);
    expect(() => unseal(leased.items[0]!.sealedModels, platformKey, 'run:run of a')).toThrow();
  });

  test('is beaten for, reported, replayed and paid for in the name of the token', async () => {
    const channel = as(token);
    expect(await channel.call(WorkService.heartbeat, { runnerId: 'r', beats: [] })).toEqual({ stopIterationIds: ['gone'] });
    expect(await channel.call(WorkService.complete, { runnerId: 'r', reports: [] })).toEqual({ refusedIterationIds: [] });
    expect((await channel.call(WorkService.readCassette, { iterationId: 'i', fence: 1 })).body.toString()).toBe('tape');
    const call = { callId: 'c', organizationId: 'org', projectId: 'prj', suiteId: '', runId: '', keyId: '', model: 'm', purpose: 'turn', inputTokens: 1, outputTokens: 1 };
    expect(await channel.call(LedgerService.reserve, call)).toEqual({ refusal: undefined });
    expect(await channel.call(LedgerService.settle, { callId: 'c', inputTokens: 1, outputTokens: 1, cachedInputTokens: 0, answered: true })).toEqual({ costMicros: 7 });
    for (const { caller } of asked) expect(caller).toMatchObject({ service: 'runner', organizationId: 'org' });
  });
});

test.each<[string, string[], string[]]>([
  ['names none, and may start no commands, is offered what asks for one of its token\'s others', [], ['eu', 'lab']],
  ['names none, and may start commands, is offered what asks for that, too', ['stdio'], ['eu', 'lab', 'stdio']],
  ['names one, and may start commands, is offered what asks for these', ['lab', 'stdio'], ['lab', 'stdio']],
])('a runner that %s', async (_, labels, expected) => {
  await lease(starter, { labels });
  expect(of('lease')[0]!.request).toMatchObject({ labels: expected });
});

test('a runner that may start no commands is given no work on a token for nothing else', async () => {
  await expect(lease(starterOnly)).rejects.toMatchObject({ code: 'FORBIDDEN', message: expect.stringContaining('RUNNER_ALLOWED_COMMANDS') });
  await lease(starterOnly, { labels: ['stdio'] });
  expect(of('lease').map(({ request }) => request)).toMatchObject([{ labels: ['stdio'] }]);
});

describe('jobs', () => {
  const leaseJobs = (given: string, labels: string[] = []) =>
    as(given).call(JobsService.leaseJobs, { runnerId: 'r', freeSlots: 2, waitMs: 20_000, kinds: ['authoring', 'inspect', 'judge', 'conformance', 'readiness'], labels });

  test('are asked for in the name of the token, with its labels, of the kinds that are done outside', async () => {
    await leaseJobs(bound);
    expect(of('leaseJobs')).toEqual([{
      method: 'leaseJobs', request: { runnerId: 'r', freeSlots: 2, waitMs: 1_000, kinds: ['inspect', 'conformance', 'readiness'], labels: ['lab'] },
      caller: { requestId: expect.any(String), service: 'runner', organizationId: 'org', projectId: 'prj' },
    }]);
    await expect(leaseJobs(bound, ['prod'])).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('are beaten for and answered in the name of the token', async () => {
    expect(await as(bound).call(JobsService.beatJobs, { beats: [] })).toEqual({ stopJobIds: ['gone'] });
    expect(await as(bound).call(JobsService.completeJob, { jobId: 'j', fence: 1, output: Buffer.alloc(0), errorCode: '', errorMessage: '', givenBack: false })).toEqual({ refused: false });
    for (const { caller } of asked) expect(caller).toMatchObject({ service: 'runner', organizationId: 'org', projectId: 'prj' });
  });
});

describe('access tokens', () => {
  const ask = () => as(token).call(TokensService.getAccessToken, { projectId: 'prj', serverId: 'a', origin: 'https://mcp.test', rejectedHash: Buffer.alloc(0) });

  test('come sealed for the runner', async () => {
    servers = [server('a', ['lab'])];
    const granted = await ask();
    expect([unseal(granted.sealed, runnerKeyOf(token), 'token:a').toString(), granted.freshForMs]).toEqual(['an access token', 5]);
    expect(() => unseal(granted.sealed, platformKey, 'token:a')).toThrow();
  });

  test('of servers for runners with other labels, or of nobody\'s that it knows, are not there', async () => {
    servers = [server('a', ['prod'])];
    await expect(ask()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    servers = [];
    await expect(ask()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(of('getAccessToken')).toEqual([]);
  });
});

describe('servers', () => {
  test('come with their credentials sealed for the runner', async () => {
    servers = [server('a', ['lab'], '{"headers":{}}'), server('b', [])];
    const { servers: [first, second] } = await resolve(token);
    expect(unseal(first!.sealedCredentials, runnerKeyOf(token), 'server:a').toString()).toBe('{"headers":{}}');
    expect(() => unseal(first!.sealedCredentials, platformKey, 'server:a')).toThrow();
    expect(second!.sealedCredentials).toHaveLength(0);
  });

  test('that are for runners with other labels are left out, and their credentials not touched', async () => {
    servers = [server('a', ['lab']), server('b', ['prod'], 'secret'), server('c', ['lab', 'prod'], 'secret'), { ...server('d', ['lab'], 'secret'), transport: 'stdio' }];
    expect((await resolve(token)).servers.map(({ id }) => id)).toEqual(['a']);
    expect(of('reseal')).toEqual([]);
  });
});
