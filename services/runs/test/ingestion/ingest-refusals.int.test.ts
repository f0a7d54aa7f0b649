import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import { operations } from '@assay/contract/operations';
import { testCaller, openRuns, type RunsFixture } from '../support/harness.ts';
import { ingestResults, reporterOf, ingestResult } from '../support/ingest.ts';

let runs: RunsFixture;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());
const reporter = reporterOf(() => runs);

const at = (path: string) => ({ code: 'VALIDATION_ERROR', details: { issues: [{ path }] } });
const one = (more: object) => ({ results: [{ ...ingestResult('1'), ...more }] });

test.each<[string, object, string]>([
  ['no name', { suiteName: undefined }, '/suiteName'],
  ['a blank name', { suiteName: ' \u200b' }, '/suiteName'],
  ['names that are no list', { serverNames: 'everything' }, '/serverNames'],
  ['a fraction for a percent', { passCriteria: { minimumPassRate: 0.5 } }, '/passCriteria/minimumPassRate'],
  ['more than everything', { passCriteria: { minimumPassRate: 101 } }, '/passCriteria/minimumPassRate'],
  ['a blank id', { externalRunId: '' }, '/externalRunId'],
  ['an id that no database keeps', { externalRunId: 'a\u0000' }, '/externalRunId'],
  ['fewer trials than none', { expectedIterations: -1 }, '/expectedIterations'],
  ['more trials than fit', { expectedIterations: 20_001 }, '/expectedIterations'],
  ['tags that are no texts', { tags: [1] }, '/tags/0'],
  ['an unknown launcher', { launcher: { kind: 'rocket' } }, '/launcher/kind'],
  ['a CI job with a number for a name', { ci: { branch: 1 } }, '/ci/branch'],
  ['an invalid configuration', { hostConfig: [] }, '/hostConfig'],
  ['notes without an end', { notes: 'x'.repeat(2_001) }, '/notes'],
])('a start with %s is refused', async (_, body, path) => {
  await expect(reporter.start(body)).rejects.toMatchObject(at(path));
  await expect(reporter.report({ ...body, results: ingestResults(1) })).rejects.toMatchObject(at(path));
});

test.each<[string, object, string]>([
  ['no results', {}, '/results'],
  ['none of them', { results: [] }, '/results'],
  [
    'results and an artifact',
    { results: ingestResults(1), artifact: { storageId: 'art_1', format: 'jest' } },
    '/artifact',
  ],
  ['an artifact in an unknown format', { artifact: { storageId: 'art_1', format: 'tap' } }, '/artifact/format'],
  ['an artifact without an id', { artifact: { format: 'jest' } }, '/artifact/storageId'],
  ['a result without a title', one({ caseTitle: undefined }), '/results/0/caseTitle'],
  ['a result without a verdict', one({ passed: undefined }), '/results/0/passed'],
  ['a verdict in words', one({ passed: 'yes' }), '/results/0/passed'],
  [
    'the second of two',
    { results: [ingestResult('1'), { ...ingestResult('2'), durationMs: -1 }] },
    '/results/1/durationMs',
  ],
  ['an invalid duration', one({ durationMs: '3' }), '/results/0/durationMs'],
  ['a duration beyond counting', one({ durationMs: 3e9 }), '/results/0/durationMs'],
  ['half a token', one({ tokens: { input: 0.5 } }), '/results/0/tokens/input'],
  ['tokens beyond counting', one({ tokens: { total: 2 ** 31 } }), '/results/0/tokens/total'],
  ['a call without a tool', one({ actualToolCalls: [{ arguments: {} }] }), '/results/0/actualToolCalls/0/toolName'],
  [
    'arguments that are not an object',
    one({ expectedToolCalls: [{ toolName: 'a', arguments: [] }] }),
    '/results/0/expectedToolCalls/0/arguments',
  ],
  [
    'more expectations than are compared',
    one({ expectedToolCalls: Array.from({ length: 101 }, () => ({ toolName: 'a' })) }),
    '/results/0/expectedToolCalls',
  ],
  ['an error that is not text', one({ error: {} }), '/results/0/error'],
  [
    'unknown match options',
    one({ matchOptions: { toolCallOrder: 'random' } }),
    '/results/0/matchOptions/toolCallOrder',
  ],
  ['a title that no database keeps', one({ caseTitle: 'a\u0000' }), '/results/0/caseTitle'],
  ['an invalid id', one({ externalIterationId: 7 }), '/results/0/externalIterationId'],
])('results with %s are refused', async (_, source, path) => {
  await expect(reporter.report(source)).rejects.toMatchObject(at(path));
  const { runId } = await reporter.start({});
  await expect(runs.call(operations.ingestEvalRunIterations, {}, { runId, ...source })).rejects.toMatchObject(at(path));
});

test('results for an unknown run, and its end, are refused', async () => {
  await expect(runs.call(operations.ingestEvalRunIterations, {}, { results: ingestResults(1) })).rejects.toMatchObject(
    at('/runId'),
  );
  await expect(reporter.finalize({})).rejects.toMatchObject(at('/runId'));
  const { runId } = await reporter.start({ externalRunId: 'mine' });
  await expect(reporter.finalize({ runId, externalRunId: 'another' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await reporter.finalize({ runId, externalRunId: 'mine' })).toMatchObject({ runId });
});

test('a refused report leaves nothing behind', async () => {
  await expect(
    reporter.report({ externalRunId: 'bad', results: [ingestResult('1'), { passed: true }] }),
  ).rejects.toMatchObject(at('/results/1/caseTitle'));
  const { rows } = await runs.db.pool.query(`select id from runs where external_run_id = 'bad'`);
  expect(rows).toEqual([]);
});

test('a body over 5 MiB is refused before it is parsed, and a smaller one is accepted', async () => {
  const padded = (bytes: number) => ({
    externalRunId: `padded ${bytes}`,
    results: [ingestResult('1', { trace: 'x'.repeat(bytes) })],
  });
  await expect(reporter.report(padded(5 * 1024 * 1024))).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { maxBytes: 5 * 1024 * 1024 },
  });
  const malformed = runs.asUser.call(
    rpcOf(operations.reportEvalRun),
    { projectId: 'prj', ci: '', input: Buffer.alloc(6 * 1024 * 1024, '[') },
    { caller: testCaller },
  );
  await expect(malformed).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { maxBytes: 5 * 1024 * 1024 } });
  expect(await reporter.report(padded(4 * 1024 * 1024))).toMatchObject({ status: 'completed' });
});

test('a run takes at most 20000 iterations', async () => {
  const { runId } = await reporter.start({});
  await reporter.send(runId, ingestResults(2));
  await runs.db.pool.query('update runs set finished = 19999 where id = $1', [runId]);
  await expect(reporter.send(runId, ingestResults(2, {}, 10))).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { maxIterations: 20_000 },
  });
});

test('a result that is nested too deep is refused', async () => {
  const nested = (levels: number) =>
    `{"suiteName":"x","results":[{"caseTitle":"fine","passed":true},{"caseTitle":"deep","passed":true,"trace":${'['.repeat(levels)}${']'.repeat(levels)}}]}`;
  const send = (levels: number) =>
    runs.asUser.call(
      rpcOf(operations.reportEvalRun),
      { projectId: 'prj', ci: '', input: Buffer.from(nested(levels)) },
      { caller: testCaller },
    );
  await expect(send(100_000)).rejects.toMatchObject(at('/results/1/trace/0/0'));
  expect(JSON.parse((await send(90)).json.toString())).toMatchObject({ status: 'completed' });
});

test('hostile texts are stored as plain data', async () => {
  const { runId } = await reporter.report({
    results: [
      ingestResult('1', {
        passed: false,
        error: `no\u0000such ${'x'.repeat(5_000)}`,
        metadata: { ['__proto__']: { a: 1 }, n: '\u0000' },
        trace: { messages: [{ role: 'user', content: '\u0000<script>' }] },
      }),
    ],
  });
  const [iteration] = await reporter.iterations(runId);
  expect(iteration).toMatchObject({ error: `nosuch ${'x'.repeat(1_993)}` });
});
