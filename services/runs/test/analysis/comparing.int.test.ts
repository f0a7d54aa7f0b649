import type { Surface } from '@assay/contract/areas/surfaces/documents';
import { operations } from '@assay/contract/operations';
import type { Problem } from '@assay/contract/problem';
import { transaction } from '@assay/kit/postgres/db';
import { isBaseline, comparableColumns } from '../../src/store/analysis/baselines.ts';
import { surfaceHash } from '@assay/surface/hash';
import { gzipJson } from '@assay/transcripts/gzip';
import { GRADING_VERSION } from '@assay/grading/grading-version';
import { echoCase, openRuns, echoTranscript } from '../support/harness.ts';
import { judgedRuns } from '../support/judged-runs.ts';

let runs: Awaited<ReturnType<typeof openRuns>>;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

const { suite, begin, finish, judged, excluded, caseOf } = judgedRuns(() => runs);
const compare = (runId: string, query: object = {}) => runs.call(operations.compareEvalRun, { runId }, query);
const refusal = (runId: string, query: object = {}) =>
  compare(runId, query).then(
    (answer) => {
      throw new Error(`was answered: ${JSON.stringify(answer)}`);
    },
    (error: Problem) => error,
  );
const tried = (id: string, iterations: number, more = {}) => echoCase(id, { iterations, ...more });

test('a comparison names what changed of a server that both runs met, and other grading rules', async () => {
  suite('drifting', [tried('a', 2)], { name: 'drifting' });
  const metBy = async (description: string) => {
    const { runId, items } = await begin('drifting');
    const { servers } = JSON.parse(items[0]!.spec.toString()) as { servers: { id: string }[] };
    const tool = { name: 'echo', description, inputSchema: { type: 'object' } };
    const about = { protocolVersion: '2025-11-25', capabilities: {} };
    const surface = { ...about, tools: [tool], resources: [], resourceTemplates: [], prompts: [] } as Surface;
    const [serverId, hash] = [servers[0]!.id, surfaceHash(surface)];
    await finish(items, { a: 2 }, { surfaces: [{ serverId, hash, body: await gzipJson(surface) }] });
    expect(await runs.call(operations.getEvalRun, { runId }, {})).toMatchObject({
      gradingVersion: GRADING_VERSION,
      surfaces: [{ serverId, hash: `sha256:${hash}` }],
    });
    return { runId, serverId };
  };
  const { runId: base } = await metBy('Says it again.');
  const { runId, serverId } = await metBy('Repeats the message.');
  await runs.db.pool.query('update runs set grading_version = 1 where id = $1', [base]);
  const changed = ['/gradingVersion', `/servers/${serverId}/surface/affectsModels`];
  expect((await compare(runId)).configuration).toMatchObject({
    changed,
    gradingVersion: { base: 1, compare: GRADING_VERSION },
    surfaces: [
      { serverId, summary: { breaking: 0, affectsModels: 1 }, changes: [{ name: 'echo', path: '/description' }] },
    ],
  });
  const { runId: again } = await metBy('Repeats the message.');
  expect((await compare(again)).configuration).toEqual({ changed: [] });
  const { items: met } = await runs.call(operations.listMetSurfaces, { serverId }, {});
  expect(met).toMatchObject([{ runId: again, hash: expect.stringMatching(/^sha256:/), metAt: expect.any(Number) }]);
  await runs.db.pool.query(`insert into tombstones (id, deleted_at) values ('drifting', clock_timestamp())`);
  expect(await runs.call(operations.listMetSurfaces, { serverId }, {})).toEqual({ items: [] });
  expect(await runs.call(operations.listMetSurfaces, { serverId: 'srv_nowhere' }, {})).toEqual({ items: [] });
});

test('the tools that failed trials of a server took for others are counted by pair', async () => {
  suite('confused', [tried('a', 2)], { name: 'confused' });
  const { runId, items } = await begin('confused');
  const { servers } = JSON.parse(items[0]!.spec.toString()) as { servers: { id: string }[] };
  await finish(items, { a: 0 });
  const calls = (...names: string[]) => names.map((toolName) => ({ toolName }));
  const grade = { expectedToolCalls: calls('echo', 'add'), actualToolCalls: calls('add', 'shout') };
  await runs.db.pool.query(`update iterations set result = 'failed', grade = $2 where run_id = $1`, [runId, grade]);
  expect(await runs.call(operations.listToolConfusions, { serverId: servers[0]!.id }, {})).toMatchObject({
    items: [{ expected: 'echo', called: 'shout', trials: 2, example: { runId } }],
  });
  const nowhere = await runs.call(operations.listToolConfusions, { serverId: 'srv_nowhere' }, {});
  expect(nowhere).toEqual({ runs: 0, items: [] });
});

test('a run is compared with the one before it by case, and noise is told from change', async () => {
  suite('drop', [tried('broken', 10), tried('steady', 10), tried('shaky', 10)], { name: 'drop', minimumAccuracy: 50 });
  const base = await judged('drop', { broken: 10, steady: 10, shaky: 10 });
  const run = await judged('drop', { broken: 0, steady: 10, shaky: 9 });
  const compared = await compare(run);
  expect(compared).toMatchObject({
    suite: { id: 'drop', name: 'drop' },
    baseline: { policy: 'previous_completed', baseRunId: base },
    comparable: { holds: true, reasons: [] },
    baseRun: { id: base, runNumber: 1, result: 'passed', summary: { total: 30, passed: 30, failed: 0, passRate: 1 } },
    compareRun: { id: run, runNumber: 2, result: 'passed', summary: { total: 30, passed: 19, failed: 11 } },
    statistics: {
      sharedCases: 3,
      noise: 'regression',
      significant: true,
      base: { passed: 30, trials: 30, rate: 1 },
      compare: { passed: 19, trials: 30 },
      message: expect.stringMatching(/^The pass rate fell by 36\.7 points/),
    },
    passSummary: {
      passed: { base: 30, compare: 19, delta: -11 },
      passRatePercent: { base: 100, delta: expect.closeTo(-36.67, 2) },
    },
    metrics: {
      wallDurationMs: { base: expect.any(Number), compare: expect.any(Number) },
      totalTokens: { base: null, compare: null, delta: null, percentDelta: null },
      estimatedCostUsd: { base: null, coverage: { base: { costed: 0, total: 0 }, compare: { costed: 0, total: 0 } } },
    },
  });
  expect(
    compared.cases.map(({ caseKey, status, significant, noise, configChanged }) => [
      caseKey,
      status,
      significant,
      noise,
      configChanged,
    ]),
  ).toEqual([
    ['broken', 'regressed', true, 'regression', false],
    ['steady', 'unchanged_passed', false, 'withinNoise', false],
    ['shaky', 'regressed', false, 'withinNoise', false],
  ]);
  const [broken] = compared.cases;
  expect(broken).toMatchObject({
    title: 'case broken',
    smallestEffect: expect.any(Number),
    difference: { delta: -1 },
    base: {
      outcome: 'passed',
      error: null,
      passRate: { passed: 10, trials: 10, rate: 1, interval: { lower: expect.closeTo(0.722, 3), upper: 1 } },
    },
    compare: { outcome: 'failed', error: expect.stringContaining('broken'), passRate: { passed: 0, trials: 10 } },
  });
  expect(broken!.compare.iterationIds).toHaveLength(10);
  expect(broken!.compare.representativeIterationId).toBe(broken!.compare.iterationIds[0]);
  expect(broken!.scoreDeltas).toMatchObject([
    {
      gating: true,
      deterministic: true,
      definitionChanged: false,
      base: { status: 'scored', value: 1, passed: true },
      compare: { status: 'scored', value: 0, passed: false },
      value: { delta: -1 },
    },
  ]);
});

test('scores are summed up over a whole run', async () => {
  suite('scored', [tried('a', 2)]);
  const base = await judged('scored', { a: 2 });
  const { scoreContract } = await compare(await judged('scored', { a: 1 }), { baseRunId: base });
  expect(scoreContract).toMatchObject({
    base: {
      evaluationConfigHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      scoreIntegrity: 'valid',
      scoredIterations: 2,
      quarantinedIterations: 0,
    },
    evaluationConfigChanged: false,
    scorers: [
      {
        scorerId: expect.stringMatching(/^toolResultContains\./),
        passRate: { base: 1, compare: 0.5, delta: -0.5, percentDelta: -50 },
        errorCount: { base: 0, compare: 0 },
      },
    ],
  });
  expect(scoreContract.compare.evaluationConfigHash).toBe(scoreContract.base.evaluationConfigHash);
});

test('contradictory scores do not count, and the comparison says so', async () => {
  suite('quarantine', [tried('a', 2)]);
  const base = await judged('quarantine', { a: 2 });
  const run = await judged('quarantine', { a: 2 });
  await runs.db.pool.query(
    `update iterations set grade = jsonb_set(grade::jsonb, '{scores,0,value}', '7')::json where run_id = $1 and iteration_number = 1`,
    [run],
  );
  expect((await compare(run, { baseRunId: base })).scoreContract).toMatchObject({
    base: { scoreIntegrity: 'valid' },
    compare: { scoreIntegrity: 'invalid', scoredIterations: 1, quarantinedIterations: 1 },
    scorers: [{ meanValue: { base: 1, compare: 1 } }],
  });
});

test('errors are cut to the requested length', async () => {
  suite('cut', [tried('a', 1)]);
  const base = await judged('cut', { a: 1 });
  const run = await judged('cut', { a: 0 });
  const errorOf = async (query: object) => (await compare(run, { baseRunId: base, ...query })).cases[0]!.compare.error;
  expect(await errorOf({ previewChars: '5' })).toHaveLength(5);
  expect((await errorOf({}))!.length).toBeGreaterThan(5);
});

test('added, removed and changed cases are marked as such', async () => {
  suite('changing', [tried('kept', 3), tried('gone', 3), tried('reworded', 3), tried('rejudged', 3)]);
  const base = await judged('changing', { kept: 3, gone: 3, reworded: 3, rejudged: 3 });
  const [call, check] = echoCase('x').steps;
  suite('changing', [
    tried('kept', 3),
    tried('new', 3),
    tried('reworded', 3, {
      steps: [
        { ...call, arguments: { message: 'other' } },
        { id: 'check', kind: 'assert', assertion: { type: 'toolResultContains', needle: 'reworded' } },
      ],
    }),
    tried('rejudged', 3, {
      steps: [
        { ...call, arguments: { message: 'rejudged' } },
        { ...check, assertion: { type: 'toolResultContains', needle: 'something' } },
      ],
    }),
  ]);
  const { cases, comparable, statistics } = await compare(
    await judged('changing', { kept: 3, new: 3, reworded: 0, rejudged: 0 }),
    { baseRunId: base },
  );
  expect(
    cases.map(({ caseKey, status, configChanged, evaluationConfigChanged, noise }) => [
      caseKey,
      status,
      configChanged,
      evaluationConfigChanged,
      noise,
    ]),
  ).toEqual([
    ['kept', 'unchanged_passed', false, false, 'withinNoise'],
    ['new', 'new_case', false, false, 'notComparable'],
    ['reworded', 'regressed', true, false, 'notComparable'],
    ['rejudged', 'regressed', true, true, 'notComparable'],
    ['gone', 'removed_case', false, false, 'notComparable'],
  ]);
  expect(comparable).toMatchObject({
    holds: false,
    reasons: [
      {
        code: 'evaluationConfigDiffers',
        message: '1 of 3 shared cases are decided by different rules: "case rejudged".',
      },
    ],
  });
  expect(statistics).toBeNull();
});

test('excluded iterations are in no rate, and too many of them make runs incomparable', async () => {
  suite('weather', [tried('a', 10)]);
  const base = await judged('weather', { a: 10 });
  const withExcluded = async (count: number) => {
    const { runId, items } = await begin('weather');
    await finish(
      items.filter(({ iterationNumber }) => iterationNumber > count),
      { a: 10 },
    );
    await finish(
      items.filter(({ iterationNumber }) => iterationNumber <= count),
      {},
      excluded,
    );
    return compare(runId, { baseRunId: base });
  };
  expect(await withExcluded(2)).toMatchObject({
    comparable: { holds: true },
    statistics: { compare: { passed: 8, trials: 8, rate: 1 } },
    cases: [{ status: 'unchanged_passed', compare: { outcome: 'passed' } }],
  });
  expect(await withExcluded(3)).toMatchObject({
    comparable: { holds: false, reasons: [{ code: 'tooManyExcluded', side: 'compare' }] },
    statistics: null,
    cases: [{ noise: 'notComparable' }],
  });
});

test('a stopped run is not comparable, nor is one with another number of iterations', async () => {
  suite('partial', [tried('a', 3)]);
  const base = await judged('partial', { a: 3 });
  const { runId } = await begin('partial');
  await runs.call(operations.cancelEvalRun, { runId });
  expect(await compare(runId, { baseRunId: base })).toMatchObject({
    comparable: { holds: false, reasons: [{ code: 'runNotComplete', side: 'compare' }] },
    cases: [{ status: 'changed', compare: { outcome: 'absent' } }],
  });
  expect(await compare(await judged('partial', { a: 5 }, { iterationOverride: 5 }), { baseRunId: base })).toMatchObject(
    { comparable: { holds: false, reasons: [{ code: 'iterationsDiffer' }] } },
  );
});

test('under per-case grading a case is compared by its own threshold', async () => {
  suite('graded', [tried('a', 4, { passThreshold: 0.5 })], {
    caseGrading: { minEligibleTrials: 0, minCompletionRate: 0.8, maxEvaluatorErrorRate: 0.1 },
    minimumAccuracy: 0,
  });
  const base = await judged('graded', { a: 4 });
  expect(await compare(await judged('graded', { a: 2 }), { baseRunId: base })).toMatchObject({
    cases: [{ status: 'unchanged_passed' }],
    passSummary: { total: { base: 1, compare: 1 } },
  });
  expect(await compare(await judged('graded', { a: 1 }), { baseRunId: base })).toMatchObject({
    cases: [{ status: 'regressed' }],
  });
});

test('counts of iterations and of cases are never compared', async () => {
  suite('unit', [tried('a', 2)]);
  const base = await judged('unit', { a: 2 });
  suite('unit', [tried('a', 2, { passThreshold: 1 })], {
    caseGrading: { minEligibleTrials: 0, minCompletionRate: 0.8, maxEvaluatorErrorRate: 0.1 },
    minimumAccuracy: 0,
  });
  expect((await compare(await judged('unit', { a: 2 }), { baseRunId: base })).passSummary).toMatchObject({
    total: { base: 2, compare: 1, delta: null },
    passRatePercent: { delta: null, percentDelta: null },
  });
});

describe('the baseline', () => {
  test('is the newest completed run before, and no later one', async () => {
    suite('newest', [tried('a', 1)]);
    const first = await judged('newest', { a: 1 });
    const second = await judged('newest', { a: 1 });
    const { runId } = await begin('newest');
    await runs.call(operations.cancelEvalRun, { runId });
    const last = await judged('newest', { a: 1 });
    expect((await compare(last)).baseline).toEqual({ policy: 'previous_completed', baseRunId: second });
    expect((await compare(second)).baseline).toEqual({ policy: 'previous_completed', baseRunId: first });
    expect((await compare(last, { baseRunId: first })).baseline).toEqual({ policy: 'run', baseRunId: first });
    expect(await refusal(first)).toMatchObject({ code: 'NOT_FOUND', details: { reason: 'BASELINE_NOT_FOUND' } });
  });

  test('is of the same arm, and no rerun of failed cases', async () => {
    suite('armed', [tried('a', 1)]);
    const plain = await judged('armed', { a: 1 });
    const [armed, rerun] = [await judged('armed', { a: 1 }), await judged('armed', { a: 1 })];
    await runs.db.pool.query(
      `update runs set arm = case id when $1 then 'B' else '' end, is_baseline = id <> $2 where id in ($1, $2)`,
      [armed, rerun],
    );
    expect((await compare(await judged('armed', { a: 1 }))).baseline.baseRunId).toBe(plain);
  });

  test('is found and retained by the exact expressions of its index', async () => {
    await transaction(runs.db.pool, async (tx) => {
      await tx.query(
        `create index in_words on runs (${comparableColumns('runs').text}, run_number) where ${isBaseline('runs').text}`.replaceAll(
          'runs.',
          '',
        ),
      );
      const { rows } = await tx.query<{ words: string }>(
        `select replace(pg_get_indexdef(indexrelid), ' in_words ', ' runs_baselines ') as words from pg_index where indexrelid in ('in_words'::regclass, 'runs_baselines'::regclass)`,
      );
      expect(rows).toEqual([rows[0], rows[0]]);
      await tx.query('drop index in_words');
    });
  });

  test('must be a finished run of the suite', async () => {
    suite('mine', [tried('a', 1)]);
    suite('other', [tried('a', 1)]);
    const [run, foreign] = [await judged('mine', { a: 1 }), await judged('other', { a: 1 })];
    const { runId: open } = await begin('mine');
    const refused = (message: RegExp) => ({
      code: 'VALIDATION_ERROR',
      message: expect.stringMatching(message),
      details: { issues: [{ path: '/baseRunId' }] },
    });
    expect(await refusal(run, { baseRunId: foreign })).toMatchObject(refused(/another suite/));
    expect(await refusal(run, { baseRunId: run })).toMatchObject(refused(/itself/));
    expect(await refusal(run, { baseRunId: open })).toMatchObject(refused(/not over/));
    expect(await refusal(run, { baseRunId: 'run_nope' })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refusal('run_nope')).toMatchObject({ code: 'NOT_FOUND' });
    expect(
      await runs
        .call(
          operations.compareEvalRun,
          { projectId: 'prj2', runId: run },
          {},
          { requestId: 'x', organizationId: 'org', projectId: 'prj2', role: 'member' },
        )
        .catch((error: Problem) => error),
    ).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refusal(run, { previewChars: 'many' })).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: '/previewChars' }] },
    });
  });
});

test('a single run shows the statistics of its iterations, a list does not', async () => {
  suite('statistics', [tried('a', 4), tried('b', 1)]);
  const { runId, items } = await begin('statistics');
  expect(await runs.call(operations.getEvalRun, { runId })).not.toHaveProperty('trialStatistics');
  await runs.report(
    items.filter((item) => caseOf(item) === 'a'),
    (item) => echoTranscript(item.iterationNumber === 1 ? 'no' : 'a'),
  );
  expect((await runs.call(operations.getEvalRun, { runId })).trialStatistics).toMatchObject({
    unit: 'caseVariant',
    eligibleTrials: 4,
    passedTrials: 3,
    cases: [
      { caseId: 'a', k: 2, passAtK: 1, passHatK: 0.5, passRateInterval: { lower: expect.closeTo(0.3, 2) } },
      { caseId: 'b', eligibleTrials: 0, passAtK: null, passRateInterval: null },
    ],
  });
  expect((await runs.call(operations.getEvalRun, { runId }, { k: 3 })).trialStatistics).toMatchObject({
    cases: [
      { k: 3, passAtK: 1, passHatK: expect.closeTo(0.25, 12) },
      { k: 3, passAtK: null, passHatK: null },
    ],
  });
  await expect(runs.call(operations.getEvalRun, { runId }, { k: 0 })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  });
  const {
    items: [listed],
  } = await runs.call(operations.listEvalSuiteRuns, { suiteId: 'statistics' });
  expect(listed).not.toHaveProperty('trialStatistics');
});

test("a comparison has the suite's name of the launch", async () => {
  suite('named', [tried('a', 1)], { name: 'Before' });
  await judged('named', { a: 1 });
  const run = await judged('named', { a: 1 });
  suite('named', [tried('a', 1)], { name: 'After' });
  expect((await compare(run)).suite).toEqual({ id: 'named', name: 'Before' });
});
