import { decisionDocument } from '../../src/reporters/report-json.ts';
import { reportText } from '../../src/reporters/report-text.ts';
import { decisionOf, worstExit } from '../../src/reporters/run-report.ts';
import { failedCase, gateOf, reportOf } from './reported-run.ts';

const wide = { isUnicode: true, colors: { out: false, err: false }, columns: undefined };
const passed = { verdict: 'passed', sentence: 'Passed. 77 of 83 trials passed.', because: 'B.' } as const;

test('a failed run is told with its evidence, and with its verdict at the end', () => {
  const file = { path: 'suite.yaml', lineOf: () => 61 };
  expect(reportText(reportOf({}, { file }), wide, { all: false })).toBe(
    `  ■ 0/2  refund in cents  call         132 ms
         expected  arguments that fit the schema
         came      must have required property 'amount'
         at        suite.yaml:61
  … 12 passed: --all lists them

■ Failed. 51 of 83 trials passed, 61 %; the suite needs 90 %. The 95 % interval is 51–71 %, all of it below the line.
  1 of 13 cases failed in 6.4 s. Traces: assay trace last
`,
  );
});

test('more than three failed cases are counted, and --all lists every case', () => {
  const cases = Array.from({ length: 8 }, (_, i) => failedCase(`case ${i}`));
  const report = reportOf(
    {},
    {
      cases,
      counts: { passed: 1, failed: 8, undecided: 0, open: 0 },
      passedCases: [{ ...failedCase('fine', { outcome: 'passed', passed: 2 }), firstFailure: undefined! }],
    },
  );
  const [some, all] = [false, true].map((each) => reportText(report, wide, { all: each }));
  expect(some).toContain('  … 5 more failed, 1 passed: --all lists them\n');
  expect([some!.match(/■ 0\/2/g)!.length, all!.match(/■ 0\/2/g)!.length]).toEqual([3, 8]);
  expect(all).toContain('  ● 2/2  fine');
});

test('the changes since the baseline of the launch stand below the verdict', () => {
  const report = reportOf({}, { since: 'Since run 6 (93 %): 5 cases regressed, none recovered.' });
  expect(reportText(report, wide, { all: false })).toMatch(
    /all of it below the line\.\n {2}Since run 6 \(93 %\): 5 cases regressed, none recovered\.\n {2}1 of 13 cases failed/,
  );
});

test('the rules of a gate are a table', () => {
  expect(reportText(reportOf({}, { gate: gateOf('failed'), cases: [] }), wide, { all: false })).toBe(
    `  gate release     ■ pass rate    61 %    at least 90 %     interval 51–71 %
                   ● p95 latency  495 ms  at most 2 000 ms

■ Failed. 51 of 83 trials passed, 61 %; the suite needs 90 %. Gate release failed: 1 of 2 rules.
  The 95 % interval is 51–71 %, all of it below the line.
  Traces:  assay trace last
`,
  );
});

test('foreign text never reaches a terminal raw, and marks are words without Unicode', () => {
  const cases = [failedCase('a\u001B[2Jb\u202Ec')];
  const text = reportText(
    reportOf({ sentence: 'S\u001B[31m' }, { cases }),
    { ...wide, isUnicode: false },
    { all: false },
  );
  expect(text).toContain('FAIL 0/2  a␛[2Jb⟨RLO⟩c');
  expect(text).toContain('FAIL S␛[31m');
  expect(text).not.toContain('\u001B');
});

test('long evidence is cut to the width of a terminal', () => {
  const cases = [
    failedCase('x'.repeat(200), { firstFailure: { iterationId: 'i', trial: 1, reason: 'y'.repeat(300) } }),
  ];
  const lines = reportText(reportOf({}, { cases }), { ...wide, columns: 80 }, { all: false }).split('\n');
  expect(lines.slice(0, 2).every((line) => line.length <= 80)).toBe(true);
  expect(lines[1]).toMatch(/^ {9}reason {4}y+…$/);
});

test.each([
  ['a passed run', passed, undefined, 'passed', 0],
  ['a failed run', {}, undefined, 'failed', 1],
  ['an inconclusive run', { verdict: 'inconclusive' }, undefined, 'inconclusive', 3],
  ['a run without a verdict', { verdict: 'notEstablished' }, undefined, 'notEstablished', 3],
  ['a passed run with a failed gate', passed, gateOf('failed'), 'failed', 1],
  ['a passed run with an undecided gate', passed, gateOf('incomplete'), 'notEstablished', 3],
  ['a passed run with a gate that cannot be applied', passed, gateOf('usage_error'), 'notEstablished', 2],
  ['a failed run with a passed gate', {}, gateOf('passed'), 'failed', 1],
  ['a failed run with a waived gate', {}, gateOf('failed', { waived: true }), 'failed', 0],
  ['an undecided run with a failed gate', { verdict: 'notEstablished' }, gateOf('failed'), 'failed', 1],
] as const)('%s is decided with its exit code', (_, run, gate, verdict, exitCode) => {
  expect(decisionOf(reportOf(run, { gate }))).toMatchObject({ verdict, exitCode });
});

test('the sentence of the gate comes first where it decides', () => {
  expect(decisionOf(reportOf(passed, { gate: gateOf('failed') })).sentence).toBe(
    'Gate release failed: 1 of 2 rules. Passed. 77 of 83 trials passed.',
  );
});

test('a verdict as JSON has its own fields alone', () => {
  const document = decisionDocument(reportOf());
  expect(Object.keys(document)).toEqual(['verdict', 'sentence', 'because', 'run', 'gate', 'exitCode']);
});

test.each([
  [[0, 0], 0],
  [[0, 3], 3],
  [[3, 1, 0], 1],
  [[1, 4], 4],
  [[], 3],
] as const)('the exit codes %j are %j together', (codes, worst) => expect(worstExit(codes)).toBe(worst));
