import { parseArtifact } from '../../src/flows/ingestion/parse-artifact.ts';

/** As in production, but with enough time on a busy machine. */
const LIMITS = { startMs: 60_000, deadlineMs: 60_000, heapMb: 160 };
const LONG_MS = 90_000;
/** So little memory that a report soon fills it. */
const SMALL_HEAP_MB = 48;
const read = (content: string, format: 'junit' | 'jest', limits = LIMITS) =>
  parseArtifact(Buffer.from(content), { storageId: 'art_1', format }, limits);
const refusal = (message: string, more: object = {}) => ({
  code: 'VALIDATION_ERROR',
  details: { issues: [{ path: '/artifact', message }], ...more },
});

test('a report is read in its own process, and a fault has its message and place', async () => {
  expect(await read('<testsuite><testcase name="a" time="2"/></testsuite>', 'junit')).toEqual([
    { caseTitle: 'a', externalCaseId: 'a', externalIterationId: 'art_1.0', passed: true, durationMs: 2_000 },
  ]);
  await expect(read('<testsuite>\n<testcase>\n</testsuite>', 'junit')).rejects.toMatchObject(
    refusal(expect.stringMatching(/^is not XML/), { line: 3 }),
  );
});

test(
  'a report with the largest number of tests is read with its texts',
  async () => {
    const failure = `<failure message="expected x">${'at line '.repeat(45)}</failure>`;
    expect(
      await read(
        `<testsuite>${`<testcase classname="a.b" name="does something" time="0.12">${failure}</testcase>`.repeat(20_000)}</testsuite>`,
        'junit',
      ),
    ).toHaveLength(20_000);
  },
  LONG_MS,
);

test.each<[string, string]>([
  ['objects', `{"testResults":[${'{},'.repeat(2_000_000)}{}]}`],
  ['lists in lists', `{"testResults":${'['.repeat(2e6)}${']'.repeat(2e6)}}`],
])(
  'a report of nothing but %s that fills the memory ends only its own process',
  async (_, content) => {
    await expect(read(content, 'jest', { ...LIMITS, heapMb: SMALL_HEAP_MB })).rejects.toMatchObject(
      refusal('takes too much memory to read'),
    );
    expect(await read('<testsuite><testcase name="a"/></testsuite>', 'junit')).toHaveLength(1);
  },
  LONG_MS,
);

test.each<[string, Partial<typeof LIMITS>, string]>([
  ['a process that takes too long to start', { startMs: 1 }, 'did not start in time'],
  ['a report that takes too long to read once its process is up', { deadlineMs: 1 }, 'was not read in time'],
])('%s is ended with a refusal that can be repeated', async (_, limits, message) => {
  const content = `<testsuite>${'<testcase name="a"/>'.repeat(20_000)}</testsuite>`;
  await expect(read(content, 'junit', { ...LIMITS, ...limits })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringContaining(message),
    retryAfter: 10,
  });
});
