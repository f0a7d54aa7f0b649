import { RUNNER_KEY } from '@assay/contract/areas/runner-tokens/runner-key';
import { SecretsService, DirectoryService, LedgerService, type SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { TokensService } from '@assay/mesh/gen/assay/v1/grants';
import { CassettesService, IterationTask } from '@assay/mesh/gen/assay/v1/iterations';
import { WorkService, type WorkItem } from '@assay/mesh/gen/assay/v1/work';
import { derivedKey, seal, unseal } from '@assay/kit/security/seal';
import {
  channelOf,
  recordedCalls,
  bound,
  stopFixture,
  resetFixture,
  leaseWork,
  callsOf,
  offeredWork,
  startFixture,
  platformKey,
  resolveServers,
  starter,
  starterOnly,
  token,
} from './runner-fixture.ts';

beforeAll(startFixture);
beforeEach(resetFixture);
afterAll(stopFixture);

const item = (id: string, sealedModels = ''): WorkItem => ({
  id,
  kind: 'iteration',
  projectId: 'prj',
  organizationId: 'org',
  labels: [],
  fence: '1',
  leaseMs: 1,
  timeoutMs: 1,
  traceparent: '',
  task: Buffer.from(
    IterationTask.encode({
      runId: `run of ${id}`,
      case: Buffer.from('{}'),
      model: '',
      iterationNumber: 1,
      needsInventory: false,
      needsBrowser: false,
      spec: Buffer.from('{}'),
      sealedModels: sealedModels ? seal(Buffer.from(sealedModels), platformKey, `run:run of ${id}`) : Buffer.alloc(0),
    }).finish(),
  ),
});
const server = (id: string, runnerLabels: string[], credentials = ''): SavedServer => ({
  id,
  projectId: 'prj',
  name: id,
  enabled: true,
  transport: 'http',
  url: 'http://x',
  command: '',
  args: [],
  timeoutMs: 0,
  protocolVersion: '',
  useOauth: false,
  runnerLabels,
  clientId: '',
  oauthScopes: [],
  oauthResourceUrl: '',
  authMethod: '',
  registrationStrategy: '',
  clientCapabilities: Buffer.alloc(0),
  sealedCredentials: credentials ? seal(Buffer.from(credentials), platformKey, `server:${id}`) : Buffer.alloc(0),
});

describe('work', () => {
  test.each<[string, string[], string[]]>([
    ["of all its token's labels where a runner names none", [], ['eu', 'lab']],
    ['of one label', ['lab'], ['lab']],
    ['of all of them', ['lab', 'eu'], ['lab', 'eu']],
  ])('is requested for %s', async (_, labels, expected) => {
    await leaseWork(token, { labels });
    expect(callsOf('lease')[0]!.request).toMatchObject({ runnerId: 'r/token_1', labels: expected, freeSlots: 2 });
  });

  test('for a label that the token does not have is refused without a request', async () => {
    await expect(leaseWork(token, { labels: ['lab', 'prod'] })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('"prod"'),
    });
    expect(recordedCalls).toEqual([]);
  });

  test('waits a second at most, however long the runner would wait', async () => {
    await leaseWork(token, { waitMs: 20_000 });
    expect(callsOf('lease')[0]!.request).toMatchObject({ waitMs: 1_000 });
  });

  test('comes with its model access resealed for the runner, in one call for all', async () => {
    offeredWork.items = [item('a', 'access a'), item('b'), item('c', 'access c')];
    const leased = await leaseWork(token);
    const sealedIn = ({ task }: WorkItem) => IterationTask.decode(task);
    const open = ({ runId, sealedModels }: IterationTask) =>
      sealedModels.length > 0 && unseal(sealedModels, derivedKey(token, RUNNER_KEY), `run:${runId}`).toString();
    expect(leased.items.map((each) => [each.id, open(sealedIn(each))])).toEqual([
      ['a', 'access a'],
      ['b', false],
      ['c', 'access c'],
    ]);
    expect(callsOf('reseal').map(({ caller }) => caller)).toEqual([
      { requestId: expect.any(String), service: 'gateway' },
    ]);
    expect(() => unseal(sealedIn(leased.items[0]!).sealedModels, platformKey, 'run:run of a')).toThrow();
  });

  test('has its heartbeats, reports, cassettes and spending in the name of the token', async () => {
    const channel = channelOf(token);
    const hold = { id: 'i', kind: 'iteration', fence: '1' };
    expect(
      await channel.call(WorkService.beat, { runnerId: 'r', beats: [{ ...hold, phase: '', parts: [], events: [] }] }),
    ).toEqual({ stopIds: ['gone'] });
    const ending = { output: Buffer.alloc(0), errorCode: '', errorMessage: '', givenBack: false, begun: false };
    expect(await channel.call(WorkService.complete, { runnerId: 'r', reports: [{ ...hold, ...ending }] })).toEqual({
      refusedIds: ['late'],
    });
    expect((await channel.call(CassettesService.readCassette, { iterationId: 'i', fence: '1' })).body.toString()).toBe(
      'tape',
    );
    const call = {
      callId: 'c',
      organizationId: 'org',
      projectId: 'prj',
      suiteId: '',
      runId: 'run of i',
      keyId: 'a foreign key',
      model: 'm',
      purpose: 'turn',
      inputTokens: 1,
      outputTokens: 1,
    };
    expect(await channel.call(LedgerService.reserve, call)).toEqual({ refusal: undefined });
    expect(callsOf('reserve')[0]!.request).toMatchObject({ suiteId: 'suite for token_1', keyId: '' });
    for (const foreign of [{ runId: 'another run' }, { purpose: 'judge' }])
      await expect(channel.call(LedgerService.reserve, { ...call, ...foreign })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    expect(callsOf('reserve')).toHaveLength(1);
    await channel.call(LedgerService.extend, { callIds: ['c'] });
    expect(
      await channel.call(LedgerService.settle, {
        callId: 'c',
        inputTokens: 1,
        outputTokens: 1,
        cachedInputTokens: 0,
        answered: true,
      }),
    ).toEqual({ costMicros: 7 });
    for (const { caller } of recordedCalls) expect(caller).toMatchObject({ service: 'runner', organizationId: 'org' });
  });
});

test.each<[string, string[], string[]]>([
  ["names none, and may start no commands, is offered what asks for one of its token's others", [], ['eu', 'lab']],
  ['names none, and may start commands, is offered what asks for that, too', ['stdio'], ['eu', 'lab', 'stdio']],
  ['names one, and may start commands, is offered what asks for these', ['lab', 'stdio'], ['lab', 'stdio']],
])('a runner that %s', async (_, labels, expected) => {
  await leaseWork(starter, { labels });
  expect(callsOf('lease')[0]!.request).toMatchObject({ labels: expected });
});

test('a runner without commands gets no work on a token for commands only', async () => {
  await expect(leaseWork(starterOnly)).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: expect.stringContaining('RUNNER_ALLOWED_COMMANDS'),
  });
  await leaseWork(starterOnly, { labels: ['stdio'] });
  expect(callsOf('lease').map(({ request }) => request)).toMatchObject([{ labels: ['stdio'] }]);
});

describe('work beside iterations', () => {
  const leaseKinds = (given: string, kinds: string[], labels: string[] = []) =>
    leaseWork(given, { kinds, labels, waitMs: 20_000 });
  const kinds = ['authoring', 'inspect', 'judge', 'conformance', 'readiness'];

  test('is requested in the name of the token, with its labels, for outside kinds only', async () => {
    await leaseKinds(bound, kinds);
    expect(callsOf('lease')).toEqual([
      {
        method: 'lease',
        request: {
          runnerId: 'r/token_2',
          freeSlots: 2,
          waitMs: 1_000,
          kinds: ['inspect', 'conformance', 'readiness'],
          labels: ['lab'],
        },
        caller: {
          requestId: expect.any(String),
          service: 'runner',
          organizationId: 'org',
          projectId: 'prj',
          tokenId: 'token_2',
        },
      },
    ]);
    await expect(leaseKinds(bound, kinds, ['prod'])).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('is not given to a runner that requests only inside kinds', async () => {
    expect(await leaseKinds(bound, ['judge', 'authoring', 'explain'])).toEqual({ items: [] });
    expect(callsOf('lease').map(({ request }) => request)).toMatchObject([{ kinds: [], waitMs: 1_000 }]);
  });

  test('of several services is requested one after the other, and only the last one waits', async () => {
    await leaseKinds(bound, ['inspect', 'iteration']);
    expect(callsOf('lease').map(({ request }) => request)).toMatchObject([
      { kinds: ['iteration'], waitMs: 0 },
      { kinds: ['inspect'], waitMs: 1_000 },
    ]);
  });

  test('that a stopping runner holds is answered by each service, without tasks to reseal', async () => {
    offeredWork.items = [{ ...item('held'), task: Buffer.alloc(0) }];
    const { items } = await leaseWork(bound, { freeSlots: 0, kinds: ['inspect', 'iteration', 'judge'] });
    expect(items).toEqual([...offeredWork.items, ...offeredWork.items]);
    const leases = callsOf('lease').map(({ request, caller }) => ({ ...request, tokenId: caller.tokenId }));
    const asked = { runnerId: 'r/token_2', freeSlots: 0, labels: ['lab'], tokenId: 'token_2' };
    expect(leases).toHaveLength(2);
    expect(leases).toEqual(
      expect.arrayContaining(
        ['iteration', 'inspect'].map((kind) => expect.objectContaining({ ...asked, kinds: [kind] })),
      ),
    );
    expect(callsOf('reseal')).toEqual([]);
  });

  test('has heartbeats and reports in the name of the token, and is refused for inside kinds', async () => {
    const holds = ['inspect', 'iteration', 'judge'].map((kind) => ({ id: `an item of ${kind}`, kind, fence: '1' }));
    const events = [{ index: 0, body: Buffer.from('{}') }];
    const beats = holds.map((hold) => ({ ...hold, phase: '', parts: [], events }));
    expect(await channelOf(bound).call(WorkService.beat, { runnerId: 'r', beats })).toEqual({
      stopIds: ['gone', 'gone', 'an item of judge'],
    });
    expect(callsOf('beat').map(({ request }) => request)).toEqual(
      expect.arrayContaining(
        ['iteration', 'inspect'].map((kind) => ({
          runnerId: 'r',
          beats: [expect.objectContaining({ kind, events })],
        })),
      ),
    );
    const ending = { output: Buffer.alloc(0), errorCode: '', errorMessage: '', givenBack: false, begun: false };
    const reports = holds.map((hold) => ({ ...hold, ...ending }));
    expect(await channelOf(bound).call(WorkService.complete, { runnerId: 'r', reports })).toEqual({
      refusedIds: ['late', 'late', 'an item of judge'],
    });
    for (const { caller } of recordedCalls)
      expect(caller).toMatchObject({ service: 'runner', organizationId: 'org', projectId: 'prj' });
  });
});

describe('access tokens', () => {
  const ask = () =>
    channelOf(token).call(TokensService.getAccessToken, {
      projectId: 'prj',
      serverId: 'a',
      origin: 'https://mcp.test',
      rejectedHash: Buffer.alloc(0),
    });

  test('are resealed for the runner', async () => {
    Object.assign(offeredWork, { servers: [server('a', ['lab'])], held: { token_1: ['a'] } });
    const granted = await ask();
    expect([unseal(granted.sealed, derivedKey(token, RUNNER_KEY), 'token:a').toString(), granted.freshForMs]).toEqual([
      'an access token',
      5,
    ]);
    expect(() => unseal(granted.sealed, platformKey, 'token:a')).toThrow();
  });

  test.each<[string, SavedServer[], Record<string, string[]>]>([
    ['for runners with other labels', [server('a', ['prod'])], { token_1: ['a'] }],
    ['that do not exist', [], { token_1: ['a'] }],
    ['that none of its work is about', [server('a', ['lab']), server('b', [])], { token_1: ['b'] }],
    ['of the work of another token', [server('a', ['lab'])], { token_2: ['a'] }],
  ])('of servers %s are not found', async (_, servers, held) => {
    Object.assign(offeredWork, { servers, held });
    await expect(ask()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(callsOf('getAccessToken')).toEqual([]);
  });
});

test('the runner gets the resealed secrets of the declared servers of its work alone', async () => {
  const request = { projectId: 'prj', serverId: 'srv_declared', secretIds: ['held 1', 'other'] };
  const { sealedCredentials } = await channelOf(token).call(SecretsService.sealSecrets, request);
  const opened = unseal(sealedCredentials, derivedKey(token, RUNNER_KEY), 'server:srv_declared');
  expect(opened.toString()).toBe('held 1');
  expect(callsOf('listHeldSecrets').map((call) => call.request)).toEqual([{ ...request, tokenId: 'token_1' }]);
});

describe('servers', () => {
  test('come with their credentials resealed for the runner', async () => {
    Object.assign(offeredWork, {
      servers: [server('a', ['lab'], '{"headers":{}}'), server('b', [])],
      held: { token_1: ['b', 'a'] },
    });
    const {
      servers: [first, second],
    } = await resolveServers(token, ['a', 'b']);
    expect(unseal(first!.sealedCredentials, derivedKey(token, RUNNER_KEY), 'server:a').toString()).toBe(
      '{"headers":{}}',
    );
    expect(() => unseal(first!.sealedCredentials, platformKey, 'server:a')).toThrow();
    expect(second!.sealedCredentials).toHaveLength(0);
  });

  test('for runners with other labels are left out before any resealing', async () => {
    offeredWork.servers = [
      server('a', ['lab']),
      server('b', ['prod'], 'secret'),
      server('c', ['lab', 'prod'], 'secret'),
      { ...server('d', ['lab'], 'secret'), transport: 'stdio' },
    ];
    offeredWork.held = { token_1: ['a', 'b', 'c', 'd'] };
    expect((await resolveServers(token, ['a', 'b', 'c', 'd'])).servers.map(({ id }) => id)).toEqual(['a']);
    expect(callsOf('reseal')).toEqual([]);
  });

  test('without held work on the token are left out and not resolved', async () => {
    Object.assign(offeredWork, {
      servers: [server('a', [], 'secret'), server('b', ['lab'])],
      held: { token_1: ['b'], token_2: ['a'] },
    });
    expect((await resolveServers(token, ['a', 'b'])).servers.map(({ id }) => id)).toEqual(['b']);
    expect((await resolveServers(token, ['a'])).servers).toEqual([]);
    expect(callsOf('resolveServers').map(({ request }) => request)).toEqual([
      expect.objectContaining({ serverIds: ['b'] }),
    ]);
    // Each server may have work of runs or of diagnostics.
    expect(callsOf('listHeldServers').map(({ request }) => request)).toMatchObject(
      [['a', 'b'], ['a', 'b'], ['a'], ['a']].map((serverIds) => ({ projectId: 'prj', serverIds, tokenId: 'token_1' })),
    );
  });

  test('are resolved by their ids only', async () => {
    Object.assign(offeredWork, {
      servers: [server('a', [], 'secret'), { ...server('b', [], 'secret'), name: 'a' }],
      held: { token_1: ['a'] },
    });
    await channelOf(token).call(DirectoryService.resolveServers, { projectId: 'prj', serverIds: ['a'], orNames: true });
    expect(callsOf('resolveServers').map(({ request }) => request)).toEqual([
      expect.not.objectContaining({ orNames: true }),
    ]);
  });
});
