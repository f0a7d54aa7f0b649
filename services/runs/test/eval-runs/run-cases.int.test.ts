import type { EvalRunCase, ListEvalRunCases } from '@assay/contract/areas/eval-runs/run-cases';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import { operations } from '@assay/contract/operations';
import { Blame, Outcome } from '@assay/mesh/gen/assay/v1/iterations';
import { recountVariants } from '../../src/store/eval-runs/variants.ts';
import { reporterOf, ingestResult } from '../support/ingest.ts';
import { echoCase, echoTranscript, openRuns, promptCase, testCaller, type HeldItem } from '../support/harness.ts';

let runs: Awaited<ReturnType<typeof openRuns>>;
let suites = 0;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

const caseOf = (item: HeldItem) => (JSON.parse(item.case.toString()) as FrozenCase).id;
const list = (runId: string, query: ListEvalRunCases = {}) => runs.call(operations.listEvalRunCases, { runId }, query);
const shown = (items: EvalRunCase[]) => items.map(({ title, outcome, trials }) => [title, outcome, trials.join(' ')]);

/** A run with all of its iterations leased. */
async function leasedRun(cases: FrozenCase[], suite: object = {}): Promise<{ runId: string; items: HeldItem[] }> {
  const suiteId = `cases${++suites}`;
  runs.world.suites.set(suiteId, { cases, suite });
  const { runId } = await runs.call(operations.createEvalRun, {}, { suiteId });
  return { runId, items: (await runs.lease('r')).filter((item) => item.runId === runId) };
}

/** Reports these trials; those at the given places answer what their case does not expect. */
const report = (items: HeldItem[], wrongAt: number[] = []) =>
  runs.report(items, (item) => echoTranscript(wrongAt.includes(item.iterationNumber) ? 'wrong' : caseOf(item)));

const nothing = () => echoTranscript('');

/** The facts that the case variants keep are the facts of their iterations. */
async function expectConsistent(runId: string): Promise<void> {
  const kept = async () =>
    (
      await runs.db.pool.query<object>(
        `select case_position, model, eligible, passed, failed_at, failure::jsonb, (select array_agg(e order by e) from unnest(ends) e) as ends
         from run_variants where run_id = $1 order by case_position, model`,
        [runId],
      )
    ).rows;
  const before = await kept();
  await recountVariants(runs.db.pool, runId);
  expect(await kept()).toEqual(before);
}

test('trials are shown in their order while the run is under way, and cases with their outcome', async () => {
  const { runId, items } = await leasedRun([
    echoCase('a', { iterations: 3 }),
    echoCase('b', { iterations: 2 }),
    echoCase('c'),
  ]);
  const of = (id: string) => items.filter((item) => caseOf(item) === id);
  await report(of('a').slice(2));
  await report(of('a').slice(0, 1), [1]);
  await report(of('b'));
  const { items: found, counts } = await list(runId);
  expect(shown(found)).toEqual([
    ['case a', 'failed', 'failed running passed'],
    ['case b', 'passed', 'passed passed'],
    ['case c', 'open', 'running'],
  ]);
  expect(found[0]).toMatchObject({
    testCaseId: 'a',
    passed: 1,
    eligible: 2,
    excluded: {},
    p50DurationMs: expect.any(Number),
    firstFailure: {
      iterationId: of('a')[0]!.iterationId,
      trial: 1,
      stage: 'response',
      assertion: 'toolResultContains',
      reason: 'the result does not contain "a"',
      expected: 'a result that contains "a"',
      came: '"wrong" (1 of 2 trials)',
      evidence: 'the result of call 1 of trial 1',
      place: { spanId: 'call_1', part: 'result', pointer: '' },
    },
    iterationId: of('a')[0]!.iterationId,
  });
  expect(found[1]).not.toHaveProperty('firstFailure');
  expect(found[1]!.iterationId).toBe(of('b')[0]!.iterationId);
  expect(counts).toEqual({
    total: 3,
    outcome: { passed: 1, failed: 1, undecided: 0, open: 1 },
    stage: { response: 1 },
    assertion: { toolResultContains: 1 },
    model: {},
  });
  await expectConsistent(runId);
});

test('trials that say nothing about the server are excluded with their reason', async () => {
  const { runId, items } = await leasedRun([echoCase('a', { iterations: 2 }), echoCase('b'), echoCase('c')]);
  const [first, second, b, c] = items;
  await runs.report([first!], nothing, {
    outcome: Outcome.FAILED,
    blame: Blame.PROVIDER,
    errorMessage: 'away',
    transcript: Buffer.alloc(0),
  });
  await report([second!]);
  await runs.report([b!], nothing, {
    outcome: Outcome.TIMED_OUT,
    blame: Blame.SERVER,
    errorMessage: 'too slow',
    transcript: Buffer.alloc(0),
  });
  await runs.report([c!], nothing, {
    outcome: Outcome.FAILED,
    blame: Blame.PLATFORM,
    errorMessage: 'lost',
    transcript: Buffer.alloc(0),
  });
  const { items: found } = await list(runId);
  expect(found).toMatchObject([
    { outcome: 'passed', trials: ['provider', 'passed'], passed: 1, eligible: 1, excluded: { provider: 1 } },
    {
      outcome: 'failed',
      trials: ['broken'],
      passed: 0,
      eligible: 1,
      excluded: {},
      firstFailure: { reason: 'too slow' },
    },
    { outcome: 'undecided', trials: ['platform'], eligible: 0, excluded: { platform: 1 }, passRateInterval: null },
  ]);
  await expectConsistent(runId);
});

test('a cancelled run says which trials were cancelled', async () => {
  const { runId, items } = await leasedRun([echoCase('a', { iterations: 2 }), echoCase('b')]);
  await report(items.slice(0, 1));
  await runs.call(operations.cancelEvalRun, { runId });
  expect(shown((await list(runId)).items)).toEqual([
    ['case a', 'passed', 'passed cancelled'],
    ['case b', 'undecided', 'cancelled'],
  ]);
  await expectConsistent(runId);
});

test('cases of a run that is graded per case are decided by their thresholds', async () => {
  const caseGrading = { minEligibleTrials: 0, minCompletionRate: 0.8, maxEvaluatorErrorRate: 0.1 };
  const { runId, items } = await leasedRun(
    [echoCase('easy', { iterations: 4, passThreshold: 0.5 }), echoCase('hard', { passThreshold: 1 })],
    { caseGrading, minimumAccuracy: 0 },
  );
  await report(
    items.filter((item) => caseOf(item) === 'easy'),
    [3, 4],
  );
  expect((await list(runId)).items).toMatchObject([
    { outcome: 'passed', passed: 2, eligible: 4, passThreshold: 0.5 },
    { outcome: 'open', passThreshold: 1 },
  ]);
  expect((await list(runId, { outcome: 'passed' })).items).toHaveLength(1);
  expect((await list(runId, { outcome: 'open,passed' })).items).toHaveLength(2);
  await expectConsistent(runId);
});

test('filters and pages find the cases that match, in the order of the suite', async () => {
  const { runId, items } = await leasedRun(
    ['a', 'b', 'c', 'd'].map((id) => echoCase(id, { title: id === 'd' ? '100% of_it' : `case ${id}` })),
  );
  await runs.report(items, (item) => echoTranscript(['b', 'd'].includes(caseOf(item)) ? 'wrong' : caseOf(item)));
  const titles = async (query: ListEvalRunCases) => (await list(runId, query)).items.map(({ title }) => title);
  expect(await titles({ outcome: 'failed' })).toEqual(['case b', '100% of_it']);
  expect(await titles({ stage: 'response' })).toEqual(['case b', '100% of_it']);
  expect(await titles({ stage: 'call' })).toEqual([]);
  expect(await titles({ assertion: 'toolResultContains', q: 'CASE' })).toEqual(['case b']);
  expect(await titles({ q: '0% of_' })).toEqual(['100% of_it']);
  expect(await titles({ q: '_' })).toEqual(['100% of_it']);
  expect(await titles({ model: 'none/such' })).toEqual([]);
  expect([(await titles({ leftOut: true })).length, (await titles({ leftOut: false })).length]).toEqual([0, 4]);
  const first = await list(runId, { limit: 3 });
  expect(first.counts).toMatchObject({ total: 4 });
  const second = await list(runId, { limit: 3, cursor: first.nextCursor! });
  expect([...first.items, ...second.items].map(({ title }) => title)).toEqual([
    'case a',
    'case b',
    'case c',
    '100% of_it',
  ]);
  expect([second.nextCursor, second.counts]).toEqual([undefined, undefined]);
  await expect(list(runId, { limit: 3, cursor: first.nextCursor!, outcome: 'failed' })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { issues: [{ path: '/cursor' }] },
  });
  await expect(list(runId, { outcome: 'green' })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { issues: [{ path: '/outcome' }] },
  });
});

test('a filter finds the last of many cases, and pages go through the models of one case', async () => {
  const models = [{ model: 'scripted/other' }, { model: 'scripted/rules' }];
  runs.world.models.hostedModels = models.map(({ model }) => model);
  const many = Array.from({ length: 40 }, (_, i) => echoCase(`n${i}`, { title: i === 39 ? 'the last' : `case ${i}` }));
  const { runId } = await leasedRun([promptCase('asks', { models }), ...many]);
  expect((await list(runId, { limit: 1, q: 'the last' })).items).toMatchObject([{ title: 'the last' }]);
  const first = await list(runId, { limit: 1 });
  const second = await list(runId, { limit: 1, cursor: first.nextCursor! });
  const third = await list(runId, { limit: 1, cursor: second.nextCursor! });
  expect([first, second, third].map(({ items: [item] }) => [item!.title, item!.model])).toEqual([
    ['case asks', 'scripted/other'],
    ['case asks', 'scripted/rules'],
    ['case 0', null],
  ]);
  expect(first.counts!.model).toEqual({ 'scripted/other': 1, 'scripted/rules': 1 });
});

test('a regrade changes the outcomes of cases', async () => {
  const { runId, items } = await leasedRun([echoCase('a', { iterations: 2 })]);
  await report(items, [2]);
  await runs.db.pool.query(`update iterations set result = 'failed' where run_id = $1`, [runId]);
  await runs.call(operations.regradeEvalRun, { runId });
  expect(shown((await list(runId)).items)).toEqual([['case a', 'failed', 'passed failed']]);
  await expectConsistent(runId);
});

test('cases of an ingested run are listed with the results of their reporter', async () => {
  runs.world.suites.set('suite_of_nightly', { cases: [] });
  const { runId } = await reporterOf(() => runs).report({
    results: [
      ingestResult('1', { caseTitle: 'adds' }),
      ingestResult('2', { caseTitle: 'subtracts', passed: false, error: 'wrong sum' }),
      ingestResult('3', { caseTitle: 'adds' }),
    ],
  });
  expect(shown((await list(runId)).items)).toEqual([
    ['adds', 'passed', 'passed passed'],
    ['subtracts', 'failed', 'failed'],
  ]);
  await expectConsistent(runId);
});

test('the cases of a run of another project are not found', async () => {
  const { runId } = await leasedRun([echoCase('a')]);
  await expect(
    runs.call(
      operations.listEvalRunCases,
      { runId, projectId: 'prj_other' },
      {},
      { ...testCaller, projectId: 'prj_other' },
    ),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
