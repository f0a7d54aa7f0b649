import { growthOf } from '@assay/testkit/growth';
import { resultsOf } from './artifact.ts';

const read = (format: 'junit' | 'jest' | 'vitest', content: string | Buffer) =>
  resultsOf(Buffer.from(content), { storageId: 'art_1', format });
const junit = (xml: string) => read('junit', xml);
const jest = (report: unknown) => read('jest', JSON.stringify(report));

const JUNIT = `<?xml version="1.0" encoding="UTF-8"?>
<!-- written by a test runner -->
<testsuites tests="5"><testsuite name="outer" errors="1" skipped="1">
  <properties><property name="a" value="b"/></properties>
  <testcase classname="math.Add" name="adds &lt;two&gt; &#x26; two" time="0.25"/>
  <testsuite name="inner">
    <testcase classname="math.Sub" name="subtracts" time="1,234.5"><failure message="expected 1 &amp; got 2" type="AssertionError"><![CDATA[at <line> 3]]></failure></testcase>
    <testcase classname="math.Sub" name="subtracts"><error type="OSError">no disk
second line</error><failure message="later"/></testcase>
  </testsuite>
  <testcase name="waits"><skipped/></testcase>
  <testcase classname="math.Bare" name=""/>
  <system-out>noise</system-out>
</testsuite></testsuites>`;

test('every test of a JUnit report becomes a result', () => {
  expect(junit(JUNIT)).toEqual([
    {
      caseTitle: 'adds <two> & two',
      externalCaseId: 'math.Add adds <two> & two',
      externalIterationId: 'art_1.0',
      passed: true,
      durationMs: 250,
    },
    { caseTitle: 'waits', externalCaseId: 'waits', externalIterationId: 'art_1.1', passed: false, skipped: true },
    { caseTitle: 'math.Bare', externalCaseId: 'math.Bare', externalIterationId: 'art_1.2', passed: true },
    {
      caseTitle: 'subtracts',
      externalCaseId: 'math.Sub subtracts',
      externalIterationId: 'art_1.3',
      passed: false,
      durationMs: 1_234_500,
      error: 'expected 1 & got 2',
      errorDetails: 'at <line> 3',
    },
    {
      caseTitle: 'subtracts',
      externalCaseId: 'math.Sub subtracts',
      externalIterationId: 'art_1.4',
      passed: false,
      error: 'later\nno disk',
      errorDetails: 'no disk\nsecond line',
    },
  ]);
});

test('a report of a single suite without a root element is read, too', () => {
  expect(junit('<testsuite><testcase name="a"/></testsuite>')).toMatchObject([{ caseTitle: 'a', passed: true }]);
});

const JEST = {
  numTotalTests: 4,
  success: false,
  testResults: [
    {
      name: '/home/ci/build-77/tests/echo.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [
        {
          ancestorTitles: ['echo'],
          title: 'answers',
          fullName: 'echo answers',
          status: 'passed',
          duration: 12.5,
          failureMessages: [],
        },
        {
          ancestorTitles: ['echo'],
          title: 'repeats',
          fullName: 'echo repeats',
          status: 'failed',
          duration: null,
          failureMessages: ['\u001b[31mError: no\u001b[39m\n    at x.ts:1'],
        },
        { ancestorTitles: [], title: 'later', status: 'todo' },
      ],
    },
    { name: 'C:\\ci\\broken.test.ts', status: 'failed', message: 'SyntaxError: x', assertionResults: [] },
    { name: 'empty.test.ts', status: 'passed', assertionResults: [] },
  ],
};

test.each(['jest', 'vitest'] as const)(
  'every test of a %s report becomes a result, and so does a file that failed to load',
  (format) => {
    expect(read(format, JSON.stringify(JEST))).toEqual([
      {
        caseTitle: 'echo answers',
        externalCaseId: 'echo.test.ts echo answers',
        externalIterationId: 'art_1.0',
        passed: true,
        durationMs: 12.5,
      },
      {
        caseTitle: 'echo repeats',
        externalCaseId: 'echo.test.ts echo repeats',
        externalIterationId: 'art_1.1',
        passed: false,
        error: 'Error: no',
        errorDetails: 'Error: no\n    at x.ts:1',
      },
      {
        caseTitle: 'later',
        externalCaseId: 'echo.test.ts later',
        externalIterationId: 'art_1.2',
        passed: false,
        skipped: true,
      },
      {
        caseTitle: 'broken.test.ts',
        externalCaseId: 'broken.test.ts',
        externalIterationId: 'art_1.3',
        passed: false,
        error: 'SyntaxError: x',
        errorDetails: 'SyntaxError: x',
      },
    ]);
  },
);

const refusal = (message: RegExp | string, more: object = {}) =>
  expect.objectContaining({
    code: 'VALIDATION_ERROR',
    details: { issues: [{ path: '/artifact', message: expect.stringMatching(message) }], ...more },
  });

test.each<[string, () => unknown, RegExp, object?]>([
  [
    'XML that is not well-formed',
    () => junit('<testsuite>\n<testcase name="x">\n</testsuite>'),
    /^is not XML that can be read: .*, in line 3$/,
    { line: 3 },
  ],
  ['XML that breaks off', () => junit('<testsuite><testcase name="x"'), /^is not XML that can be read/, { line: 1 }],
  ['no XML at all', () => junit('hello'), /^is not XML that can be read/, { line: 1 }],
  ['nothing', () => junit(''), /^is not XML that can be read/, { line: 1 }],
  ['another document', () => junit('<html><body/></html>'), /neither testsuites nor testsuite/],
  ['a report without tests', () => junit('<testsuites/>'), /^holds no test$/],
  [
    'an entity from a file',
    () => junit('<!DOCTYPE t [<!ENTITY f SYSTEM "file:///etc/passwd">]><testsuite><testcase name="&f;"/></testsuite>'),
    /^is not XML that can be read: External/,
  ],
  [
    'elements nested without end',
    () => junit('<testsuite>'.repeat(5_000) + '</testsuite>'.repeat(5_000)),
    /nested tags/,
  ],
  [
    'an invalid name of an element',
    () => junit('<testsuite><__proto__ a="1"/></testsuite>'),
    /^is not XML that can be read/,
  ],
  [
    'too many tests',
    () => junit(`<testsuite>${'<testcase name="a"/>'.repeat(20_001)}</testsuite>`),
    /^holds more than 20000 tests/,
  ],
  [
    'too many tests of Jest',
    () => jest({ testResults: Array.from({ length: 20_001 }, () => ({ status: 'failed', assertionResults: [] })) }),
    /^holds more than 20000 tests/,
  ],
  ['another encoding', () => junit(Buffer.from('<testsuite name="é"/>', 'latin1') as unknown as string), /UTF-8/],
  ['JSON that breaks off', () => read('jest', '{\n"testResults": ['), /^is not JSON/],
  ['JSON with a slip', () => read('jest', '{\n"testResults": x}'), /^is not JSON/],
  ['JSON of something else', () => jest({ tests: [] }), /\/testResults is required/],
  ['JSON that is not an object', () => jest([]), /must be object/],
  [
    'a test without a status',
    () => jest({ testResults: [{ assertionResults: [{ title: 'a' }] }] }),
    /\/testResults\/0\/assertionResults\/0\/status is required/,
  ],
  ['a run without tests', () => jest({ testResults: [] }), /^holds no test$/],
])('%s is refused with its place', (_, parse, message, more = {}) => {
  expect(parse).toThrow(refusal(message, more));
});

test('entities that a document declares are never expanded', () => {
  const levels = Array.from({ length: 10 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('');
  const [bomb] = junit(
    `<!DOCTYPE t [<!ENTITY l0 "lol">${levels}<!ENTITY e "x">]><testsuite><testcase name="&l10;"><failure message="&e;">&l9;</failure></testcase></testsuite>`,
  );
  expect(bomb).toMatchObject({ caseTitle: '&l10;', error: '&e;', errorDetails: '&l9;' });
});

test.each<[string, string]>([
  ['an invalid character', '&#x110000;'],
  ['an entity of HTML', '&nbsp;'],
])('%s stays as it is written', (_, text) => {
  expect(junit(`<testsuite><testcase name="a ${text}"/></testsuite>`)).toMatchObject([{ caseTitle: `a ${text}` }]);
});

test('characters that Postgres cannot store are removed', () => {
  const [odd] = junit(
    `<testsuite><testcase name="a&#0;b&#xd800;${'c'.repeat(600)}"><failure message="m&#0;"/></testcase></testsuite>`,
  );
  expect(odd!.caseTitle).toBe(`ab\ufffd${'c'.repeat(497)}`);
});

const failing = (message: string) =>
  jest({
    testResults: [{ name: 'x.ts', assertionResults: [{ title: 'a', status: 'failed', failureMessages: [message] }] }],
  })[0]!;

test.each<[string, string, string]>([
  ['colours', '\u001b[1;31mno\u001b[0m', 'no'],
  ['links', '\u001b]8;;https://x.example\u0007no\u001b]8;;\u001b\\!', 'no!'],
  ['commands of two characters', '\u001b7no\u001b(B', 'no'],
  ['a command that breaks off', 'no\u001b', 'no\u001b'],
])('%s are removed from terminal output', (_, message, error) => expect(failing(message).error).toBe(error));

test.each(['\u001b]8;;', '\u001b[', '\u001b', '\u001b[1;', '\u001b]', '1;'])(
  'an error of nothing but %j is read in time proportional to its length',
  (piece) => {
    const read = (length: number) =>
      expect(failing(`\u001b[${piece.repeat(length / piece.length)}`).passed).toBe(false);
    expect(growthOf(read, 20_000, 16)).toBeLessThan(64);
  },
);

test('a very long error is clipped', () => {
  expect(
    junit(`<testsuite><testcase name="a"><failure message="${'x'.repeat(100_000)}"/></testcase></testsuite>`)[0]!.error,
  ).toHaveLength(20_000);
});
