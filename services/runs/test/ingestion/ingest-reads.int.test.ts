import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import { operations } from '@assay/contract/operations';
import { testCaller, openRuns, type RunsFixture } from '../support/harness.ts';
import { reporterOf, ingestResult } from '../support/ingest.ts';

let runs: RunsFixture;
let [before, after] = ['', ''];
const reporter = reporterOf(() => runs);

const add = (args: object) => [{ toolName: 'add', arguments: args as Record<string, unknown> }];
const adds = (passed: boolean) =>
  Array.from({ length: 6 }, (_, i) =>
    ingestResult(`a${i}`, {
      caseTitle: 'adds',
      externalCaseId: 'math: adds',
      passed,
      query: 'add 1 and 2',
      expectedToolCalls: add({ a: 1 }),
      actualToolCalls: passed ? add({ a: 1 }) : [{ toolName: 'sub', arguments: { note: 'a\u0000b' } }],
      ...(!passed && { error: 'wrong sum' }),
    }),
  );
beforeAll(async () => {
  runs = await openRuns();
  runs.world.suites.set('suite_of_nightly', { cases: [] });
  before = (await reporter.report({ results: [...adds(true), ingestResult('x', { caseTitle: 'stays' })] })).runId;
  after = (
    await reporter.report({
      results: [...adds(false), ingestResult('x', { caseTitle: 'stays' }), ingestResult('y', { caseTitle: 'new' })],
    })
  ).runId;
});
afterAll(() => runs.close());

/** The text of a document that is not JSON. */
const textOf = async (operation: typeof operations.exportEvalRunJunit) =>
  (
    await runs.asUser.call(
      rpcOf(operation),
      { projectId: 'prj', runId: after, input: Buffer.alloc(0) },
      { caller: testCaller },
    )
  ).json.toString();

test('an ingested run gets insights', async () => {
  expect(await runs.call(operations.getEvalRunDecisionSummary, { runId: after })).toMatchObject({
    diagnostics: {
      items: expect.arrayContaining([
        expect.objectContaining({
          caseId: 'math: adds',
          testCaseId: expect.stringMatching(/^case_/),
          chain: expect.objectContaining({ firstFailedStage: 'selection' }),
        }),
      ]),
    },
  });
  expect(await runs.call(operations.getEvalRunStageAnalytics, { runId: after })).toMatchObject({
    stages: expect.any(Array),
  });
});

test('an ingested run is compared case by case with the run before it', async () => {
  expect(await runs.call(operations.compareEvalRun, { runId: after })).toMatchObject({
    cases: expect.arrayContaining([
      expect.objectContaining({ status: 'regressed' }),
      expect.objectContaining({ status: 'new_case' }),
    ]),
  });
});

test('an ingested run is exported as JUnit XML and as Markdown', async () => {
  expect(await textOf(operations.exportEvalRunJunit)).toMatch(
    /failures="\d"[^]*<testcase name="adds"[^]*<failure message="add was called 0 of 1 times/,
  );
  expect(await textOf(operations.exportEvalRunMarkdown)).toMatch(/adds/);
});

test('iterations of an ingested run have steps', async () => {
  const [iteration] = await reporter.iterations(after);
  expect(await runs.call(operations.getEvalRunSteps, { runId: after, iterationId: iteration!.id })).toMatchObject({
    items: [
      { stepId: 'prompt', kind: 'prompt', evidence: { toolCalls: [{ toolName: 'sub' }] } },
      { kind: 'assert', status: 'fail' },
    ],
  });
});

test('an ingested run can neither be regraded nor backtested', async () => {
  await expect(runs.call(operations.regradeEvalRun, { runId: after })).rejects.toMatchObject({ code: 'CONFLICT' });
  await expect(
    runs.call(operations.backtestEvalRun, { runId: after }, { checks: [{ type: 'noToolErrors' }] }),
  ).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await reporter.read(before)).toMatchObject({ verdict: 'passed' });
  expect(await reporter.read(after)).toMatchObject({ verdict: 'failed' });
});
