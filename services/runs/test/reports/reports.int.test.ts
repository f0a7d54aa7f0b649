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

const exported = (operation: typeof operations.exportEvalRunJunit, runId: string): Promise<Document> =>
  runs.asUser.call(rpcOf(operation), { projectId: 'prj', runId, input: Buffer.from('{}') }, { caller: testCaller });
const junit = async (runId: string) => {
  const { json, contentType } = await exported(operations.exportEvalRunJunit, runId);
  expect([contentType, XMLValidator.validate(json.toString())]).toEqual(['application/junit+xml', true]);
  return new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    isArray: (name) => ['testsuite', 'testcase', 'property'].includes(name),
  }).parse(json.toString()).testsuites;
};
const markdown = async (runId: string) => (await exported(operations.exportEvalRunMarkdown, runId)).json.toString();

const hostile = '<b>"a" & \u0007 | *x* @team\n# y';

test('JUnit has a suite per case and a test per iteration with its outcome', async () => {
  const { runId, items } = await start([
    echoCase('a', { iterations: 2 }),
    echoCase('b'),
    echoCase('w', { title: 'third' }),
  ]);
  const [first, ...rest] = items;
  await runs.report([first!], () => echoTranscript('a'));
  await runs.report(
    rest.filter((item) => caseOf(item) === 'a'),
    () => echoTranscript('<wrong> \u0007'),
  );
  await runs.report(
    rest.filter((item) => caseOf(item) === 'b'),
    () => echoTranscript('b'),
    { outcome: Outcome.FAILED, errorCode: 'RATE_LIMITED', errorMessage: 'busy', blame: Blame.PROVIDER },
  );
  await runs.report(
    rest.filter((item) => caseOf(item) === 'w'),
    () => echoTranscript('w'),
  );
  const report = await junit(runId);
  expect(report).toMatchObject({ name: 'Eval run #1', tests: '4', failures: '1', errors: '1', skipped: '0' });
  expect(report.testsuite).toMatchObject([
    {
      name: 'case a',
      tests: '2',
      failures: '1',
      errors: '0',
      time: '0.006',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
      properties: {
        property: expect.arrayContaining([
          { name: 'assay.caseId', value: 'a' },
          { name: 'assay.passedTrials', value: '1' },
        ]),
      },
      testcase: [
        { name: 'case a #1', classname: 'case a', time: '0.003' },
        {
          name: 'case a #2',
          failure: {
            type: 'serverData',
            message: expect.stringContaining('contains'),
            '#text': expect.stringMatching(
              /Next: Find out.*\n?.*Trace: http:\/\/assay.test\/api\/v1\/projects\/prj\/eval-runs\//s,
            ),
          },
        },
      ],
    },
    { name: 'case b', testcase: [{ error: { type: 'evaluator', message: 'RATE_LIMITED: busy' } }] },
    { name: 'third', failures: '0' },
  ]);
  expect(report.testsuite[0].testcase[0]).not.toHaveProperty('failure');
});

test('JUnit of a run that is graded per case has one test per case, with its failures', async () => {
  const caseGrading = { minEligibleTrials: 0, minCompletionRate: 0.8, maxEvaluatorErrorRate: 0.1 };
  const { runId, items } = await start(
    [echoCase('a', { iterations: 4, passThreshold: 0.5 }), echoCase('b', { iterations: 2, passThreshold: 1 })],
    { caseGrading },
  );
  await runs.report(items, (item) => echoTranscript(item.iterationNumber === 1 ? 'else' : caseOf(item)));
  const report = await junit(runId);
  expect(report).toMatchObject({
    tests: '2',
    failures: '1',
    errors: '0',
    testsuite: [
      { name: 'case a', tests: '1', testcase: [{ name: 'case a', time: '0.012' }] },
      {
        name: 'case b',
        testcase: [
          {
            failure: {
              type: 'casePassRateBelowThreshold',
              message: '1 of 2 gradeable trials passed; at least 100 % must.',
              '#text': expect.stringContaining('#1 '),
            },
          },
        ],
      },
    ],
  });
  expect(report.testsuite[0].testcase[0]).not.toHaveProperty('failure');
});

test('hostile texts break neither XML nor Markdown, and both are without secrets', async () => {
  const { runId, items } = await start([echoCase('a', { title: hostile })]);
  await runs.report(
    items,
    () => ({ ...echoTranscript('x'), error: { code: 'BROKEN', message: `${hostile}\u0000\ud800` } }),
    { outcome: Outcome.FAILED, errorCode: 'BROKEN', errorMessage: `${hostile} token=hunter2`, blame: Blame.SERVER },
  );
  const report = await junit(runId);
  expect(report.testsuite[0].name).toContain('<b>"a" & ');
  const text = await markdown(runId);
  expect(text).toContain('&lt;b&gt;"a" &amp; \\| \\*x\\* @\u200bteam \\# y');
  expect(
    text
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .every((line) => line.replaceAll('\\|', '').split('|').length === 7),
  ).toBe(true);
  expect([JSON.stringify(report), text].some((each) => each.includes('hunter2'))).toBe(false);
});

test('a cancelled run reports unexecuted iterations as skipped, and no verdict', async () => {
  const { runId, items } = await start([echoCase('a'), echoCase('b')]);
  await runs.report(items.slice(0, 1), () => echoTranscript('a'));
  await runs.call(operations.cancelEvalRun, { runId });
  expect(await junit(runId)).toMatchObject({
    tests: '2',
    skipped: '1',
    testsuite: [{}, { testcase: [{ skipped: { message: 'CANCELLED' } }] }],
  });
  expect(await markdown(runId)).toMatch(/^## ⚠️ No verdict · eval run #1/);
});

test('Markdown has the certainty of the verdict, the results of cases and next actions', async () => {
  const { runId, items } = await start([echoCase('a', { iterations: 3 }), echoCase('b')]);
  await runs.report(items, (item) => echoTranscript(caseOf(item) === 'b' ? 'else' : 'a'));
  const text = (await markdown(runId)).replaceAll('\u202f', ' ');
  expect(text).toMatch(
    /^## ❌ Failed · eval run #1\n\n\*\*Failed\. 3 of 4 trials passed, 75 %; the suite needs 100 %\.\*\* {2}\nThe 95 % interval is 30–95 %, all of it below/,
  );
  expect(text).toContain('| ✅ | case a | 3 of 3 | 100 %, 95 % interval 43.9 % to 100 % |  |');
  expect(text).toContain('| ❌ | case b | 0 of 1 |');
  expect(text).toMatch(
    /- case b, trial 1 at \*\*response\*\*: .*\n {2}→ Find out in the server why echo answers so\..*\(\[trace\]\(http:\/\/assay.test\/api\/v1\/projects\/prj/,
  );
  expect(text).toContain(`[Open the run](http://assay.test/projects/prj/evals/suite${suites}/runs/${runId})`);
});

test('Markdown of a run with many failures shows the first of them, and their number', async () => {
  const { runId, items } = await start([echoCase('a', { iterations: 60 })]);
  await runs.report(items, () => echoTranscript('else'));
  const text = await markdown(runId);
  expect(text.match(/^- case a, trial/gm)).toHaveLength(50);
  expect(text).toContain('The first 50 of 60 are listed.');
});

test('Markdown of a run with many cases shows the first of them, and their number', async () => {
  const { runId, items } = await start(Array.from({ length: 203 }, (_, i) => echoCase(`c${i}`)));
  for (let held = items; held.length > 0; held = await runs.lease('r'))
    await runs.report(held, (item) => echoTranscript(caseOf(item)));
  const text = await markdown(runId);
  expect(text.match(/^\| ✅ \|/gm)).toHaveLength(200);
  expect(text).toContain('And 3 more.');
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
