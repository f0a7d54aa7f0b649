import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseReports } from '../../src/reporters/choose-reporters.ts';
import { joinJunit } from '../../src/reporters/join-junit.ts';
import { reportGithub } from '../../src/reporters/report-github.ts';
import { reportGitlab } from '../../src/reporters/report-gitlab.ts';
import { writeReports } from '../../src/reporters/write-reports.ts';
import { failedCase, reportOf } from './reported-run.ts';

const file = { path: 'a,b:c.yaml', lineOf: ({ title }: { title: string }) => (title === 'one' ? 61 : undefined) };

test('an annotation of GitHub stands at the line of its case, escaped by the rules of GitHub', () => {
  const cases = [failedCase('one'), failedCase('50 %, or: more\n::error::x', { outcome: 'undecided' })];
  expect(reportGithub([reportOf({}, { cases, file })])).toBe(
    [
      "::error file=a%2Cb%3Ac.yaml,line=61,title=one::expected: arguments that fit the schema%0Acame: must have required property 'amount'",
      "::warning file=a%2Cb%3Ac.yaml,title=50 %25%2C or%3A more␊%3A%3Aerror%3A%3Ax::expected: arguments that fit the schema%0Acame: must have required property 'amount'",
      '',
    ].join('\n'),
  );
});

test('of more than ten failed cases GitHub gets nine annotations and one that counts the rest', () => {
  const told = (failed: number) => {
    const cases = Array.from({ length: Math.min(failed, 12) }, (_, i) => failedCase(`case ${i}`));
    const counts = { passed: 0, failed, undecided: 0, open: 0 };
    return reportGithub([reportOf({}, { cases, counts })])
      .trimEnd()
      .split('\n');
  };
  const lines = told(14);
  expect(lines).toHaveLength(10);
  expect(lines[9]).toMatch(/^::error title=5 more cases did not pass::■ Helpdesk: Failed\. 51 of 83/);
  expect(told(10).at(-1)).toMatch(/^::error title=case 9::/);
});

test('a run without a failed case is one annotation of GitHub with its verdict', () => {
  expect(reportGithub([reportOf({ verdict: 'passed', sentence: 'Passed. All.' }, { cases: [] })])).toBe(
    '::notice title=Assay::● Helpdesk: Passed. All.\n',
  );
  expect(reportGithub([reportOf({ verdict: 'notEstablished', sentence: 'Open.' }, { cases: [] })])).toBe(
    '::warning title=Assay::◇ Helpdesk: Open.\n',
  );
});

test('a finding of GitLab has a stable fingerprint, a severity and a place', () => {
  const findings = JSON.parse(reportGitlab([reportOf({}, { cases: [failedCase('one'), failedCase('two')], file })]));
  expect(findings).toMatchObject([
    {
      check_name: 'argumentsMatchToolSchema',
      severity: 'major',
      location: { path: 'a,b:c.yaml', lines: { begin: 61 } },
    },
    { location: { lines: { begin: 1 } } },
  ]);
  expect(findings[0].description).toContain('one: expected arguments that fit the schema: came must have required');
  expect(findings[0].fingerprint).toMatch(/^[0-9a-f]{64}$/);
  expect(findings[0].fingerprint).not.toBe(findings[1].fingerprint);
});

test('JUnit documents are joined under one root with the sums of their counts', () => {
  const document = (name: string, more = '') =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="a > b" tests="2" failures="1" errors="0" skipped="0" time="1.500">\n  <testsuite name="${name}">${more}</testsuite>\n</testsuites>\n`;
  expect(joinJunit([document('x')])).toBe(document('x'));
  expect(joinJunit([document('x'), document('y', '<testcase/>'), '<testsuites tests="0"/>'])).toBe(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<testsuites tests="4" failures="2" errors="0" skipped="0" time="3.000">',
      '  <testsuite name="x"></testsuite>',
      '  <testsuite name="y"><testcase/></testsuite>',
      '</testsuites>',
      '',
    ].join('\n'),
  );
});

const choice = (reporter: string[], more: { junit?: string; json?: true } = {}) =>
  chooseReports({ reporter, junit: more.junit, json: more.json }, tmpdir());

test('the verdict is printed as text unless another report is printed', async () => {
  const formats = async (...args: Parameters<typeof choice>) =>
    (await choice(...args)).map(({ format, file: at }) => (at ? `${format}=${at.typed}` : format));
  expect(await formats([])).toEqual(['text']);
  expect(await formats(['markdown=a=b.md'], { junit: 'out.xml' })).toEqual([
    'text',
    'markdown=a=b.md',
    'junit=out.xml',
  ]);
  expect(await formats(['github', 'text'])).toEqual(['github', 'text']);
  expect(await formats(['gitlab=q.json'], { json: true })).toEqual(['gitlab=q.json', 'json']);
});

test.each([
  [['xml'], {}, 'there is no reporter "xml"'],
  [['junit='], {}, 'names no file'],
  [['github'], { json: true as const }, 'cannot both be printed'],
  [['junit', 'text'], {}, 'cannot both be printed'],
  [['text=/no/such/folder/x'], {}, 'cannot be written'],
])('the reporters %j %j are refused', async (reporter, more, told) => {
  await expect(choice(reporter, more)).rejects.toThrow(told);
});

test('several runs are one report with the gravest code, and a lost file does not hide it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-reports-'));
  let out = '';
  const terminal = {
    out: (text: string) => void (out += text),
    isUnicode: true,
    colors: { out: false, err: false },
    columns: undefined,
  };
  const reports = await chooseReports(
    { reporter: ['markdown=s.md', 'json=r.json'], junit: undefined, json: undefined },
    folder,
  );
  const runs = [reportOf(), reportOf({ runNumber: 8, verdict: 'passed', sentence: 'Passed. All.' }, { cases: [] })];
  const written = (exitZero: boolean) =>
    writeReports({ terminal } as never, runs, { reports, all: false, exitZero, json: undefined });
  expect([await written(false), await written(true)]).toEqual([1, 0]);
  expect(out).toContain('  Markdown         s.md\n');
  expect(out.trimEnd().split('\n').at(-1)).toBe('● Helpdesk, run 8: Passed. All.');
  expect(await readFile(join(folder, 's.md'), 'utf8')).toBe('<markdown>\n<markdown>');
  expect(JSON.parse(await readFile(join(folder, 'r.json'), 'utf8'))).toMatchObject([{ exitCode: 1 }, { exitCode: 0 }]);
  await rm(folder, { recursive: true });
  out = '';
  // The folder is gone by now.
  await expect(written(false)).rejects.toThrow('cannot be written');
  expect(out).toContain('■ Helpdesk');
});
