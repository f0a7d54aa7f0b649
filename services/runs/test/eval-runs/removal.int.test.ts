import { NEVER_LEASED } from '../../src/domain/iterations/iteration.ts';
import { ProjectDeleted, SuiteDeleted } from '@assay/mesh/events';
import { operations } from '@assay/contract/operations';
import type { Bus, BusMessage } from '@assay/kit/bus/bus';
import { openBus } from '@assay/kit/bus/open-bus';
import { transaction, type Tx } from '@assay/kit/postgres/db';
import { createLog } from '@assay/kit/log';
import { eventMessage } from '@assay/testkit/events/event-message';
import { waitUntil } from '@assay/testkit/until';
import { insertParts } from '../../src/store/iterations/traces.ts';
import { testCaller, echoCase, openRuns } from '../support/harness.ts';

let runs: Awaited<ReturnType<typeof openRuns>>;
let bus: Bus;
beforeAll(async () => {
  runs = await openRuns();
  bus = await openBus({ transport: 'postgres', url: runs.bus.url, retentionHours: 1 }, createLog('test', 'silent'));
});
afterAll(async () => {
  await bus.close();
  await runs.close();
});

let events = 0;
const envelope = () => ({ id: `deleted.${++events}` });
const suiteDeleted = (suiteId: string) => eventMessage(SuiteDeleted, { suiteId, projectId: 'prj' }, envelope());
const projectDeleted = (projectId: string) => eventMessage(ProjectDeleted, { projectId }, envelope());

function launch(suiteId: string, projectId = 'prj') {
  runs.world.suites.set(suiteId, { cases: [echoCase('a'), echoCase('b')] });
  return runs.call(operations.createEvalRun, { projectId }, { suiteId }, { ...testCaller, projectId });
}
const query = async (text: string, values: unknown[] = []) =>
  (await runs.db.pool.query<{ id: string }>(text, values)).rows.map(({ id }) => id);
const runsOf = (suiteId: string) => query('select id from runs where suite_id = $1 order by id', [suiteId]);
const handled = ({ id }: BusMessage) =>
  waitUntil(async () => (await query('select event_id as id from inbox where event_id = $1', [id])).length === 1);
const blocked = (many = 1) =>
  waitUntil(
    async () =>
      (
        await query(
          `select pid::text as id from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).length >= many,
  );
/** Runs `work` in a transaction that holds the locks of `statement`. It fails on a deadlock. */
const whileHolding = (statement: string, values: unknown[], work: (tx: Tx) => Promise<void>) =>
  transaction(runs.db.pool, async (tx) => {
    await tx.query(`set local deadlock_timeout = '1ms'`);
    await tx.query(statement, values);
    await work(tx);
  });

describe('no run outlives its owner', () => {
  test.each([
    ['suite', 'prj', suiteDeleted('raced')],
    ['project', 'prj_raced', projectDeleted('prj_raced')],
  ])('when its %s is deleted while a launch connects: the launch is refused', async (_, projectId, deletion) => {
    let launched: Promise<unknown>;
    await whileHolding(`select pg_advisory_xact_lock(hashtext('launch'), hashtext('org'))`, [], async () => {
      launched = launch('raced', projectId).catch((problem: unknown) => problem);
      await blocked();
      await bus.publish([deletion]);
      await handled(deletion);
    });
    expect(await launched!).toMatchObject({ code: 'NOT_FOUND' });
    expect(await runsOf('raced')).toEqual([]);
  });

  test.each([
    ['suite', 'prj', suiteDeleted('writing')],
    ['project', 'prj_writing', projectDeleted('prj_writing')],
  ])(
    'when its %s is deleted while the run is being written: the run is deleted, too',
    async (_, projectId, deletion) => {
      let launched: Promise<unknown>;
      await whileHolding('lock table run_cases in exclusive mode', [], async () => {
        launched = launch('writing', projectId);
        await blocked();
        await bus.publish([deletion]);
        await waitUntil(
          async () =>
            (await query(`select pid::text as id from pg_locks where locktype = 'advisory' and not granted`)).length >
            0,
        );
      });
      expect(await launched!).toMatchObject({ runId: expect.any(String) });
      await waitUntil(async () => (await runsOf('writing')).length === 0);
    },
  );

  test('when its project was deleted by an earlier version, which left a tombstone', async () => {
    await query(`insert into tombstones (id, deleted_at) values ('prj_before', now() - interval '1 hour')`);
    await expect(launch('late', 'prj_before')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

test('a suite that a repeated launch writes again survives a repeated deletion event', async () => {
  const again = () =>
    runs.call(
      operations.createEvalRun,
      { idempotencyKey: 'nightly' },
      { suiteName: 'phoenix', tests: [{ title: 'hello', steps: echoCase('x').steps }], serverIds: ['srv'] },
    );
  const first = await again();
  const deletion = suiteDeleted(first.suiteId);
  runs.world.suites.delete(first.suiteId);
  runs.world.names.delete('phoenix');
  await bus.publish([deletion]);
  await handled(deletion);
  const second = await again();
  expect([second.suiteId, second.runId]).toEqual([first.suiteId, expect.not.stringContaining(first.runId)]);
  const later = suiteDeleted('another suite');
  await bus.publish([deletion, later]);
  await handled(later);
  expect(await runsOf(second.suiteId)).toEqual([second.runId]);
});

test('a deletion never deadlocks with writers that lock runs in the order of their ids', async () => {
  const ids = [(await launch('circled')).runId, (await launch('circled')).runId].sort();
  const deletion = suiteDeleted('circled');
  await whileHolding('select from runs where id = $1 for update', [ids[0]], async (tx) => {
    await bus.publish([deletion]);
    await blocked();
    await tx.query('select from runs where id = $1 for update', [ids[1]]);
  });
  await handled(deletion);
  expect(await runsOf('circled')).toEqual([]);
});

test('a deletion never deadlocks with heartbeats, which lock iterations by id', async () => {
  const { runId } = await launch('beating');
  // In the order of cases, the iteration with the higher id comes first.
  const [low, high] = ['iter_a', 'iter_b'];
  await query('update iterations set id = (array[$2, $3])[position + 1] where run_id = $1', [runId, high, low]);
  const deletion = suiteDeleted('beating');
  await whileHolding('select from iterations where id = $1 for no key update', [low], async (tx) => {
    await bus.publish([deletion]);
    await blocked();
    await tx.query('select from iterations where id = $1 for no key update', [high]);
  });
  await handled(deletion);
  expect(await runsOf('beating')).toEqual([]);
});

test('traces that arrive in any order while their run is deleted are dropped', async () => {
  const { runId } = await launch('traced');
  const [low, high] = await query('select id from iterations where run_id = $1 order by id', [runId]);
  const parts = [high!, low!].map((ownerId) => ({
    ownerId,
    fence: NEVER_LEASED,
    part: 0,
    traceId: null,
    body: Buffer.from('x'),
  }));
  const deletion = suiteDeleted('traced');
  let kept: Promise<number | null>;
  await whileHolding('select from iterations where id = $1 for key share', [high], async () => {
    await bus.publish([deletion]);
    await blocked();
    kept = transaction(runs.db.pool, async (tx) => {
      await insertParts(tx, parts);
      return (await tx.query('select from trace_parts where owner_id = any($1)', [[low, high]])).rowCount;
    });
    await blocked(2);
  });
  expect(await kept!).toBe(0);
  await handled(deletion);
});

test('many runs are deleted in parts, and an interrupted deletion is continued', async () => {
  await query(`insert into runs (id, project_id, organization_id, suite_id, run_number, source, spec, total, deadline_at)
    select 'bulk_' || to_char(i, 'FM000'), 'prj', 'org', 'bulk', i, 'api', '{}', 1, now() from generate_series(1, 250) i`);
  const deletion = suiteDeleted('bulk');
  await whileHolding(`select from runs where id = 'bulk_120' for update`, [], async () => {
    await bus.publish([deletion]);
    await waitUntil(async () => (await runsOf('bulk')).length < 250);
    await blocked();
    expect(await runsOf('bulk')).not.toEqual([]);
    await query(
      `select pg_terminate_backend(pid)::text as id from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
  });
  await handled(deletion);
  expect(await runsOf('bulk')).toEqual([]);
});

test('runs with many iterations are deleted in small batches', async () => {
  await query(`insert into runs (id, project_id, organization_id, suite_id, run_number, source, spec, total, deadline_at)
    select 'large_' || i, 'prj', 'org', 'large', i, 'api', '{}', 900, now() from generate_series(1, 3) i`);
  const deletion = suiteDeleted('large');
  await whileHolding(`select from runs where id = 'large_3' for update`, [], async () => {
    await bus.publish([deletion]);
    await waitUntil(async () => (await runsOf('large')).length === 1);
  });
  await handled(deletion);
  expect(await runsOf('large')).toEqual([]);
});

test('old tombstones are deleted', async () => {
  await query(
    `insert into tombstones (id, deleted_at) values ('suite_old', now() - interval '31 days'), ('suite_recent', now() - interval '29 days')`,
  );
  const deletion = suiteDeleted('suite_new');
  await bus.publish([deletion]);
  await handled(deletion);
  expect(await query(`select id from tombstones where id like 'suite_%' order by id`)).toEqual(
    expect.arrayContaining(['suite_new', 'suite_recent']),
  );
  expect(await query(`select id from tombstones where id = 'suite_old'`)).toEqual([]);
});
