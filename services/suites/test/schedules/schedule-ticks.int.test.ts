import { operations } from '@assay/contract/operations';
import { waitUntil } from '@assay/testkit/until';
import { tickSchedules } from '../../src/actions/schedules/tick-schedules.ts';
import {
  closeFixture,
  create,
  dueAt,
  scheduleFixture,
  MINUTE,
  openFixture,
  patch,
  project,
  scheduleOf,
  settled,
  ticksOf,
} from './schedule-fixture.ts';

beforeAll(openFixture);
afterAll(closeFixture);

describe('ticks', () => {
  beforeEach(() => scheduleFixture.pool.query('update schedules set next_due_at = null, retry_at = null'));

  const at = (time: string) => new Date(`${time}Z`);
  const tick = (now: Date, limit = 100) => tickSchedules(scheduleFixture.pool, now, limit);
  /** A suite with this schedule and next due time. */
  const scheduled = async (change: object, next: Date) => {
    const suiteId = await create();
    await patch(suiteId, { enabled: true, ...change });
    await dueAt(suiteId, next);
    return suiteId;
  };
  const nextOf = async (suiteId: string) => new Date((await scheduleOf(suiteId)).nextDueAt!);

  test('are published when they are due, and not before', async () => {
    const suiteId = await scheduled({ intervalMinutes: 60 }, at('2041-01-01T10:00'));
    expect(await tick(at('2041-01-01T09:59:59.999'))).toBe(0);
    expect(await tick(at('2041-01-01T10:00:00'))).toBe(1);
    expect(await tick(at('2041-01-01T10:00:01'))).toBe(0);
    const [told] = await waitUntil(() => ticksOf(suiteId).length > 0 && ticksOf(suiteId));
    const tickId = `${suiteId}.${at('2041-01-01T10:00').getTime()}`;
    expect(told).toEqual({
      eventId: `${tickId}.ScheduleTickDue`,
      key: suiteId,
      tickId,
      suiteId,
      projectId: 'prj_1',
      organizationId: 'org_1',
      environmentId: '',
      dueAtMs: at('2041-01-01T10:00').getTime(),
    });
    expect(await scheduleOf(suiteId)).toMatchObject({
      lastDueAt: at('2041-01-01T10:00').getTime(),
      nextDueAt: at('2041-01-01T11:00').getTime(),
    });
  });

  test('of an archived suite are not published, and its restored schedule is due from then on', async () => {
    const suiteId = await scheduled({ intervalMinutes: 60 }, at('2001-01-01T10:07'));
    const archived = await scheduleFixture.call(operations.archiveEvalSuite, { ...project, suiteId }, {});
    expect(archived.schedule).toMatchObject({ enabled: true });
    expect(archived.schedule).not.toHaveProperty('nextDueAt');
    expect(await tick(at('2041-01-01T10:30'))).toBe(0);
    await scheduleFixture.call(operations.restoreEvalSuite, { ...project, suiteId }, {});
    const next = await nextOf(suiteId);
    expect(next.getTime()).toBeGreaterThan(Date.now());
    expect(ticksOf(suiteId)).toEqual([]);
  });

  test('that were missed are published as one, and the next keeps the phase', async () => {
    const interval = await scheduled({ intervalMinutes: 60 }, at('2042-01-01T10:07'));
    const cron = await scheduled({ cron: '0 9 * * *', timeZone: 'Europe/Berlin' }, at('2042-01-01T08:00'));
    expect(await tick(at('2042-01-03T16:30'))).toBe(2);
    expect(await tick(at('2042-01-03T16:30:01'))).toBe(0);
    await waitUntil(() => ticksOf(interval).length + ticksOf(cron).length === 2);
    expect([await nextOf(interval), await nextOf(cron)]).toEqual([at('2042-01-03T17:07'), at('2042-01-04T08:00')]);
  });

  test('follow the clocks of their time zone', async () => {
    const suiteId = await scheduled({ cron: '30 2 * * *', timeZone: 'Europe/Berlin' }, at('2043-03-28T01:30'));
    await tick(at('2043-03-28T01:30:01'));
    expect(await nextOf(suiteId)).toEqual(at('2043-03-29T01:00'));
    await tick(at('2043-03-29T01:00:01'));
    expect(await nextOf(suiteId)).toEqual(at('2043-03-30T00:30'));
  });

  test('are published once when several replicas look at once', async () => {
    const suiteIds = await Promise.all(
      Array.from({ length: 30 }, () => scheduled({ intervalMinutes: 5 }, at('2044-01-01T00:00'))),
    );
    const replica = async () => {
      let told = 0;
      for (let i = 0; i < 30; i++) told += await tick(at('2044-01-01T00:01'), 3);
      return told;
    };
    const told = await Promise.all([replica(), replica(), replica(), replica()]);
    expect(told.reduce((sum, each) => sum + each)).toBe(30);
    await waitUntil(() => suiteIds.every((suiteId) => ticksOf(suiteId).length > 0));
    expect(suiteIds.map((suiteId) => ticksOf(suiteId).length)).toEqual(suiteIds.map(() => 1));
  });

  test('are not published for a schedule that is off', async () => {
    const suiteId = await scheduled({ intervalMinutes: 5 }, at('2045-01-01T00:00'));
    await patch(suiteId, { enabled: false });
    expect(await tick(at('2045-01-01T01:00'))).toBe(0);
  });

  test.each([
    ['time zone', `time_zone = 'Mars/Olympus'`],
    ['expression', `cron = 'every day at nine sharp'`],
  ])('of a schedule with an unknown %s switch it off with the reason, and delay no other', async (_, unknown) => {
    const broken = await scheduled({ cron: '0 9 * * *', timeZone: 'Europe/Berlin' }, at('2046-01-01T08:00'));
    await scheduleFixture.pool.query(`update schedules set ${unknown} where suite_id = $1`, [broken]);
    const other = await scheduled({ intervalMinutes: 5 }, at('2046-01-01T08:00'));
    expect(await tick(at('2046-01-01T08:01'))).toBe(2);
    const off = {
      enabled: false,
      statusReason: expect.stringMatching(/cron expression and time zone/),
      lastDueAt: at('2046-01-01T08:00').getTime(),
    };
    expect(await scheduleOf(broken)).toMatchObject(off);
    expect(await nextOf(other)).toEqual(at('2046-01-01T08:05'));
    await scheduleFixture.bus.publish([
      settled(`${broken}.${at('2046-01-01T08:00').getTime()}`, broken, { runId: 'run_last' }),
    ]);
    await waitUntil(async () => (await scheduleOf(broken)).lastRunId === 'run_last');
    expect(await scheduleOf(broken)).toMatchObject(off);
  });

  test('that were missed while the service was down are published when it starts', async () => {
    const suiteId = await scheduled({ intervalMinutes: 5 }, new Date(Date.now() - 24 * 60 * MINUTE));
    await waitUntil(() => ticksOf(suiteId).length > 0);
    expect((await scheduleOf(suiteId)).nextDueAt).toBeGreaterThan(Date.now());
    expect(ticksOf(suiteId)).toHaveLength(1);
  });
});
