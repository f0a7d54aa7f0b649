import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { Document } from '@assay/mesh/gen/assay/v1/document';
import { operations } from '@assay/contract/operations';
import { Blame, Outcome } from '@assay/mesh/gen/assay/v1/iterations';
import { testCaller, echoCase, openRuns, echoTranscript, type RunsFixture, type HeldItem } from '../support/harness.ts';

let runs: RunsFixture;
let suites = 0;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

const caseOf = (item: HeldItem): string => (JSON.parse(item.case.toString()) as FrozenCase).id;

async function start(cases: FrozenCase[], suite: object = {}): Promise<{ runId: string; items: HeldItem[] }> {
  const suiteId = `suite${++suites}`;
  runs.world.suites.set(suiteId, { cases, suite });
  const { runId } = await runs.call(operations.createEvalRun, {}, { suiteId });
  return { runId, items: await runs.lease('r') };
}

const exported = (operation: typeof operations.exportEvalRunJunit, runId: string, input = {}): Promise<Document> =>
  runs.asUser.call(
    rpcOf(operation),
    { projectId: 'prj', runId, input: Buffer.from(JSON.stringify(input)) },
    { caller: testCaller },
  );
const junit = async (runId: string) => {
  const { json, contentType } = await exported(operations.exportEvalRunJunit, runId);
  expect([contentType, XMLValidator.validate(json.toString())]).toEqual(['application/junit+xml', true]);
  return new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    isArray: (name) => ['testsuite', 'testcase', 'property'].includes(name),
  }).parse(json.toString()).testsuites;
};
const markdown = async (runId: string, query = {}) =>
  (await exported(operations.exportEvalRunMarkdown, runId, query)).json.toString();

const hostile = '<b>"a" & \u0007 | *x* @team\n# y';

test('JUnit has a suite with a test per case, with what was expected, what came and where', async () => {
  const { runId, items } = await start([
    echoCase('a', { iterations: 2 }),
    echoCase('b'),
    echoCase('w', { title: 'third' }),
  ]);
  const of = (id: string) => items.filter((item) => caseOf(item) === id);
  await runs.report([of('a')[0]!], () => echoTranscript('a'));
  await runs.report([of('a')[1]!], () => echoTranscript('<wrong> \u0007'));
  await runs.report(of('b'), () => echoTranscript('b'), {
    outcome: Outcome.FAILED,
    errorCode: 'RATE_LIMITED',
    errorMessage: 'busy',
    blame: Blame.PROVIDER,
  });
  await runs.report(of('w'), () => echoTranscript('w'));
  const report = await junit(runId);
  const suite = { name: `suite${suites}`, tests: '3', failures: '1', errors: '1', skipped: '0', time: '0.012' };
  expect(report).toMatchObject({ ...suite, testsuite: [suite] });
  const [{ testcase, timestamp, properties }] = report.testsuite;
  expect(timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
  expect(
    Object.fromEntries(properties.property.map(({ name, value }: Record<string, string>) => [name, value])),
  ).toEqual({
    'assay.runId': runId,
    'assay.runNumber': '1',
    'assay.suiteId': `suite${suites}`,
    'assay.verdict': 'notEstablished',
    'assay.sentence': expect.stringContaining('Not established.'),
    'assay.because': expect.any(String),
    'assay.interval': '21–94\u202f%',
    'assay.line': '100\u202f%',
    'assay.url': `http://assay.test/p/prj/runs/${runId}`,
  });
  expect(testcase).toMatchObject([
    {
      name: 'case a',
      classname: `suite${suites}`,
      time: '0.006',
      failure: { type: 'response', message: 'the result does not contain "a"' },
    },
    {
      name: 'case b',
      error: { message: "No trial says anything about the server: 1 failed because of the model's provider." },
    },
    { name: 'third' },
  ]);
  expect(testcase[0].failure['#text'].split('\n')).toEqual([
    'expected  a result that contains "a"',
    expect.stringMatching(/^came {6}"<wrong> .*" \(1 of 2 trials\)$/),
    'evidence  the result of call 1 of trial 2',
    expect.stringMatching(/^trace {5}http:\/\/assay.test\/p\/prj\/runs\/run_\w+\/i\/iter_\w+$/),
  ]);
});

test('JUnit of a run that is graded per case goes by the thresholds of its cases', async () => {
  const caseGrading = { minEligibleTrials: 0, minCompletionRate: 0.8, maxEvaluatorErrorRate: 0.1 };
  const { runId, items } = await start(
    [echoCase('a', { iterations: 4, passThreshold: 0.5 }), echoCase('b', { iterations: 2, passThreshold: 1 })],
    { caseGrading },
  );
  await runs.report(items, (item) => echoTranscript(item.iterationNumber === 1 ? 'else' : caseOf(item)));
  const report = await junit(runId);
  expect(report).toMatchObject({ tests: '2', failures: '1', errors: '0' });
  const [{ testcase }] = report.testsuite;
  expect(testcase).toMatchObject([
    { name: 'case a', time: '0.012' },
    { name: 'case b', failure: { type: 'response' } },
  ]);
  expect(testcase[0]).not.toHaveProperty('failure');
});

test('hostile texts break neither XML nor Markdown, and both are without secrets', async () => {
  const { runId, items } = await start([echoCase('a', { title: hostile })]);
  await runs.report(
    items,
    () => ({ ...echoTranscript('x'), error: { code: 'BROKEN', message: `${hostile}\u0000\ud800` } }),
    { outcome: Outcome.FAILED, errorCode: 'BROKEN', errorMessage: `${hostile} token=hunter2`, blame: Blame.SERVER },
  );
  const report = await junit(runId);
  expect(report.testsuite[0].testcase[0].name).toContain('<b>"a" & ');
  const text = await markdown(runId);
  expect(text).toContain('&lt;b&gt;"a" &amp; \\| \\*x\\* @\u200bteam \\# y');
  expect(
    text
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .every((line) => line.replaceAll('\\|', '').split('|').length === 6),
  ).toBe(true);
  expect([JSON.stringify(report), text].some((each) => each.includes('hunter2'))).toBe(false);
});

test('a cancelled run reports untried cases as skipped, and its missing verdict as an error', async () => {
  const { runId, items } = await start([echoCase('a'), echoCase('b')]);
  await runs.report(items.slice(0, 1), () => echoTranscript('a'));
  await runs.call(operations.cancelEvalRun, { runId });
  expect(await junit(runId)).toMatchObject({
    tests: '3',
    skipped: '1',
    errors: '1',
    testsuite: [
      {
        testcase: [
          {},
          { skipped: { message: 'No trial says anything about the server: 1 cancelled.' } },
          { error: { type: 'notEstablished', message: expect.stringContaining('The run was cancelled') } },
        ],
      },
    ],
  });
  expect(await markdown(runId)).toMatch(
    /^### ◇ suite\d+: not established\n\nThe run was cancelled; 1 of 2 trials are graded\. 1 trial is excluded/,
  );
});

test('Markdown has the verdict with its interval, the gate, the failed cases and the links', async () => {
  const { runId, items } = await start([echoCase('a', { iterations: 3 }), echoCase('b')], {
    gate: Buffer.from('{"minimumPassRate":0.9,"maximumCostUsd":1}'),
  });
  await runs.report(items, (item) => echoTranscript(caseOf(item) === 'b' ? 'else' : 'a'));
  expect(await markdown(runId)).toBe(`### ■ suite${suites}: failed

3 of 4 trials passed, 75 % (95 % interval 30–95 %); the suite needs 100 %. The gate failed: 1 of 2 rules.

| Case | Trials | Stage | Reason |
| --- | --- | --- | --- |
| case b | 0 of 1 | response | the result does not contain "b" |

[Run 1](http://assay.test/p/prj/runs/${runId})
`);
});

test('Markdown folds many failed cases, and says how many are not listed', async () => {
  const { runId, items } = await start(Array.from({ length: 207 }, (_, i) => echoCase(`c${i}`)));
  for (let held = items; held.length > 0; held = await runs.lease('r'))
    await runs.report(held, () => echoTranscript('else'));
  const text = await markdown(runId);
  expect(text.match(/^\| case /gm)).toHaveLength(200);
  expect(text.split('<details>')[0]!.match(/^\| case /gm)).toHaveLength(5);
  expect(text).toContain('<summary>202 more failed cases</summary>');
  expect(text).toContain('\n\nAnd 7 more.\n\n</details>');
});

test('Markdown says what changed since the run that it is compared with', async () => {
  const cases = [echoCase('a', { iterations: 12 }), echoCase('b', { iterations: 12 })];
  const { runId: base, items: before } = await start(cases);
  await runs.report(before, (item) => echoTranscript(caseOf(item)));
  const { runId } = await runs.call(operations.createEvalRun, {}, { suiteId: `suite${suites}` });
  await runs.report(await runs.lease('r'), (item) => echoTranscript(caseOf(item) === 'b' ? 'else' : 'a'));
  const text = await markdown(runId, { baseRunId: base });
  expect(text).toContain('\n\nSince run 1 (100\u202f%): 1 case regressed, none recovered.\n');
  expect(text).toContain(` · [compare](http://assay.test/p/prj/runs/${runId}/compare?base=${base})\n`);
  expect(await runs.call(operations.compareEvalRun, { runId }, { baseRunId: base })).toMatchObject({
    sentence: 'Since run 1 (100\u202f%): 1 case regressed, none recovered.',
    caseCounts: { regressed: 1, unchanged_passed: 1 },
  });
  expect(await markdown(runId)).not.toContain('Since ');
  expect(await markdown(runId, { baseBranch: 'ma|n' })).toContain(
    'There is no baseline: the branch ma\\|n has no run with a verdict before this one.\n',
  );
  await expect(markdown(runId, { baseRunId: runId })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  await expect(markdown(runId, { baseRunId: 'run_x' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test.each([
  ['JUnit', operations.exportEvalRunJunit],
  ['Markdown', operations.exportEvalRunMarkdown],
])('%s of a run under way is refused, and of an unknown one not found', async (_, operation) => {
  const { runId, items } = await start([echoCase('a')]);
  await expect(exported(operation, runId)).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { reason: 'RUN_NOT_TERMINAL' },
  });
  await expect(exported(operation, 'run_x')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await runs.report(items, () => echoTranscript('a'));
});
