import { gzipSync } from 'node:zlib';
import { RunsDeleted } from '@assay/mesh/events';
import { operations } from '@assay/contract/operations';
import { dial } from '@assay/kit/rpc/client';
import { withOneConnection } from '@assay/testkit/database/one-connection';
import { waitUntil } from '@assay/testkit/until';
import { deleteOldTraces } from '../../src/actions/eval-runs/delete-old-runs.ts';
import { deleteOldRunsAndTraces } from '../../src/background/retention.ts';
import { runBench, startReplica, correctAnswer } from '../support/run-bench.ts';
import { echoCase, openRuns, type RunsFixture } from '../support/harness.ts';

let runs: RunsFixture;
beforeEach(async () => {
  runs = await openRuns();
});
afterEach(() => runs.close());

const { leased, iterations, read, take } = runBench(() => runs);
const query = async <Row>(text: string, values: unknown[] = []) =>
  (await runs.db.pool.query(text, values)).rows as Row[];
const count = async (of: string) => (await query<{ n: number }>(`select count(*)::int as n from ${of}`))[0]!.n;
const body = gzipSync(JSON.stringify({ spans: [], wire: [] }));

/** A run of a suite that ended `daysAgo`; the suite has one case. */
async function ended(suiteId: string, daysAgo: number, more: object = {}): Promise<string> {
  runs.world.suites.set(suiteId, { cases: [echoCase('a')] });
  const { runId } = await runs.call(operations.createEvalRun, {}, { suiteId, ...more });
  await runs.report(await take(runId), correctAnswer, { parts: [{ index: 0, body }] });
  await query('update runs set completed_at = now() - make_interval(days => $2) where id = $1', [runId, daysAgo]);
  return runId;
}
/** One pass of retention, for an organization with these settings. */
async function look(days: { runs?: number; traces?: number } | undefined): Promise<void> {
  runs.world.retention = days && [{ organizationId: 'org', runs: 0, traces: 0, sessions: 0, ...days }];
  const catalog = dial(runs.config.catalogAddress, runs.config.meshSecret, 'runs');
  await withOneConnection(runs.db.pool, (pool) =>
    deleteOldRunsAndTraces({ pool, catalog }, new AbortController().signal),
  ).finally(() => catalog.close());
}
const left = async (...runIds: string[]) => {
  const found = new Set(
    (await query<{ id: string }>('select id from runs where id = any($1)', [runIds])).map(({ id }) => id),
  );
  return runIds.map((id) => found.has(id));
};

test('runs beyond their retention are deleted with all their rows, and no others', async () => {
  const [old, recent, newest] = [await ended('s', 31), await ended('s', 29), await ended('s', 1)];
  const [older] = [await ended('other', 31), await ended('other', 1)];
  await look({ runs: 30 });
  expect(await left(old, older, recent, newest)).toEqual([false, false, true, true]);
  expect([
    await count('iterations'),
    await count('trace_parts'),
    await count('run_cases'),
    await count('run_variants'),
  ]).toEqual([3, 3, 3, 3]);
});

test('retention keeps the newest run of a suite and every baseline of a later run', async () => {
  const baseline = await ended('s', 90);
  const ofAnArm = await ended('s', 80);
  await query(`update runs set arm = 'b' where id = $1`, [ofAnArm]);
  const newest = await ended('s', 70);
  await query(`update runs set status = 'failed', result = null where id = $1`, [newest]);
  await look({ runs: 30 });
  expect(await left(baseline, ofAnArm, newest)).toEqual([true, true, true]);
  const next = await ended('s', 0);
  expect(await runs.call(operations.compareEvalRun, { runId: next }, {})).toMatchObject({
    baseline: { baseRunId: baseline },
  });
  await look({ runs: 30 });
  expect(await left(baseline, ofAnArm, newest, next)).toEqual([false, true, false, true]);
});

test('retention keeps the newest run of a branch while a later run is compared with it', async () => {
  const onMain = (runId: string) => query(`update runs set branch = 'main' where id = $1`, [runId]);
  const [older, main] = [await ended('s', 90), await ended('s', 80)];
  await Promise.all([onMain(older), onMain(main)]);
  const pull = await ended('s', 0, { baseline: { branch: 'main' } });
  await ended('s', 0);
  await look({ runs: 30 });
  expect(await left(older, main, pull)).toEqual([false, true, true]);
  await query(`update runs set completed_at = now() - interval '40 days' where id = $1`, [pull]);
  await look({ runs: 30 });
  expect(await left(main, pull)).toEqual([false, false]);
});

test('retention never deletes a run under way, at any age', async () => {
  const { runId, items } = await leased();
  await query(
    `update runs set created_at = now() - interval '90 days', started_at = now() - interval '90 days' where id = $1`,
    [runId],
  );
  await look({ runs: 1, traces: 1 });
  await runs.report(items, correctAnswer);
  expect(await read(runId)).toMatchObject({ status: 'completed', result: 'passed' });
});

test('retention keeps a run with a pending judgement', async () => {
  const [asked] = [await ended('s', 40), await ended('s', 1)];
  await query(
    `insert into judgements (id, run_id, number, gating, standing, model, threshold, judge_version, total) values ('judge_1', $1, 1, false, 'unmeasured', 'm', 0.5, 'v', 1)`,
    [asked],
  );
  await look({ runs: 30, traces: 30 });
  expect([await left(asked), await count('trace_parts')]).toEqual([[true], 2]);
});

test('retention keeps labelled runs, because labels measure judges', async () => {
  const [labelled] = [await ended('s', 40), await ended('s', 1)];
  await query(
    `insert into labels (iteration_id, user_id, suite_id, run_id, verdict) select id, 'usr_1', 's', run_id, 'passed' from iterations where run_id = $1`,
    [labelled],
  );
  await look({ runs: 30 });
  expect([await left(labelled), await count('labels')]).toEqual([[true], 1]);
});

test('an event names the deleted runs for services that refer to them', async () => {
  const [one, two] = [await ended('s', 40), await ended('s', 40)];
  await ended('s', 1);
  await look({ runs: 30 });
  let told: { topic: string; value: Buffer }[] = [];
  await waitUntil(
    async () =>
      (told = (await runs.bus.pool.query(`select topic, value from messages where type = '${RunsDeleted.type}'`)).rows)
        .length > 0,
  );
  expect(told.map(({ topic, value }) => [topic, RunsDeleted.codec.decode(value)])).toEqual([
    [RunsDeleted.topic, expect.objectContaining({ organizationId: 'org', runIds: [one, two].sort() })],
  ]);
});

test('the transcripts of a large run are deleted together with the note of their deletion', async () => {
  const large = await ended('s', 40);
  await query(
    `insert into iterations (id, run_id, position, case_position, iteration_number, status, transcript) select 'iter_' || i, $1, i, 0, i, 'completed', 'x' from generate_series(100, 2600) i`,
    [large],
  );
  await query(
    `insert into trace_parts (owner_id, fence, part, body) select 'iter_' || i, '00000000-0000-0000-0000-000000000000', 0, 'x' from generate_series(100, 2600) i`,
  );
  await deleteOldTraces(runs.db.pool, { organizationId: 'org', days: 30 });
  expect([
    await count('trace_parts'),
    await count('iterations where transcript is not null'),
    await count('runs where traces_gone_at is not null'),
  ]).toEqual([0, 0, 1]);
});

test('traces are deleted before their run, which keeps its results', async () => {
  const [old, recent] = [await ended('s', 31), await ended('s', 29)];
  const before = await read(old);
  await look({ traces: 30 });
  expect(await read(old)).toEqual(before);
  const [[gone], [kept]] = [await iterations(old), await iterations(recent)];
  expect(gone).toMatchObject({ result: 'passed' });
  const of = { runId: old, iterationId: gone!.id };
  for (const trace of [
    runs.call(operations.getEvalIterationTrace, of),
    runs.call(operations.listEvalIterationTraceParts, of),
    runs.call(operations.regradeEvalRun, { runId: old }),
  ]) {
    await expect(trace).rejects.toMatchObject({ code: 'NOT_FOUND', details: { reason: 'TRACE_NOT_AVAILABLE' } });
  }
  expect(await runs.call(operations.getEvalIterationTrace, { runId: recent, iterationId: kept!.id })).toMatchObject({
    toolCalls: [{ toolName: 'echo' }],
  });
  expect(await count('runs where traces_gone_at is not null')).toBe(1);
});

test("retention keeps a run's cassette, and deletes a group with its last run", async () => {
  const [old, other] = [await ended('s', 40), await ended('s', 40)];
  await ended('s', 1);
  await query(
    `insert into cassettes (id, project_id, suite_id, run_id, name, version, format, content_hash, calls, bytes, cut, summary, body) values ('cassette_1', 'prj', 's', $1, 'c', 1, 1, 'h', 1, 1, false, '{"servers":[],"tools":[]}', '')`,
    [old],
  );
  await query(
    `insert into run_groups (id, project_id, suite_id, suite) values ('group_1', 'prj', 's', '{}'), ('group_2', 'prj', 's', '{}')`,
  );
  await query(`update runs set run_group_id = 'group_1' where id = any($1)`, [[old, other]]);
  await query(`update runs set run_group_id = 'group_2' where id <> all($1)`, [[old, other]]);
  await look({ runs: 30 });
  expect(await query('select id from run_groups')).toEqual([{ id: 'group_2' }]);
  expect(await count(`cassettes where id = 'cassette_1'`)).toBe(1);
});

test('retention deletes in batches, and skips a run that is locked', async () => {
  await query(`insert into runs (id, project_id, organization_id, suite_id, run_number, status, source, spec, total, deadline_at, completed_at)
    select 'bulk_' || to_char(i, 'FM000'), 'prj', 'org', 'bulk', i, 'completed', 'api', '{}', 900, now(), now() - interval '40 days' from generate_series(1, 250) i`);
  await query(
    `insert into run_cases (run_id, position, case_id, title, body, needs_inventory) values ('bulk_001', 0, 'c', 't', '{}', false)`,
  );
  await query(
    `insert into iterations (id, run_id, position, case_position, iteration_number, status, transcript) select 'iter_' || i, 'bulk_001', i, 0, i, 'completed', 'x' from generate_series(1, 2500) i`,
  );
  await query(
    `insert into trace_parts (owner_id, fence, part, body) select 'iter_' || i, '00000000-0000-0000-0000-000000000000', 0, 'x' from generate_series(1, 2500) i`,
  );
  const busy = await runs.db.pool.connect();
  await busy.query(`begin; select from runs where id = 'bulk_100' for update`);
  await look({ runs: 30 });
  await busy.query('commit');
  busy.release();
  expect(await query('select id from runs order by id')).toEqual([{ id: 'bulk_100' }, { id: 'bulk_250' }]);
  expect([await count('iterations'), await count('trace_parts')]).toEqual([0, 0]);
});

test('retention deletes nothing without settings, or while catalog does not answer', async () => {
  const [old, newer] = [await ended('s', 4_000), await ended('s', 3_999)];
  await look({});
  await expect(look(undefined)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect([await left(old, newer), await count('trace_parts')]).toEqual([[true, true], 2]);
});

test('a replica that starts runs a retention that is due, and no other', async () => {
  const [old] = [await ended('s', 40), await ended('s', 1)];
  runs.world.retention = [{ organizationId: 'org', runs: 30, traces: 0, sessions: 0 }];
  await (await startReplica(runs)).close();
  expect(await count('runs')).toBe(2);
  await query('update task_turns set free_at = now()');
  const started = await startReplica(runs);
  await waitUntil(async () => !(await left(old))[0]);
  await started.close();
  expect(await count('runs')).toBe(1);
});
