import type { GatePolicy } from '@assay/contract/areas/gates/documents';
import { operations } from '@assay/contract/operations';
import { openRuns, type RunsFixture } from '../support/harness.ts';
import { reporterOf, ingestResult } from '../support/ingest.ts';

let runs: RunsFixture;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

const reporter = reporterOf(() => runs);
/** A run of the suite `nightly` with this gate; returns its gate report. */
async function gated(policy: GatePolicy, body: object) {
  runs.world.suites.set('suite_of_nightly', { cases: [], suite: { gate: Buffer.from(JSON.stringify(policy)) } });
  const { runId } = await reporter.report(body);
  return runs.call(operations.getEvalRunGate, { runId });
}
const MAX_COUNT = 2_147_483_647;

test.each<[string, object[], unknown[]]>([
  [
    'that says nothing of tokens and models',
    [{ caseTitle: 'x', passed: true }],
    [{ status: 'non_gateable' }, { status: 'non_gateable' }],
  ],
  [
    'that says so of one of two',
    [ingestResult('1', { tokens: { total: 3 } }), ingestResult('2')],
    [{ status: 'non_gateable' }, { status: 'non_gateable' }],
  ],
  [
    'that says how many tokens it took',
    [ingestResult('1', { tokens: { total: 3 } }), ingestResult('2', { tokens: { input: 3, output: 4 } })],
    [{ status: 'passed', observed: 10 }, { status: 'non_gateable' }],
  ],
  [
    'that left a trial out',
    [ingestResult('1', { tokens: { total: 3 } }), ingestResult('2', { skipped: true })],
    [{ status: 'passed', observed: 3 }, { status: 'non_gateable' }],
  ],
  [
    'of more tokens than an integer holds',
    [ingestResult('1', { tokens: { input: MAX_COUNT, output: MAX_COUNT } })],
    [{ status: 'failed', observed: 2 * MAX_COUNT }, { status: 'non_gateable' }],
  ],
])("usage is gated by the reporter's numbers: one %s", async (_, results, verdicts) => {
  expect((await gated({ maximumTotalTokens: 10, maximumCostUsd: 1 }, { results })).verdicts).toMatchObject(verdicts);
});

test('a gate is incomplete for a run with fewer iterations than its reporter expected', async () => {
  expect(await gated({ minimumPassRate: 0.9 }, { expectedIterations: 10, results: [ingestResult('1')] })).toMatchObject(
    {
      outcome: 'incomplete',
      verdicts: [{ status: 'non_gateable', message: 'The run did not finish, so trials are missing.' }],
    },
  );
});

test('an advisory check of an iteration that its reporter passed does not fail a gate', async () => {
  const expectedToolCalls = [{ toolName: 'add' }];
  const policy = { noDeterministicRegressions: true };
  const first = (
    await gated(policy, { results: [ingestResult('1', { expectedToolCalls, actualToolCalls: expectedToolCalls })] })
  ).runId;
  const second = await gated(policy, { results: [ingestResult('1', { expectedToolCalls, actualToolCalls: [] })] });
  expect(second).toMatchObject({ outcome: 'passed', verdicts: [{ status: 'passed', observed: 0 }] });
  const {
    cases: [only],
  } = await runs.call(operations.compareEvalRun, { runId: second.runId }, { baseRunId: first });
  expect(only!.scoreDeltas).toMatchObject([
    { scorerId: expect.stringMatching(/^toolCalledWith\./), base: { passed: true }, compare: { passed: false } },
  ]);
});
