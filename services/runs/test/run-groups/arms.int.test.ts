import { operations } from '@assay/contract/operations';
import { Blame, Outcome } from '@assay/mesh/gen/assay/v1/iterations';
import type { Problem } from '@assay/contract/problem';
import { echoCase, openRuns, echoTranscript, type HeldItem } from '../support/harness.ts';
import { judgedRuns } from '../support/judged-runs.ts';

let runs: Awaited<ReturnType<typeof openRuns>>;
beforeAll(async () => {
  runs = await openRuns();
  runs.world.servers.push({ ...runs.world.servers[0]!, id: 'srv2', name: 'everything' });
});
afterAll(() => runs.close());

const { suite, caseOf } = judgedRuns(() => runs);
const read = (runGroupId: string, query: { baseRunId?: string } = {}) =>
  runs.call(operations.getEvalRunGroup, { runGroupId }, query);

/** A group of the arms A and B of one case with this many iterations, all leased. */
async function armed(
  iterations: number,
): Promise<{ runGroupId: string; runIds: string[]; itemsOf: (arm: number) => HeldItem[] }> {
  suite(`arms${iterations}`, [echoCase('a', { iterations }), echoCase('b')]);
  const { runGroupId, targets } = await runs.call(
    operations.createEvalRunGroup,
    {},
    { suiteId: `arms${iterations}`, targets: [{ arm: { name: 'A' } }, { arm: { name: 'B', serverIds: ['srv2'] } }] },
  );
  const runIds = targets.map(({ runId }) => runId!);
  const items = [...(await runs.lease('r')), ...(await runs.lease('r'))];
  return { runGroupId, runIds, itemsOf: (arm) => items.filter(({ runId }) => runId === runIds[arm]) };
}

const passing = (item: HeldItem) => echoTranscript(caseOf(item));
const failing = () => echoTranscript('nothing of the kind');

test('arms are compared pair by pair, in success, cost, latency and tokens', async () => {
  const { runGroupId, runIds, itemsOf } = await armed(9);
  const usage = (tokens: number, costMicros: number) => ({
    inputTokens: tokens,
    cachedInputTokens: 0,
    outputTokens: 0,
    calls: 1,
    costMicros,
  });
  for (const item of itemsOf(0))
    await runs.report([item], item.iterationNumber <= 2 ? passing : failing, {
      durationMs: 100 + item.iterationNumber,
      usage: usage(50, 1_000),
    });
  for (const item of itemsOf(1))
    await runs.report([item], passing, {
      durationMs: 60 + item.iterationNumber,
      usage: usage(50 + (item.iterationNumber % 2), 3_000 + item.iterationNumber),
    });
  const { runs: members, comparison, ...group } = await read(runGroupId);
  expect(group).toEqual({ runGroupId, suiteId: 'arms9', createdAt: expect.any(Number) });
  expect(members.map(({ id, arm, verdict }) => [id, arm, verdict])).toEqual([
    [runIds[0], 'A', 'failed'],
    [runIds[1], 'B', 'passed'],
  ]);
  expect(comparison).toMatchObject({
    baselineArm: 'A',
    arms: [
      {
        arm: 'B',
        runId: runIds[1],
        pairs: 10,
        leftOut: { notGradeable: 0, unpaired: 0 },
        winner: 'B',
        success: {
          baseline: { passed: 3, trials: 10 },
          arm: { passed: 10, trials: 10 },
          difference: { delta: 0.7, confidence: 0.95 },
        },
        latencyMs: { pairs: 10, mean: -40, interval: { lower: expect.closeTo(-40, 9), upper: expect.closeTo(-40, 9) } },
        costUsd: { pairs: 10, mean: expect.closeTo(0.0020046, 9) },
        totalTokens: { pairs: 10, mean: expect.closeTo(0.6, 9) },
        conclusion: expect.stringMatching(
          /^B succeeds more often: B against A \+70\.0 points, .* B is dearer by \$0\.0020 a trial and faster by 40 ms a trial/,
        ),
      },
    ],
  });
});

test('arms are compared with the run that the reader names', async () => {
  const { runGroupId, runIds, itemsOf } = await armed(6);
  await runs.report(itemsOf(0), passing);
  await runs.report(itemsOf(1), failing);
  expect((await read(runGroupId, { baseRunId: runIds[1]! })).comparison).toMatchObject({
    baselineArm: 'B',
    arms: [{ arm: 'A', runId: runIds[0], success: { difference: { delta: 1 } } }],
  });
  await expect(read(runGroupId, { baseRunId: 'run_x' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});

test('iterations with more tokens than an integer holds are compared like others', async () => {
  const { runGroupId, itemsOf } = await armed(4);
  const most = { inputTokens: 2 ** 31 - 1, cachedInputTokens: 0, outputTokens: 2 ** 31 - 1, calls: 1, costMicros: 1 };
  for (const arm of [0, 1]) await runs.report(itemsOf(arm), passing, { usage: most });
  expect((await read(runGroupId)).comparison.arms[0]).toMatchObject({ totalTokens: { pairs: 5, mean: 0 } });
});

test('excluded iterations and iterations without a partner are left out and counted', async () => {
  const { runGroupId, runIds, itemsOf } = await armed(3);
  const [first, ...others] = itemsOf(0);
  await runs.report([first!], () => echoTranscript(''), {
    outcome: Outcome.FAILED,
    blame: Blame.PROVIDER,
    errorCode: 'PROVIDER_UNAVAILABLE',
    errorMessage: 'overloaded',
    transcript: Buffer.alloc(0),
  });
  await runs.report(others, passing);
  await runs.report(itemsOf(1), passing);
  await runs.db.pool.query('delete from iterations where run_id = $1 and case_position = 1', [runIds[1]]);
  const {
    comparison: {
      arms: [compared],
    },
  } = await read(runGroupId);
  expect(compared).toMatchObject({
    pairs: 2,
    leftOut: { notGradeable: 1, unpaired: 1 },
    success: { difference: { delta: 0 } },
    costUsd: null,
  });
  expect(compared).not.toHaveProperty('winner');
});

test('a group whose arms still run shows the pairs so far', async () => {
  const { runGroupId } = await armed(2);
  expect((await read(runGroupId)).comparison).toMatchObject({
    baselineArm: 'A',
    arms: [
      {
        arm: 'B',
        pairs: 0,
        leftOut: { notGradeable: 3, unpaired: 0 },
        conclusion: expect.stringMatching(/^Nothing can be concluded/),
      },
    ],
  });
});

test('a group of another project is not found', async () => {
  const { runGroupId } = await armed(1);
  const asked = runs.call(
    operations.getEvalRunGroup,
    { projectId: 'prj2', runGroupId },
    {},
    { requestId: 'x', organizationId: 'org', projectId: 'prj2', role: 'member' },
  );
  expect(await asked.catch((error: Problem) => error)).toMatchObject({ code: 'NOT_FOUND' });
  expect(await read('group_nope').catch((error: Problem) => error)).toMatchObject({ code: 'NOT_FOUND' });
});

test('the cases of a group are listed with a cell per run, paired with the base', async () => {
  const { runGroupId, runIds, itemsOf } = await armed(5);
  await runs.report(itemsOf(0), passing);
  for (const item of itemsOf(1)) await runs.report([item], item.iterationNumber <= 2 ? passing : failing);
  const list = (query: object) => runs.call(operations.listEvalRunGroupCases, { runGroupId }, query);
  const first = await list({ limit: 1 });
  expect(first).toMatchObject({
    items: [
      {
        testCaseId: 'a',
        title: 'case a',
        differs: true,
        cells: [
          { runId: runIds[0], outcome: 'passed', passed: 5, eligible: 5, difference: null },
          {
            runId: runIds[1],
            outcome: 'failed',
            passed: 2,
            eligible: 5,
            firstFailure: { trial: 3 },
            difference: { pairs: 5, delta: -0.6, confidence: 0.95, lower: expect.any(Number) },
          },
        ],
      },
    ],
    counts: { total: 2, differing: 1 },
  });
  const { items: rest, ...others } = await list({ limit: 1, cursor: first.nextCursor });
  expect(others).toEqual({});
  expect(rest).toMatchObject([
    { testCaseId: 'b', differs: false, cells: [{}, { difference: { pairs: 1, delta: 0 } }] },
  ]);
  const against = await list({ baseRunId: runIds[1], only: 'differing' });
  expect(against.items).toMatchObject([{ cells: [{ difference: { delta: 0.6 } }, { difference: null }] }]);
  expect((await list({ q: 'CASE B', only: 'same' })).items).toMatchObject([{ testCaseId: 'b' }]);
  await expect(list({ baseRunId: 'run_x' })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { issues: [{ path: '/baseRunId' }] },
  });
});
