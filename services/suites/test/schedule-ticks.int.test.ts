import type { EvalSuiteSchedule } from '@assay/contract/documents/schedule';
import type { ScheduleTickDue, ScheduleTickSettled } from '@assay/contract/gen/assay/v1/events';
import { until } from '@assay/testkit/until';
import { tickSchedules } from '../src/actions/tick-schedules.ts';
import { closeDesk, create, dueAt, full, house, MINUTE, openDesk, patch, refused, scheduleOf, settled, ticksOf } from './schedule-desk.ts';

beforeAll(openDesk);
afterAll(closeDesk);

describe('ticks', () => {
  beforeEach(() => house.pool.query('update schedules set next_due_at = null, retry_at = null'));

  const at = (time: string) => new Date(`${time}Z`);
  const tick = (now: Date, limit = 100) => tickSchedules(house.pool, now, limit);
  /** A suite that is scheduled so, and due next at that time. */
  const scheduled = async (change: object, next: Date) => {
    const suiteId = await create();
    await patch(suiteId, { enabled: true, ...change });
    await dueAt(suiteId, next);
    return suiteId;
  };
  const nextOf = async (suiteId: string) => new Date((await scheduleOf(suiteId)).nextDueAt!);

  test('are told when their time has come, and not before', async () => {
    const suiteId = await scheduled({ intervalMinutes: 60 }, at('2041-01-01T10:00'));
    expect(await tick(at('2041-01-01T09:59:59.999'))).toBe(0);
    expect(await tick(at('2041-01-01T10:00:00'))).toBe(1);
    expect(await tick(at('2041-01-01T10:00:01'))).toBe(0);
    const [told] = await until(() => ticksOf(suiteId).length > 0 && ticksOf(suiteId));
    const tickId = `${suiteId}.${at('2041-01-01T10:00').getTime()}`;
    expect(told).toEqual({ eventId: tickId, key: suiteId, tickId, suiteId, projectId: 'prj_1', organizationId: 'org_1', environmentId: '', dueAtMs: at('2041-01-01T10:00').getTime() });
    expect(await scheduleOf(suiteId)).toMatchObject({ lastDueAt: at('2041-01-01T10:00').getTime(), nextDueAt: at('2041-01-01T11:00').getTime() });
  });

  test('that were missed are told as one, and the next comes in phase', async () => {
    const interval = await scheduled({ intervalMinutes: 60 }, at('2042-01-01T10:07'));
    const cron = await scheduled({ cron: '0 9 * * *', timeZone: 'Europe/Berlin' }, at('2042-01-01T08:00'));
    expect(await tick(at('2042-01-03T16:30'))).toBe(2);
    expect(await tick(at('2042-01-03T16:30:01'))).toBe(0);
    await until(() => ticksOf(interval).length + ticksOf(cron).length === 2);
    expect([await nextOf(interval), await nextOf(cron)]).toEqual([at('2042-01-03T17:07'), at('2042-01-04T08:00')]);
  });

  test('follow the clocks of their time zone', async () => {
    const suiteId = await scheduled({ cron: '30 2 * * *', timeZone: 'Europe/Berlin' }, at('2043-03-28T01:30'));
    await tick(at('2043-03-28T01:30:01'));
    expect(await nextOf(suiteId)).toEqual(at('2043-03-29T01:00'));
    await tick(at('2043-03-29T01:00:01'));
    expect(await nextOf(suiteId)).toEqual(at('2043-03-30T00:30'));
  });

  test('are told once, however many replicas look at once', async () => {
    const suiteIds = await Promise.all(Array.from({ length: 30 }, () => scheduled({ intervalMinutes: 5 }, at('2044-01-01T00:00'))));
    const replica = async () => {
      let told = 0;
      for (let i = 0; i < 30; i++) told += await tick(at('2044-01-01T00:01'), 3);
      return told;
    };
    const told = await Promise.all([replica(), replica(), replica(), replica()]);
    expect(told.reduce((sum, each) => sum + each)).toBe(30);
    await until(() => suiteIds.every((suiteId) => ticksOf(suiteId).length > 0));
    expect(suiteIds.map((suiteId) => ticksOf(suiteId).length)).toEqual(suiteIds.map(() => 1));
  });

  test('of a schedule that is off are none', async () => {
    const suiteId = await scheduled({ intervalMinutes: 5 }, at('2045-01-01T00:00'));
    await patch(suiteId, { enabled: false });
    expect(await tick(at('2045-01-01T01:00'))).toBe(0);
  });

  test.each([
    ['time zone', `time_zone = 'Mars/Olympus'`],
    ['expression', `cron = 'every day at nine sharp'`],
  ])('of a schedule whose %s is not known any more switch it off, say so, and hold up no other', async (_, unknown) => {
    const broken = await scheduled({ cron: '0 9 * * *', timeZone: 'Europe/Berlin' }, at('2046-01-01T08:00'));
    await house.pool.query(`update schedules set ${unknown} where suite_id = $1`, [broken]);
    const other = await scheduled({ intervalMinutes: 5 }, at('2046-01-01T08:00'));
    expect(await tick(at('2046-01-01T08:01'))).toBe(2);
    const off = { enabled: false, statusReason: expect.stringMatching(/cron expression and time zone/), lastDueAt: at('2046-01-01T08:00').getTime() };
    expect(await scheduleOf(broken)).toMatchObject(off);
    expect(await nextOf(other)).toEqual(at('2046-01-01T08:05'));
    await house.bus.publish([settled(`${broken}.${at('2046-01-01T08:00').getTime()}`, broken, { runId: 'run_last' })]);
    await until(async () => (await scheduleOf(broken)).lastRunId === 'run_last');
    expect(await scheduleOf(broken)).toMatchObject(off);
  });

  test('that nobody told, because the service was down, are told by whoever comes up', async () => {
    const suiteId = await scheduled({ intervalMinutes: 5 }, new Date(Date.now() - 24 * 60 * MINUTE));
    await until(() => ticksOf(suiteId).length > 0);
    expect((await scheduleOf(suiteId)).nextDueAt).toBeGreaterThan(Date.now());
    expect(ticksOf(suiteId)).toHaveLength(1);
  });
});

/** Ticks of schedules that are next due in years: what is tried again in a minute is left to the test as well. */
const START = new Date('2047-01-01T00:00Z');
const inAMinute = () => new Date(Date.now() + 61_000);
/** A suite whose schedule has just ticked; the answer is what was told. */
async function ticked(): Promise<ScheduleTickDue> {
  const suiteId = await create();
  await patch(suiteId, { enabled: true, intervalMinutes: 60 });
  await dueAt(suiteId, START);
  await tickSchedules(house.pool, START, 100);
  return nextTickOf(suiteId, 1);
}
const nextTickOf = async (suiteId: string, count: number): Promise<ScheduleTickDue> =>
  (await until(() => ticksOf(suiteId).length >= count && ticksOf(suiteId))).at(-1)!;
const scheduleWhen = (suiteId: string, test: (schedule: EvalSuiteSchedule) => boolean) =>
  until(async () => { const found = await scheduleOf(suiteId); return test(found) && found; });
const waits = ({ statusReason = '' }: EvalSuiteSchedule) => statusReason.startsWith('Waits for its turn');
const refuseAsFull = async ({ tickId, suiteId }: ScheduleTickDue): Promise<EvalSuiteSchedule> => {
  await house.bus.publish([settled(tickId, suiteId, full)]);
  return scheduleWhen(suiteId, waits);
};
/** Resolves when the service has dealt with everything that was published before, which a marker of its own shows. */
async function drained(suiteId: string): Promise<void> {
  await house.bus.publish([settled(`marker-${suiteId}`, suiteId, { runId: 'run_marker' })]);
  await scheduleWhen(suiteId, ({ lastRunId }) => lastRunId === 'run_marker');
}

describe('what became of a tick', () => {
  let suiteId: string;
  beforeAll(async () => ({ suiteId } = await ticked()));
  const told = (tickId: string, outcome: Partial<ScheduleTickSettled>, of = suiteId) => settled(tickId, of, outcome);

  test('is counted once as long as ticks fail, and why is told', async () => {
    await house.bus.publish([told('t1', refused), told('t1', refused), told('t2', refused)]);
    const schedule = await scheduleWhen(suiteId, ({ consecutiveFailures }) => consecutiveFailures! >= 2);
    expect(schedule).toMatchObject({ enabled: true, consecutiveFailures: 2, statusReason: 'VALIDATION_ERROR: No such\ufffdserver.' });
    expect(schedule).not.toHaveProperty('lastRunId');
  });

  test('is a run that clears what was wrong before, and that a later failure does not forget', async () => {
    await house.bus.publish([told('t3', { runId: 'run_3' })]);
    const schedule = await scheduleWhen(suiteId, ({ lastRunId }) => lastRunId !== undefined);
    expect(schedule).toMatchObject({ lastRunId: 'run_3', consecutiveFailures: 0 });
    expect(schedule).not.toHaveProperty('statusReason');
    await house.bus.publish([told('t4', refused)]);
    expect(await scheduleWhen(suiteId, ({ consecutiveFailures }) => consecutiveFailures === 1)).toMatchObject({ lastRunId: 'run_3' });
  });

  test('is nothing to a suite that is gone, and holds up no other', async () => {
    await house.bus.publish([told('gone', refused, 'suite_gone'), told('gone-full', full, 'suite_gone'), told('t5', { runId: 'run_5' })]);
    await scheduleWhen(suiteId, ({ lastRunId }) => lastRunId === 'run_5');
    expect((await house.pool.query(`select from schedules where suite_id = 'suite_gone'`)).rowCount).toBe(0);
  });

  test.each<[string, object]>([
    ['switched off', { enabled: false }],
    ['set to another interval', { enabled: true, intervalMinutes: 30 }],
  ])('is forgotten when the schedule is %s, also when it is told only then', async (_, change) => {
    const { suiteId: changed, tickId } = await ticked();
    await house.bus.publish([settled(`${tickId}.before`, changed, refused)]);
    await scheduleWhen(changed, ({ consecutiveFailures }) => consecutiveFailures === 1);
    const after = await patch(changed, change);
    expect(after).toMatchObject({ consecutiveFailures: 0 });
    expect(after).not.toHaveProperty('statusReason');
    await house.bus.publish([settled(tickId, changed, refused)]);
    await drained(changed);
    expect(await scheduleOf(changed)).toEqual({ ...after, lastRunId: 'run_marker' });
  });

  test('is forgotten when the schedule is switched on again', async () => {
    const { suiteId: again, tickId } = await ticked();
    await house.pool.query(`update schedules set next_due_at = null, consecutive_failures = 3, status_reason = 'why' where suite_id = $1`, [again]);
    const on = await patch(again, { enabled: true });
    expect(on).toMatchObject({ enabled: true, consecutiveFailures: 0 });
    expect(on).not.toHaveProperty('statusReason');
    expect(ticksOf(again).map((tick) => tick.tickId)).toEqual([tickId]);
  });
});

describe('a tick that finds no free place', () => {
  beforeEach(() => house.pool.query('update schedules set next_due_at = null, retry_at = null'));

  test('is tried again until it starts: of ten suites that are due at once, two at a time, every one runs', async () => {
    const suiteIds = await Promise.all(Array.from({ length: 10 }, async () => {
      const suiteId = await create();
      await patch(suiteId, { enabled: true, cron: '0 3 * * *' });
      await dueAt(suiteId, START);
      return suiteId;
    }));
    const pending = new Set(suiteIds);
    for (let round = 1, now = START; pending.size > 0; round++, now = inAMinute()) {
      expect(await tickSchedules(house.pool, now, 100)).toBe(pending.size);
      const told = await Promise.all([...pending].map((suiteId) => nextTickOf(suiteId, round)));
      const started = told.slice(0, 2).map(({ suiteId }) => suiteId);
      await house.bus.publish(told.map(({ suiteId, tickId }) => settled(tickId, suiteId, started.includes(suiteId) ? { runId: `run_of_${suiteId}` } : full)));
      for (const suiteId of started) pending.delete(suiteId);
      await Promise.all(started.map((suiteId) => scheduleWhen(suiteId, ({ lastRunId }) => lastRunId === `run_of_${suiteId}`)));
      for (const suiteId of pending) {
        await until(async () => (await house.pool.query('select from schedules where suite_id = $1 and retry_at is not null', [suiteId])).rowCount === 1);
        expect(await scheduleOf(suiteId)).toMatchObject({ enabled: true, consecutiveFailures: 0, statusReason: expect.stringMatching(/^Waits for its turn.*RATE_LIMITED/) });
      }
    }
    const schedules = await Promise.all(suiteIds.map(scheduleOf));
    expect(schedules.map(({ nextDueAt }) => nextDueAt)).toEqual(suiteIds.map(() => START.getTime() + 3 * 60 * MINUTE));
    expect(schedules.map(({ lastDueAt }) => lastDueAt)).toEqual(suiteIds.map(() => START.getTime()));
    expect(schedules.filter(({ statusReason, consecutiveFailures }) => statusReason !== undefined || consecutiveFailures !== 0)).toEqual([]);
    const told = suiteIds.flatMap(ticksOf);
    expect(told.map(({ dueAtMs }) => dueAtMs)).toEqual(told.map(() => START.getTime()));
    expect([told.length, new Set(told.map(({ tickId }) => tickId)).size]).toEqual([30, 30]);
  });

  test('waits a minute, and is tried once', async () => {
    const tick = await ticked();
    await refuseAsFull(tick);
    expect(await tickSchedules(house.pool, new Date(Date.now() + 50_000), 100)).toBe(0);
    expect(await tickSchedules(house.pool, inAMinute(), 100)).toBe(1);
    expect(await tickSchedules(house.pool, inAMinute(), 100)).toBe(0);
  });

  test('is given up for the next one, and counted once', async () => {
    const tick = await ticked();
    const { suiteId } = tick;
    await refuseAsFull(tick);
    const next = new Date(START.getTime() + 60 * MINUTE);
    expect(await tickSchedules(house.pool, next, 100)).toBe(1);
    expect(await nextTickOf(suiteId, 2)).toMatchObject({ dueAtMs: next.getTime() });
    expect(await scheduleOf(suiteId)).toMatchObject({ consecutiveFailures: 1, lastDueAt: next.getTime(), nextDueAt: next.getTime() + 60 * MINUTE });
    expect(await tickSchedules(house.pool, next, 100)).toBe(0);
  });

  test('while the next one is told already, is not tried again', async () => {
    const tick = await ticked();
    const next = new Date(START.getTime() + 60 * MINUTE);
    await tickSchedules(house.pool, next, 100);
    await house.bus.publish([settled(tick.tickId, tick.suiteId, full)]);
    await scheduleWhen(tick.suiteId, ({ consecutiveFailures }) => consecutiveFailures === 1);
    expect(await tickSchedules(house.pool, inAMinute(), 100)).toBe(0);
  });

  test('and is refused for another reason then, counts as failed and is not tried again', async () => {
    const tick = await ticked();
    await refuseAsFull(tick);
    await tickSchedules(house.pool, inAMinute(), 100);
    const { tickId } = await nextTickOf(tick.suiteId, 2);
    await house.bus.publish([settled(tickId, tick.suiteId, refused)]);
    expect(await scheduleWhen(tick.suiteId, ({ consecutiveFailures }) => consecutiveFailures === 1)).toMatchObject({ statusReason: expect.stringMatching(/^VALIDATION_ERROR/) });
    expect(await tickSchedules(house.pool, inAMinute(), 100)).toBe(0);
  });

  test.each<[string, object]>([
    ['switched off', { enabled: false }],
    ['set to another interval', { enabled: true, intervalMinutes: 30 }],
  ])('is not tried again once the schedule is %s, whether it waits or is under way', async (_, change) => {
    const [waiting, underWay] = [await ticked(), await ticked()];
    await refuseAsFull(waiting);
    const after = await Promise.all([waiting, underWay].map(({ suiteId }) => patch(suiteId, change)));
    for (const schedule of after) expect(schedule).not.toHaveProperty('statusReason');
    await house.bus.publish([settled(underWay.tickId, underWay.suiteId, full)]);
    await drained(underWay.suiteId);
    expect(await tickSchedules(house.pool, inAMinute(), 100)).toBe(0);
    expect(await scheduleOf(underWay.suiteId)).toMatchObject({ consecutiveFailures: 0 });
  });

  test('goes on waiting when the schedule is set to what it is', async () => {
    const tick = await ticked();
    const waiting = await refuseAsFull(tick);
    expect(await patch(tick.suiteId, { enabled: true })).toEqual(waiting);
    expect(await tickSchedules(house.pool, inAMinute(), 100)).toBe(1);
  });
});
