import { HeldService } from '@assay/mesh/gen/assay/v1/held';
import { operations } from '@assay/contract/operations';
import { bundleOfEnvironment } from '@assay/testkit/bundles-stand-in';
import { Blame, Outcome } from '@assay/mesh/gen/assay/v1/iterations';
import { WorkService } from '@assay/mesh/gen/assay/v1/work';
import { runBench, leaseAs, correctAnswer } from '../support/run-bench.ts';
import { beatOf, echoCase, echoTranscript, openRuns, reportOf, type RunsFixture } from '../support/harness.ts';

let runs: RunsFixture;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

const { start, leased, read, cancel, expire, iterations } = runBench(() => runs);
const brokenOff = {
  outcome: Outcome.FAILED,
  startedAtMs: 0,
  durationMs: 0,
  errorCode: 'X',
  errorMessage: '',
  transcript: Buffer.alloc(0),
  parts: [],
  secrets: [],
  screenshots: [],
  surfaces: [],
  blame: Blame.UNSPECIFIED,
};

describe('labels:', () => {
  test.each<[string, string[], string[], boolean]>([
    ['a runner without any takes work without any', [], [], true],
    ['a runner without any leaves work that asks for one', ['lab'], [], false],
    ['a runner with one leaves work without any', [], ['lab'], false],
    ['a runner with the one', ['lab'], ['lab'], true],
    ['a runner with more than is asked for', ['lab'], ['gpu', 'lab'], true],
    ['a runner with fewer than are asked for', ['lab', 'gpu'], ['lab'], false],
    ['a runner with another one', ['lab'], ['office'], false],
    ['a runner that starts commands, and has no other, takes work without any', [], ['stdio'], true],
    ['a runner with a browser, and no label that was chosen, takes work without any', [], ['browser', 'stdio'], true],
    ['a runner with a browser takes work that asks for it', ['browser'], ['browser'], true],
    ['a runner that starts commands takes work that asks for that', ['stdio'], ['stdio'], true],
    [
      'a runner that starts commands and has another takes work that asks for the first alone',
      ['stdio'],
      ['lab', 'stdio'],
      true,
    ],
    ['a runner that starts commands and has another leaves work without any', [], ['lab', 'stdio'], false],
  ])('%s', async (_, asked, labels, taken) => {
    const runId = await start();
    await runs.db.pool.query('update runs set runner_labels = $2 where id = $1', [runId, asked]);
    expect((await leaseAs(runs, { labels })).map((item) => item.runId)).toEqual(taken ? [runId] : []);
    await cancel(runId);
  });
});

describe('a runner of one organization', () => {
  test.each<[string, { organizationId: string; projectId?: string }, boolean]>([
    ['takes its work', { organizationId: 'org' }, true],
    ['takes no work of other organizations', { organizationId: 'other' }, false],
    ["and of one project takes that one's", { organizationId: 'org', projectId: 'prj' }, true],
    ["and of one project takes no other's", { organizationId: 'org', projectId: 'prj2' }, false],
  ])('%s', async (_, whose, taken) => {
    const runId = await start();
    expect((await leaseAs(runs, whose)).map((item) => item.runId)).toEqual(taken ? [runId] : []);
    await cancel(runId);
  });

  test('takes no work without labels because it may start commands', async () => {
    const runId = await start();
    expect(await leaseAs(runs, { organizationId: 'org', labels: ['stdio'] })).toEqual([]);
    await cancel(runId);
  });

  test("can neither extend nor end the lease of another organization's runner", async () => {
    const {
      runId,
      items: [item],
    } = await leased();
    const as = { caller: { requestId: 'x', service: 'runner', organizationId: 'other' } };
    expect(await runs.asRunner.call(WorkService.beat, { runnerId: 'x', beats: [beatOf(item!)] }, as)).toEqual({
      stopIds: [item!.iterationId],
    });
    for (const outcome of [Outcome.FAILED, Outcome.CANCELLED]) {
      const reports = [reportOf(item!, { ...brokenOff, outcome })];
      expect(await runs.asRunner.call(WorkService.complete, { runnerId: 'x', reports }, as)).toEqual({
        refusedIds: [item!.iterationId],
      });
    }
    expect(await runs.report([item!], correctAnswer)).toEqual([]);
    expect(await read(runId)).toMatchObject({ result: 'passed' });
  });
});

describe('a runner with another token than the one of a lease', () => {
  const callerOf = (tokenId: string) => ({
    caller: { requestId: 'x', service: 'runner', organizationId: 'org', tokenId },
  });

  test('cannot extend, end or give back an iteration, though it knows the fence', async () => {
    const runId = await start();
    const [item] = await runs.lease('r/token_1');
    const beats = [beatOf(item!)];
    const reports = [true, false].map((givenBack) => ({ ...reportOf(item!, brokenOff), givenBack }));
    const stop = { stopIds: [item!.iterationId] };
    expect(await runs.asRunner.call(WorkService.beat, { runnerId: 'r', beats }, callerOf('token_2'))).toEqual(stop);
    for (const each of reports)
      expect(
        await runs.asRunner.call(WorkService.complete, { runnerId: 'r', reports: [each] }, callerOf('token_2')),
      ).toEqual({ refusedIds: [item!.iterationId] });
    expect(await runs.asRunner.call(WorkService.beat, { runnerId: 'r', beats }, callerOf('token_1'))).toEqual({
      stopIds: [],
    });
    expect(
      await runs.asRunner.call(WorkService.complete, { runnerId: 'r', reports: [reports[1]!] }, callerOf('token_1')),
    ).toEqual({ refusedIds: [] });
    expect(await read(runId)).toMatchObject({ status: 'completed' });
  });

  test('cannot write evidence of a cancelled iteration that no runner ever held', async () => {
    const runId = await start();
    const id = (await iterations(runId))[0]!.id;
    await cancel(runId);
    const unheld = { ...(await leased()).items[0]!, iterationId: id, fence: '00000000-0000-0000-0000-000000000000' };
    const reports = [
      reportOf(unheld, { ...brokenOff, transcript: Buffer.from(JSON.stringify(echoTranscript('made up'))) }),
    ];
    await runs.asRunner.call(WorkService.complete, { runnerId: 'r', reports }, callerOf('token_2'));
    const { rows } = await runs.db.pool.query('select transcript from iterations where id = $1', [id]);
    expect(rows).toEqual([{ transcript: null }]);
  });

  test('does not find the account of the run', async () => {
    const runId = await start();
    const account = (tokenId: string, projectId = 'prj') =>
      runs.asRunner.call(HeldService.findHeldRun, { projectId, runId }, callerOf(tokenId));
    await runs.lease('r/token_1');
    expect(await account('token_1')).toEqual({ suiteId: expect.stringMatching(/^bench/), keyId: '' });
    await expect(account('token_2')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(account('token_1', 'prj2')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await cancel(runId);
    await expect(account('token_1')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the servers of work in hand', () => {
  const servers = (
    tokenId: string,
    more: { organizationId?: string; projectId?: string; service?: string } = {},
    serverIds = ['srv', 'srv_other'],
  ) => {
    const { projectId = 'prj', ...caller } = { organizationId: 'org', service: 'runner', ...more };
    return runs.asRunner
      .call(HeldService.listHeldServers, { projectId, serverIds, tokenId }, { caller: { requestId: 'x', ...caller } })
      .then(({ serverIds: held }) => held);
  };

  test('are listed for the token whose runner leased it, while it is in hand', async () => {
    const runId = await start();
    expect(await servers('token_1')).toEqual([]);
    const [item] = await runs.lease('name/runner/token_1');
    expect(await servers('token_1')).toEqual(['srv']);
    expect(await servers('token_1', {}, ['srv_other'])).toEqual([]);
    for (const [tokenId, more] of [
      ['token_2', {}],
      ['runner', {}],
      ['', {}],
      ['token_1', { organizationId: 'other' }],
      ['token_1', { projectId: 'prj2' }],
    ] as const) {
      expect(await servers(tokenId, more)).toEqual([]);
    }
    await expect(servers('token_1', { service: 'gateway' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await runs.report([item!], correctAnswer)).toEqual([]);
    expect(await servers('token_1')).toEqual([]);
    expect(await read(runId)).toMatchObject({ result: 'passed' });
  });

  test('are listed for another token after the lease expired and was taken by that one', async () => {
    const runId = await start();
    const items = await runs.lease('r/token_1');
    await expire(items);
    await runs.lease('r/token_2');
    expect([await servers('token_1'), await servers('token_2')]).toEqual([[], ['srv']]);
    await cancel(runId);
    expect(await servers('token_2')).toEqual([]);
  });
});

test('a run without a suitable runner does not block other runs', async () => {
  const [labelled, plain] = [await start(), await start()];
  await runs.db.pool.query(`update runs set runner_labels = '{missing}' where id = $1`, [labelled]);
  expect((await runs.lease('r')).map((item) => item.runId)).toEqual([plain]);
  for (const runId of [labelled, plain]) await cancel(runId);
});

test('secrets of declared servers are told to the token that holds an iteration of the run', async () => {
  runs.world.bundles.environments.set(
    'env',
    bundleOfEnvironment('env', 'env', {
      servers: [
        { id: 'srv', name: 'everything', isOptional: false },
        {
          id: 'srv_declared',
          name: 'declared',
          isOptional: false,
          declaration: { url: 'https://a.example', headers: { 'X-A': { secretId: 'secret_1' }, 'X-B': 'b' } },
        },
      ],
    }),
  );
  runs.world.suites.set('declared', { cases: [echoCase('a')], suite: { environmentIds: ['env'] } });
  await runs.call(operations.createEvalRun, {}, { suiteId: 'declared' });
  const secrets = async (tokenId: string, serverId = 'srv_declared', projectId = 'prj') =>
    (
      await runs.asRunner.call(
        HeldService.listHeldSecrets,
        { projectId, serverId, secretIds: ['secret_1', 'secret_2'], tokenId },
        { caller: { requestId: 'x', service: 'runner', organizationId: 'org', tokenId } },
      )
    ).secretIds;
  expect(await secrets('token_1')).toEqual([]);
  await runs.lease('r/token_1');
  expect(await secrets('token_1')).toEqual(['secret_1']);
  for (const other of [secrets('token_2'), secrets('token_1', 'srv'), secrets('token_1', 'srv_declared', 'prj2')])
    expect(await other).toEqual([]);
});
