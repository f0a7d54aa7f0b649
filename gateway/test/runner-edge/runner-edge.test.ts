import { DirectoryService, LedgerService, type SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import { TokensService } from '@assay/contract/gen/assay/v1/grants';
import { JobsService } from '@assay/contract/gen/assay/v1/jobs';
import { WorkService, type WorkItem } from '@assay/contract/gen/assay/v1/work';
import { runnerKeyOf, seal, unseal } from '@assay/kit/security/seal';
import {
  as,
  asked,
  bound,
  stopFixture,
  forget,
  lease,
  of,
  offered,
  startFixture,
  platformKey,
  resolve,
  starter,
  starterOnly,
  token,
} from './runner-fixture.ts';

beforeAll(startFixture);
beforeEach(forget);
afterAll(stopFixture);

const item = (iterationId: string, sealedModels = ''): WorkItem => ({
  iterationId,
  runId: `run of ${iterationId}`,
  projectId: 'prj',
  organizationId: 'org',
  fence: 1,
  leaseMs: 1,
  timeoutMs: 1,
  case: Buffer.from('{}'),
  servers: [],
  sessionIsolation: 'iteration',
  model: '',
  iterationNumber: 1,
  needsInventory: false,
  traceparent: '',
  suiteId: 's',
  keyId: 'k',
  execution: Buffer.from('{}'),
  sealedModels: sealedModels
    ? seal(Buffer.from(sealedModels), platformKey, `run:run of ${iterationId}`)
    : Buffer.alloc(0),
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
  ])('is asked for %s', async (_, labels, expected) => {
    await lease(token, { labels });
    expect(of('lease')[0]!.request).toMatchObject({ runnerId: 'r/token_1', labels: expected, freeSlots: 2 });
  });

  test('of a label that the token does not stand for is refused, and nobody is asked for it', async () => {
    await expect(lease(token, { labels: ['lab', 'prod'] })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('"prod"'),
    });
    expect(asked).toEqual([]);
  });

  test('is not waited for longer than a second, however long a runner would wait', async () => {
    await lease(token, { waitMs: 20_000 });
    expect(of('lease')[0]!.request).toMatchObject({ waitMs: 1_000 });
  });

  test('comes with its access to models sealed for the runner, in one step for all', async () => {
    offered.items = [item('a', 'access a'), item('b'), item('c', 'access c')];
    const leased = await lease(token);
    const open = ({ runId, sealedModels }: WorkItem) =>
      sealedModels.length > 0 && unseal(sealedModels, runnerKeyOf(token), `run:${runId}`).toString();
    expect(leased.items.map((each) => [each.iterationId, open(each)])).toEqual([
      ['a', 'access a'],
      ['b', false],
      ['c', 'access c'],
    ]);
    expect(of('reseal').map(({ caller }) => caller)).toEqual([{ requestId: expect.any(String), service: 'gateway' }]);
    expect(() => unseal(leased.items[0]!.sealedModels, platformKey, 'run:run of a')).toThrow();
  });

  test('is beaten for, reported, replayed and paid for in the name of the token', async () => {
    const channel = as(token);
    expect(await channel.call(WorkService.heartbeat, { runnerId: 'r', beats: [] })).toEqual({
      stopIterationIds: ['gone'],
    });
    expect(await channel.call(WorkService.complete, { runnerId: 'r', reports: [] })).toEqual({
      refusedIterationIds: [],
    });
    expect((await channel.call(WorkService.readCassette, { iterationId: 'i', fence: 1 })).body.toString()).toBe('tape');
    const call = {
      callId: 'c',
      organizationId: 'org',
      projectId: 'prj',
      suiteId: '',
      runId: '',
      keyId: '',
      model: 'm',
      purpose: 'turn',
      inputTokens: 1,
      outputTokens: 1,
    };
    expect(await channel.call(LedgerService.reserve, call)).toEqual({ refusal: undefined });
    expect(
      await channel.call(LedgerService.settle, {
        callId: 'c',
        inputTokens: 1,
        outputTokens: 1,
        cachedInputTokens: 0,
        answered: true,
      }),
    ).toEqual({ costMicros: 7 });
    for (const { caller } of asked) expect(caller).toMatchObject({ service: 'runner', organizationId: 'org' });
  });
});

test.each<[string, string[], string[]]>([
  ["names none, and may start no commands, is offered what asks for one of its token's others", [], ['eu', 'lab']],
  ['names none, and may start commands, is offered what asks for that, too', ['stdio'], ['eu', 'lab', 'stdio']],
  ['names one, and may start commands, is offered what asks for these', ['lab', 'stdio'], ['lab', 'stdio']],
])('a runner that %s', async (_, labels, expected) => {
  await lease(starter, { labels });
  expect(of('lease')[0]!.request).toMatchObject({ labels: expected });
});

test('a runner that may start no commands is given no work on a token for nothing else', async () => {
  await expect(lease(starterOnly)).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: expect.stringContaining('RUNNER_ALLOWED_COMMANDS'),
  });
  await lease(starterOnly, { labels: ['stdio'] });
  expect(of('lease').map(({ request }) => request)).toMatchObject([{ labels: ['stdio'] }]);
});

describe('jobs', () => {
  const leaseJobs = (given: string, labels: string[] = []) =>
    as(given).call(JobsService.leaseJobs, {
      runnerId: 'r',
      freeSlots: 2,
      waitMs: 20_000,
      kinds: ['authoring', 'inspect', 'judge', 'conformance', 'readiness'],
      labels,
    });

  test('are asked for in the name of the token, with its labels, of the kinds that are done outside', async () => {
    await leaseJobs(bound);
    expect(of('leaseJobs')).toEqual([
      {
        method: 'leaseJobs',
        request: {
          runnerId: 'r/token_2',
          freeSlots: 2,
          waitMs: 1_000,
          kinds: ['inspect', 'conformance', 'readiness'],
          labels: ['lab'],
        },
        caller: { requestId: expect.any(String), service: 'runner', organizationId: 'org', projectId: 'prj' },
      },
    ]);
    await expect(leaseJobs(bound, ['prod'])).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('are beaten for and answered in the name of the token', async () => {
    expect(await as(bound).call(JobsService.beatJobs, { beats: [] })).toEqual({ stopJobIds: ['gone'] });
    expect(
      await as(bound).call(JobsService.completeJob, {
        jobId: 'j',
        fence: 1,
        output: Buffer.alloc(0),
        errorCode: '',
        errorMessage: '',
        givenBack: false,
      }),
    ).toEqual({ refused: false });
    for (const { caller } of asked)
      expect(caller).toMatchObject({ service: 'runner', organizationId: 'org', projectId: 'prj' });
  });
});

describe('access tokens', () => {
  const ask = () =>
    as(token).call(TokensService.getAccessToken, {
      projectId: 'prj',
      serverId: 'a',
      origin: 'https://mcp.test',
      rejectedHash: Buffer.alloc(0),
    });

  test('come sealed for the runner', async () => {
    Object.assign(offered, { servers: [server('a', ['lab'])], held: { token_1: ['a'] } });
    const granted = await ask();
    expect([unseal(granted.sealed, runnerKeyOf(token), 'token:a').toString(), granted.freshForMs]).toEqual([
      'an access token',
      5,
    ]);
    expect(() => unseal(granted.sealed, platformKey, 'token:a')).toThrow();
  });

  test.each<[string, SavedServer[], Record<string, string[]>]>([
    ['for runners with other labels', [server('a', ['prod'])], { token_1: ['a'] }],
    ["of nobody's that it knows", [], { token_1: ['a'] }],
    ['that none of its work is about', [server('a', ['lab']), server('b', [])], { token_1: ['b'] }],
    ['of the work of another token', [server('a', ['lab'])], { token_2: ['a'] }],
  ])('of servers %s are not there', async (_, servers, held) => {
    Object.assign(offered, { servers, held });
    await expect(ask()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(of('getAccessToken')).toEqual([]);
  });
});

describe('servers', () => {
  test('come with their credentials sealed for the runner', async () => {
    Object.assign(offered, {
      servers: [server('a', ['lab'], '{"headers":{}}'), server('b', [])],
      held: { token_1: ['b', 'a'] },
    });
    const {
      servers: [first, second],
    } = await resolve(token, ['a', 'b']);
    expect(unseal(first!.sealedCredentials, runnerKeyOf(token), 'server:a').toString()).toBe('{"headers":{}}');
    expect(() => unseal(first!.sealedCredentials, platformKey, 'server:a')).toThrow();
    expect(second!.sealedCredentials).toHaveLength(0);
  });

  test('that are for runners with other labels are left out, and their credentials not touched', async () => {
    offered.servers = [
      server('a', ['lab']),
      server('b', ['prod'], 'secret'),
      server('c', ['lab', 'prod'], 'secret'),
      { ...server('d', ['lab'], 'secret'), transport: 'stdio' },
    ];
    offered.held = { token_1: ['a', 'b', 'c', 'd'] };
    expect((await resolve(token, ['a', 'b', 'c', 'd'])).servers.map(({ id }) => id)).toEqual(['a']);
    expect(of('reseal')).toEqual([]);
  });

  test("that none of the token's work is about are left out, also those for any runner, and nobody is asked for them", async () => {
    Object.assign(offered, {
      servers: [server('a', [], 'secret'), server('b', ['lab'])],
      held: { token_1: ['b'], token_2: ['a'] },
    });
    expect((await resolve(token, ['a', 'b'])).servers.map(({ id }) => id)).toEqual(['b']);
    expect((await resolve(token, ['a'])).servers).toEqual([]);
    expect(of('resolveServers').map(({ request }) => request)).toEqual([expect.objectContaining({ serverIds: ['b'] })]);
    // Each may be work of runs and of diagnostics.
    expect(of('listHeldServers').map(({ request }) => request)).toMatchObject(
      [['a', 'b'], ['a', 'b'], ['a'], ['a']].map((serverIds) => ({ projectId: 'prj', serverIds, tokenId: 'token_1' })),
    );
  });

  test('are known to runners by their ids alone', async () => {
    Object.assign(offered, {
      servers: [server('a', [], 'secret'), { ...server('b', [], 'secret'), name: 'a' }],
      held: { token_1: ['a'] },
    });
    await as(token).call(DirectoryService.resolveServers, { projectId: 'prj', serverIds: ['a'], orNames: true });
    expect(of('resolveServers').map(({ request }) => request)).toEqual([
      expect.not.objectContaining({ orNames: true }),
    ]);
  });
});
