import type { ScheduleTickSettled } from '@assay/mesh/events';
import {
  closeFixture,
  drained,
  full,
  scheduleFixture,
  openFixture,
  patch,
  refused,
  scheduleOf,
  scheduleWhen,
  settled,
  ticked,
  ticksOf,
} from './schedule-fixture.ts';

beforeAll(openFixture);
afterAll(closeFixture);

describe('the outcome of a tick', () => {
  let suiteId: string;
  beforeAll(async () => ({ suiteId } = await ticked()));
  const told = (tickId: string, outcome: Partial<ScheduleTickSettled>, of = suiteId) => settled(tickId, of, outcome);

  test('is counted once per failed tick, with its reason', async () => {
    await scheduleFixture.bus.publish([told('t1', refused), told('t1', refused), told('t2', refused)]);
    const schedule = await scheduleWhen(suiteId, ({ consecutiveFailures }) => consecutiveFailures! >= 2);
    expect(schedule).toMatchObject({
      enabled: true,
      consecutiveFailures: 2,
      statusReason: 'VALIDATION_ERROR: No such\ufffdserver.',
    });
    expect(schedule).not.toHaveProperty('lastRunId');
  });

  test('of a started run clears the failures, and later failures keep the run', async () => {
    await scheduleFixture.bus.publish([told('t3', { runId: 'run_3' })]);
    const schedule = await scheduleWhen(suiteId, ({ lastRunId }) => lastRunId !== undefined);
    expect(schedule).toMatchObject({ lastRunId: 'run_3', consecutiveFailures: 0 });
    expect(schedule).not.toHaveProperty('statusReason');
    await scheduleFixture.bus.publish([told('t4', refused)]);
    expect(await scheduleWhen(suiteId, ({ consecutiveFailures }) => consecutiveFailures === 1)).toMatchObject({
      lastRunId: 'run_3',
    });
  });

  test('is ignored for a deleted suite, and delays no other', async () => {
    await scheduleFixture.bus.publish([
      told('gone', refused, 'suite_gone'),
      told('gone-full', full, 'suite_gone'),
      told('t5', { runId: 'run_5' }),
    ]);
    await scheduleWhen(suiteId, ({ lastRunId }) => lastRunId === 'run_5');
    expect((await scheduleFixture.pool.query(`select from schedules where suite_id = 'suite_gone'`)).rowCount).toBe(0);
  });

  test.each<[string, object]>([
    ['switched off', { enabled: false }],
    ['set to another interval', { enabled: true, intervalMinutes: 30 }],
  ])('is cleared when the schedule is %s, also when it arrives later', async (_, change) => {
    const { suiteId: changed, tickId } = await ticked();
    await scheduleFixture.bus.publish([settled(`${tickId}.before`, changed, refused)]);
    await scheduleWhen(changed, ({ consecutiveFailures }) => consecutiveFailures === 1);
    const after = await patch(changed, change);
    expect(after).toMatchObject({ consecutiveFailures: 0 });
    expect(after).not.toHaveProperty('statusReason');
    await scheduleFixture.bus.publish([settled(tickId, changed, refused)]);
    await drained(changed);
    expect(await scheduleOf(changed)).toEqual({ ...after, lastRunId: 'run_marker' });
  });

  test('is cleared when the schedule is switched on again', async () => {
    const { suiteId: again, tickId } = await ticked();
    await scheduleFixture.pool.query(
      `update schedules set next_due_at = null, consecutive_failures = 3, status_reason = 'why' where suite_id = $1`,
      [again],
    );
    const on = await patch(again, { enabled: true });
    expect(on).toMatchObject({ enabled: true, consecutiveFailures: 0 });
    expect(on).not.toHaveProperty('statusReason');
    expect(ticksOf(again).map((tick) => tick.tickId)).toEqual([tickId]);
  });
});

test('a schedule is switched off after as many failures in a row as it allows', async () => {
  const { suiteId, tickId } = await ticked({ pauseAfterFailures: 1 });
  expect(await scheduleOf(suiteId)).toMatchObject({ enabled: true, pauseAfterFailures: 1 });
  await scheduleFixture.bus.publish([settled(tickId, suiteId, refused)]);
  expect(await scheduleWhen(suiteId, ({ enabled }) => !enabled)).toMatchObject({
    statusReason: 'The schedule was switched off after 1 failure.',
    pauseAfterFailures: 1,
  });
  expect(await patch(suiteId, { enabled: true, pauseAfterFailures: null })).not.toHaveProperty('pauseAfterFailures');
});
