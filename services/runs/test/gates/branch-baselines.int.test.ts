import type { GatePolicy } from '@assay/contract/areas/gates/documents';
import { operations } from '@assay/contract/operations';
import type { Problem } from '@assay/contract/problem';
import { echoCase, openRuns } from '../support/harness.ts';
import { judgedRuns, type PassCounts } from '../support/judged-runs.ts';

let runs: Awaited<ReturnType<typeof openRuns>>;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

const { suite, begin, finish } = judgedRuns(() => runs);
const trials = [echoCase('a', { iterations: 20 })];
const gated = (suiteId: string, policy: GatePolicy) =>
  suite(suiteId, trials, { gate: Buffer.from(JSON.stringify(policy)), minimumAccuracy: 50 });
/** A run of the suite that CI launched. */
async function ran(suiteId: string, ci: object, passes: PassCounts, body: object = {}): Promise<string> {
  const { runId, items } = await begin(suiteId, body, { ci: JSON.stringify(ci) });
  await finish(items, passes);
  return runId;
}
const gate = (runId: string) => runs.call(operations.getEvalRunGate, { runId });
const compare = (runId: string, query: object = {}) => runs.call(operations.compareEvalRun, { runId }, query);
const refusal = (reply: Promise<unknown>) =>
  reply.then(
    (answer) => {
      throw new Error(`was answered: ${JSON.stringify(answer)}`);
    },
    (error: Problem) => error,
  );

const against = (branch: string): GatePolicy => ({ passRateRegression: {}, baseline: { branch } });
const [main, fix] = [{ branch: 'main' }, { branch: 'fix', pullRequest: '7' }];

test('a regression of an earlier commit is found when the gate compares with the branch main', async () => {
  gated('hidden', against('main'));
  const good = await ran('hidden', main, { a: 19 });
  await ran('hidden', fix, { a: 11 });
  const second = await ran('hidden', fix, { a: 11 });
  expect(await gate(second)).toMatchObject({
    outcome: 'failed',
    policy: { baseline: { branch: 'main' } },
    baseline: { policy: 'branch', branch: 'main', baseRunId: good },
    verdicts: [{ gate: 'passRateRegression', status: 'failed', observed: expect.closeTo(-0.4, 12) }],
  });
  expect(await compare(second)).toMatchObject({ baseline: { policy: 'branch', baseRunId: good } });
  gated('hidden', { passRateRegression: {} });
  expect(await gate(await ran('hidden', fix, { a: 11 }))).toMatchObject({
    outcome: 'passed',
    baseline: { policy: 'previous_completed', baseRunId: second },
  });
});

test('a run of the branch itself is compared with the newest one before it', async () => {
  gated('itself', against('main'));
  const first = await ran('itself', main, { a: 20 });
  expect(await gate(first)).toMatchObject({
    outcome: 'incomplete',
    baseline: null,
    verdicts: [{ status: 'non_gateable', message: expect.stringContaining('The branch main has no earlier run') }],
  });
  const second = await ran('itself', main, { a: 20 });
  await ran('itself', main, { a: 20 });
  expect(await gate(second)).toMatchObject({ outcome: 'passed', baseline: { branch: 'main', baseRunId: first } });
  expect(await compare(second)).toMatchObject({ baseline: { baseRunId: first } });
});

test('only whole runs of the branch with a verdict are its baseline, of the same client', async () => {
  suite('whole', [...trials, echoCase('b')], { gate: Buffer.from(JSON.stringify(against('main'))) });
  const passes = { a: 20, b: 1 };
  const base = await ran('whole', main, passes);
  const hidden = [
    await ran('whole', main, { a: 20 }, { caseIds: ['a'] }),
    await ran('whole', { branch: 'main', pullRequest: '9' }, passes),
    await ran('whole', { branch: 'maintenance' }, passes),
    await ran('whole', main, passes),
    await ran('whole', main, passes),
    await ran('whole', main, passes),
  ];
  await runs.db.pool.query(`update runs set result = 'inconclusive' where id = $1`, [hidden[3]]);
  await runs.db.pool.query(`update runs set result = null, status = 'cancelled' where id = $1`, [hidden[4]]);
  await runs.db.pool.query(`update runs set client_key = 'other' where id = $1`, [hidden[5]]);
  const pull = await ran('whole', fix, passes);
  expect(await gate(pull)).toMatchObject({ baseline: { baseRunId: base } });
});

test('a launch names a baseline that its gate and its comparisons use', async () => {
  gated('named', against('main'));
  const [release, onMain] = [await ran('named', { branch: 'release' }, { a: 20 }), await ran('named', main, { a: 11 })];
  const ofBranch = await ran('named', fix, { a: 11 }, { baseline: { branch: 'release' } });
  expect(await gate(ofBranch)).toMatchObject({
    outcome: 'failed',
    baseline: { branch: 'release', baseRunId: release },
  });
  const ofRun = await ran('named', fix, { a: 11 }, { baseline: { runId: onMain } });
  expect(await runs.call(operations.getEvalRun, { runId: ofRun }, {})).toMatchObject({ baseline: { runId: onMain } });
  expect(await gate(ofRun)).toMatchObject({ outcome: 'passed', baseline: { policy: 'run', baseRunId: onMain } });
  expect(await compare(ofRun)).toMatchObject({ baseline: { policy: 'run', baseRunId: onMain } });
  expect(await compare(ofRun, { baseBranch: 'release' })).toMatchObject({ baseline: { baseRunId: release } });
});

test('a named baseline that does not exist is refused, or said to be missing', async () => {
  suite('missing', trials);
  suite('elsewhere', trials);
  const other = await ran('elsewhere', main, { a: 20 });
  const { runId: open } = await begin('missing');
  const launch = (baseline: object) =>
    refusal(runs.call(operations.createEvalRun, {}, { suiteId: 'missing', baseline }));
  expect(await launch({ runId: 'run_none' })).toMatchObject({ code: 'NOT_FOUND' });
  for (const [baseline, path] of [
    [{ runId: other }, '/baseline/runId'],
    [{ runId: open }, '/baseline/runId'],
    [{}, '/baseline'],
    [{ branch: 'main', runId: other }, '/baseline'],
    [{ branch: '' }, '/baseline/branch'],
  ] as const)
    expect(await launch(baseline)).toMatchObject({ code: 'VALIDATION_ERROR', details: { issues: [{ path }] } });
  const run = await ran('missing', main, { a: 20 });
  expect(await refusal(compare(run, { baseBranch: 'none' }))).toMatchObject({
    code: 'NOT_FOUND',
    message: expect.stringContaining('the branch none has no run with a verdict before this one'),
    details: { reason: 'BASELINE_NOT_FOUND' },
  });
  expect(await refusal(compare(run, { baseBranch: 'main', baseRunId: other }))).toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { issues: [{ path: '/baseBranch' }] },
  });
});

test('runs are listed by branch, commit and pull request', async () => {
  suite('listed', trials);
  const commit = { commitSha: '4f1c2a9b00', commitMessage: 'Refund in cents\n\nAs asked.', commitAuthor: 'Ada' };
  const [one, two] = [
    await ran('listed', { ...main, ...commit }, { a: 20 }),
    await ran('listed', { ...fix, commitSha: '4f1c2aaa00' }, { a: 20 }),
  ];
  const listed = async (query: object) =>
    (await runs.call(operations.listEvalRuns, {}, { suiteId: 'listed', ...query })).items.map(({ id }) => id);
  expect(await listed({ branch: 'main' })).toEqual([one]);
  expect(await listed({ commit: '4f1c2a9b00' })).toEqual([one]);
  expect(await listed({ commit: '4f1c2a' })).toEqual([two, one]);
  expect(await listed({ branch: 'main', commit: '4f1c2aaa' })).toEqual([]);
  expect(await listed({ pullRequest: '7' })).toEqual([two]);
  expect(await listed({ verdict: 'inconclusive,passed' })).toEqual(await listed({ verdict: 'passed' }));
  expect(await listed({ verdict: 'failed,passed' })).toEqual([two, one]);
  expect(await refusal(listed({ verdict: 'failed,lost' }))).toMatchObject({
    details: { issues: [{ path: '/verdict' }] },
  });
  expect(await refusal(listed({ commit: '%%%%' }))).toMatchObject({ details: { issues: [{ path: '/commit' }] } });
  expect(await runs.call(operations.getEvalRun, { runId: one }, {})).toMatchObject({
    ciMetadata: { branch: 'main', commitSha: '4f1c2a9b00', commitMessage: 'Refund in cents', commitAuthor: 'Ada' },
  });
});
