import { operations } from '@assay/contract/operations';
import { findStateOf, replaceComparison } from '../../src/store/analysis/run-comparisons.ts';
import { echoCase, openRuns, type RunsFixture } from '../support/harness.ts';
import { judgedRuns } from '../support/judged-runs.ts';

let runs: RunsFixture;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

const { suite, begin, judged } = judgedRuns(() => runs);
const compare = (runId: string, query: object = {}) => runs.call(operations.compareEvalRun, { runId }, query);
const passing = (cases: number) => Object.fromEntries(Array.from({ length: cases }, (_, i) => [`c${i}`, 1]));

/** Two finished runs of a suite, of which the second one has a case that fails. */
async function twoRuns(name: string, cases: number): Promise<{ base: string; run: string }> {
  suite(
    name,
    Array.from({ length: cases }, (_, i) => echoCase(`c${i}`)),
  );
  return { base: await judged(name, passing(cases)), run: await judged(name, { ...passing(cases), c0: 0 }) };
}

test('a comparison of two finished runs reads their iterations once', async () => {
  const { base, run } = await twoRuns('once', 3);
  const first = await compare(run);
  expect(first.cases[0]).toMatchObject({ status: 'regressed', compare: { error: expect.any(String) } });
  await runs.db.pool.query('delete from iterations where run_id = any($1)', [[base, run]]);
  expect(await compare(run)).toEqual(first);
  const cut = await compare(run, { previewChars: 5 });
  expect(cut.cases[0]!.compare.error).toBe(first.cases[0]!.compare.error!.slice(0, 5));
});

test('the pages of a comparison together are all of its cases', async () => {
  const { run } = await twoRuns('pages', 100);
  const fresh = await compare(run, { limit: 60 });
  const { cases, ...whole } = await compare(run);
  expect(cases).toHaveLength(100);
  for (const limit of [60, 33, 100, 1_000]) {
    const read: typeof cases = [];
    for (let cursor: string | undefined; ;) {
      const { cases: some, nextCursor, ...rest } = await compare(run, { limit, ...(cursor && { cursor }) });
      read.push(...some);
      expect(rest).toEqual(whole);
      cursor = nextCursor;
      if (!cursor) break;
    }
    expect(read).toEqual(cases);
  }
  expect(fresh.cases).toEqual(cases.slice(0, 60));
  expect(await compare(run, { cursor: fresh.nextCursor })).toEqual({ ...whole, cases: cases.slice(60) });
});

test('a comparison is computed again after a regrade of either run', async () => {
  for (const which of ['base', 'run'] as const) {
    const pair = await twoRuns(`regraded-${which}`, 2);
    await runs.db.pool.query(`update iterations set result = 'failed' where run_id = $1`, [pair[which]]);
    const before = await compare(pair.run);
    await runs.call(operations.regradeEvalRun, { runId: pair[which] }, {});
    const after = await compare(pair.run);
    expect([before, after].map(({ cases }) => cases.map(({ status }) => status))).toEqual(
      which === 'base'
        ? [
            ['unchanged_failed', 'fixed'],
            ['regressed', 'unchanged_passed'],
          ]
        : [
            ['regressed', 'regressed'],
            ['regressed', 'unchanged_passed'],
          ],
    );
  }
});

test('a comparison with a run that goes on is not stored', async () => {
  const { run: base } = await twoRuns('open', 2);
  const { runId } = await begin('open');
  await compare(runId, { baseRunId: base });
  const { rows } = await runs.db.pool.query('select from run_comparisons where run_id = $1', [runId]);
  expect(rows).toEqual([]);
});

test('a stored comparison of fewer cases leaves no part of the one before', async () => {
  const { base: baseRunId, run: runId } = await twoRuns('fewer', 1);
  const state = (await findStateOf(runs.db.pool, baseRunId, runId))!;
  const pair = { baseRunId, runId, state };
  await replaceComparison(runs.db.pool, pair, ['head', ['a'], ['b']]);
  await replaceComparison(runs.db.pool, pair, ['head', ['a']]);
  const { rows } = await runs.db.pool.query('select part from run_comparisons where run_id = $1 order by part', [
    runId,
  ]);
  expect(rows).toEqual([{ part: 0 }, { part: 1 }]);
});
