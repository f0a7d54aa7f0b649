import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { operations } from '@assay/contract/operations';
import { echoCase, echoTranscript, testCaller, type HeldItem } from '../support/harness.ts';
import { openJudgingFixture, type JudgingFixture } from '../support/judging-fixture.ts';

let fixture: JudgingFixture;
beforeAll(async () => {
  fixture = await openJudgingFixture();
  fixture.world.models.hostedModels.push('scripted/rules');
});
afterAll(() => fixture.close());

const PER_CASE = { caseGrading: { minEligibleTrials: 0, minCompletionRate: 0.8, maxEvaluatorErrorRate: 0.1 } };
const asks = (id: string, more: Partial<FrozenCase> = {}): FrozenCase =>
  echoCase(id, { models: [{ model: 'scripted/rules' }], steps: [{ id: 'p', kind: 'prompt', prompt: 'hi' }], ...more });
const replied: Transcript = {
  version: 1,
  messages: [],
  userMessages: 1,
  toolCalls: [],
  steps: [{ stepId: 'p', stepIndex: 0, kind: 'prompt', status: 'ok', startMs: 0, endMs: 1 }],
};
const answer = (item: HeldItem): Transcript => {
  const { id, steps } = JSON.parse(item.case.toString()) as FrozenCase;
  return steps[0]!.kind === 'prompt' ? replied : echoTranscript(id);
};
const finished = (name: string, cases: FrozenCase[], judge = {}, more = {}) =>
  fixture.finished(fixture.suite(name, cases, judge, more), answer);
const exported = async (operation: typeof operations.exportEvalRunJunit, runId: string): Promise<string> =>
  (
    await fixture.asUser.call(
      rpcOf(operation),
      { projectId: 'prj', runId, input: Buffer.from('{}') },
      { caller: testCaller },
    )
  ).json.toString();

test('every report names the cases that decide nothing', async () => {
  const runId = await finished('some', [echoCase('a'), asks('b'), asks('c', { expectedOutput: '42' })]);
  const casesWithoutGrading = {
    count: 2,
    total: 3,
    cases: [
      { testCaseId: 'b', title: 'case b', reason: 'noAssertion' },
      { testCaseId: 'c', title: 'case c', reason: 'expectedOutputNotRead' },
    ],
    message: '2 of 3 cases decide nothing: case b, case c.',
  };
  expect(await fixture.read(runId)).toMatchObject({ verdict: 'passed', casesWithoutGrading });
  expect((await fixture.call(operations.listEvalRuns, {}, {})).items).toContainEqual(
    expect.objectContaining({ id: runId, casesWithoutGrading }),
  );
  expect(await fixture.call(operations.getEvalRunDecisionSummary, { runId }, {})).toMatchObject({
    casesWithoutGrading,
  });
  const junit = await exported(operations.exportEvalRunJunit, runId);
  expect(junit).toContain('name="assay.casesWithoutGrading" value="2 of 3 cases decide nothing"');
  expect(junit).toContain('<skipped message="The case decides nothing: it asserts nothing."');
  expect(junit).toContain(
    '<skipped message="The case decides nothing: no judge that decides reads its expected output."',
  );
  expect(junit).toMatch(/<testsuites [^>]*tests="3" failures="0" errors="0" skipped="2"/);
  expect(await exported(operations.exportEvalRunMarkdown, runId)).toContain(
    ' 2 of 3 cases decide nothing: case b, case c.',
  );
});

test.each([
  ['by its accuracy', {}],
  ['per case', PER_CASE],
])('a run %s in which no case decides has no verdict', async (name, more) => {
  const runId = await finished(`nothing ${name}`, [asks('a'), asks('b')], {}, more);
  const undecided = { reason: 'gradingNotConfigured', detail: '2 of 2 cases decide nothing: case a, case b.' };
  const expected = { verdict: 'notEstablished', undecided };
  expect(await fixture.read(runId)).toMatchObject({ status: 'completed', result: null, ...expected });
  expect(await fixture.call(operations.getEvalRunDecisionSummary, { runId }, {})).toMatchObject({
    ...expected,
    verdictSource: 'none',
  });
  expect(await exported(operations.exportEvalRunMarkdown, runId)).toContain(
    'that decides. 2 of 2 cases decide nothing: case a, case b.\n',
  );
  expect(await exported(operations.exportEvalRunJunit, runId)).toMatch(/tests="3" failures="0" errors="1" skipped="2"/);
});

test('a gating judge that does not decide leaves a run without a verdict', async () => {
  const runId = await finished('unmeasured', [asks('a', { expectedOutput: '42' })], { autoRun: true, role: 'gating' });
  expect(await fixture.read(runId)).toMatchObject({
    verdict: 'notEstablished',
    undecided: { reason: 'gradingNotConfigured' },
    casesWithoutGrading: { count: 1, cases: [{ reason: 'expectedOutputNotRead' }] },
  });
  await fixture.judgeAll();
});

test('a regrade by assertions that decide gives a run its verdict', async () => {
  const suiteId = fixture.suite('regraded', [asks('a')]);
  const runId = await fixture.finished(suiteId, answer);
  const check = { type: 'toolNeverCalled', toolName: 'delete' } as const;
  fixture.world.suites.set(suiteId, { cases: [asks('a', { checks: { mode: 'extend', list: [check] } })], suite: {} });
  await fixture.call(operations.regradeEvalRun, { runId }, { checks: 'current' });
  const run = await fixture.read(runId);
  expect(run).toMatchObject({ verdict: 'passed', result: 'passed' });
  expect(run).not.toHaveProperty('casesWithoutGrading');
});

test('results that were ingested with an outcome decide', async () => {
  const results = [{ caseTitle: 'asks', passed: true, query: 'hi' }];
  const { runId } = await fixture.call(operations.reportEvalRun, {}, { suiteName: 'nightly', results });
  const read = await fixture.read(runId);
  expect(read).toMatchObject({ verdict: 'passed' });
  expect(read).not.toHaveProperty('casesWithoutGrading');
});
