import type { EvalSuiteSchedule } from '@assay/contract/areas/schedules/documents';
import type { ScheduleTickDue } from '@assay/mesh/events';
import { waitUntil } from '@assay/testkit/until';
import { tickSchedules } from '../../src/actions/schedules/tick-schedules.ts';
import {
  closeFixture,
  create,
  drained,
  dueAt,
  full,
  scheduleFixture,
  MINUTE,
  nextTickOf,
  openFixture,
  patch,
  refused,
  scheduleOf,
  scheduleWhen,
  settled,
  START,
  ticked,
  ticksOf,
} from './schedule-fixture.ts';

beforeAll(openFixture);
afterAll(closeFixture);

const inAMinute = () => new Date(Date.now() + 61_000);
const waits = ({ statusReason = '' }: EvalSuiteSchedule) => statusReason.startsWith('Waits for its turn');
const refuseAsFull = async ({ tickId, suiteId }: ScheduleTickDue): Promise<EvalSuiteSchedule> => {
  await scheduleFixture.bus.publish([settled(tickId, suiteId, full)]);
  return scheduleWhen(suiteId, waits);
};

describe('a tick without a free place', () => {
  beforeEach(() => scheduleFixture.pool.query('update schedules set next_due_at = null, retry_at = null'));

  test('is retried until it starts: all of ten due suites run, two at a time', async () => {
    const suiteIds = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const suiteId = await create();
        await patch(suiteId, { enabled: true, cron: '0 3 * * *' });
        await dueAt(suiteId, START);
        return suiteId;
      }),
    );
    const pending = new Set(suiteIds);
    for (let round = 1, now = START; pending.size > 0; round++, now = inAMinute()) {
      expect(await tickSchedules(scheduleFixture.pool, now, 100)).toBe(pending.size);
      const told = await Promise.all([...pending].map((suiteId) => nextTickOf(suiteId, round)));
      const started = told.slice(0, 2).map(({ suiteId }) => suiteId);
      await scheduleFixture.bus.publish(
        told.map(({ suiteId, tickId }) =>
          settled(tickId, suiteId, started.includes(suiteId) ? { runId: `run_of_${suiteId}` } : full),
        ),
      );
      for (const suiteId of started) pending.delete(suiteId);
      await Promise.all(
        started.map((suiteId) => scheduleWhen(suiteId, ({ lastRunId }) => lastRunId === `run_of_${suiteId}`)),
      );
      for (const suiteId of pending) {
        await waitUntil(
          async () =>
            (
              await scheduleFixture.pool.query('select from schedules where suite_id = $1 and retry_at is not null', [
                suiteId,
              ])
            ).rowCount === 1,
        );
        expect(await scheduleOf(suiteId)).toMatchObject({
          enabled: true,
          consecutiveFailures: 0,
          statusReason: expect.stringMatching(/^Waits for its turn.*RATE_LIMITED/),
        });
      }
    }
    const schedules = await Promise.all(suiteIds.map(scheduleOf));
    expect(schedules.map(({ nextDueAt }) => nextDueAt)).toEqual(suiteIds.map(() => START.getTime() + 3 * 60 * MINUTE));
    expect(schedules.map(({ lastDueAt }) => lastDueAt)).toEqual(suiteIds.map(() => START.getTime()));
    expect(
      schedules.filter(
        ({ statusReason, consecutiveFailures }) => statusReason !== undefined || consecutiveFailures !== 0,
      ),
    ).toEqual([]);
    const told = suiteIds.flatMap(ticksOf);
    expect(told.map(({ dueAtMs }) => dueAtMs)).toEqual(told.map(() => START.getTime()));
    expect([told.length, new Set(told.map(({ tickId }) => tickId)).size]).toEqual([30, 30]);
  });

  test('waits a minute, and is retried once', async () => {
    const tick = await ticked();
    await refuseAsFull(tick);
    expect(await tickSchedules(scheduleFixture.pool, new Date(Date.now() + 50_000), 100)).toBe(0);
    expect(await tickSchedules(scheduleFixture.pool, inAMinute(), 100)).toBe(1);
    expect(await tickSchedules(scheduleFixture.pool, inAMinute(), 100)).toBe(0);
  });

  test('is replaced by the next one, and counted once', async () => {
    const tick = await ticked();
    const { suiteId } = tick;
    await refuseAsFull(tick);
    const next = new Date(START.getTime() + 60 * MINUTE);
    expect(await tickSchedules(scheduleFixture.pool, next, 100)).toBe(1);
    expect(await nextTickOf(suiteId, 2)).toMatchObject({ dueAtMs: next.getTime() });
    expect(await scheduleOf(suiteId)).toMatchObject({
      consecutiveFailures: 1,
      lastDueAt: next.getTime(),
      nextDueAt: next.getTime() + 60 * MINUTE,
    });
    expect(await tickSchedules(scheduleFixture.pool, next, 100)).toBe(0);
  });

  test('is not retried when the next one is published already', async () => {
    const tick = await ticked();
    const next = new Date(START.getTime() + 60 * MINUTE);
    await tickSchedules(scheduleFixture.pool, next, 100);
    await scheduleFixture.bus.publish([settled(tick.tickId, tick.suiteId, full)]);
    await scheduleWhen(tick.suiteId, ({ consecutiveFailures }) => consecutiveFailures === 1);
    expect(await tickSchedules(scheduleFixture.pool, inAMinute(), 100)).toBe(0);
  });

  test('counts as failed and is not retried when the retry is refused for another reason', async () => {
    const tick = await ticked();
    await refuseAsFull(tick);
    await tickSchedules(scheduleFixture.pool, inAMinute(), 100);
    const { tickId } = await nextTickOf(tick.suiteId, 2);
    await scheduleFixture.bus.publish([settled(tickId, tick.suiteId, refused)]);
    expect(await scheduleWhen(tick.suiteId, ({ consecutiveFailures }) => consecutiveFailures === 1)).toMatchObject({
      statusReason: expect.stringMatching(/^VALIDATION_ERROR/),
    });
    expect(await tickSchedules(scheduleFixture.pool, inAMinute(), 100)).toBe(0);
  });

  test.each<[string, object]>([
    ['switched off', { enabled: false }],
    ['set to another interval', { enabled: true, intervalMinutes: 30 }],
  ])('is not retried once the schedule is %s, while waiting or in progress', async (_, change) => {
    const [waiting, underWay] = [await ticked(), await ticked()];
    await refuseAsFull(waiting);
    const after = await Promise.all([waiting, underWay].map(({ suiteId }) => patch(suiteId, change)));
    for (const schedule of after) expect(schedule).not.toHaveProperty('statusReason');
    await scheduleFixture.bus.publish([settled(underWay.tickId, underWay.suiteId, full)]);
    await drained(underWay.suiteId);
    expect(await tickSchedules(scheduleFixture.pool, inAMinute(), 100)).toBe(0);
    expect(await scheduleOf(underWay.suiteId)).toMatchObject({ consecutiveFailures: 0 });
  });

  test('keeps waiting when the schedule is set to its present value', async () => {
    const tick = await ticked();
    const waiting = await refuseAsFull(tick);
    expect(await patch(tick.suiteId, { enabled: true })).toEqual(waiting);
    expect(await tickSchedules(scheduleFixture.pool, inAMinute(), 100)).toBe(1);
  });
});
