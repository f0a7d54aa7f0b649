import { describeClockChanges, describeZone, zonedTime } from './clock-changes.ts';
import { previewSchedule } from './schedule-preview.ts';
import type { ScheduleTiming } from './schedule-timing.ts';
import { describeTiming } from './schedule-words.ts';

const cron = (expression: string, timeZone = 'Europe/Berlin'): ScheduleTiming => ({ cron: expression, timeZone });
const now = new Date('2026-11-29T09:41Z');

test.each<[ScheduleTiming, string, string]>([
  [cron('0 3 * * *'), 'daily at 03:00, Europe/Berlin', 'daily'],
  [cron('@daily'), 'daily at 00:00, Europe/Berlin', 'daily'],
  [cron('30 6 * * 1-5', 'UTC'), 'weekdays at 06:30, UTC', 'weekdays'],
  [cron('5 4 * * 0'), 'Sundays at 04:05, Europe/Berlin', 'Sundays'],
  [cron('0 0 1 * *'), 'monthly on day 1 at 00:00, Europe/Berlin', 'monthly on day 1'],
  [cron('0 */6 * * *'), 'every 6 hours, Europe/Berlin', 'every 6 hours'],
  [cron('15 * * * *'), 'every hour at minute 15, Europe/Berlin', 'hourly'],
  [cron('0 9,17 * * 1-5'), 'at 09:00 and 17:00, Monday through Friday, Europe/Berlin', 'by cron'],
  [{ intervalMinutes: 30 }, 'every 30 minutes', 'every 30 minutes'],
  [{ intervalMinutes: 60 }, 'every hour', 'every hour'],
  [{ intervalMinutes: 2_880 }, 'every 2 days', 'every 2 days'],
])('the schedule %j is %s', (timing, words, rhythm) => {
  expect(describeTiming(timing)).toEqual({ words, rhythm });
});

test('a change of the clock that skips or repeats a time is told', () => {
  expect(describeZone('Europe/Berlin', now)).toBe('UTC+1 until 28 Mar 2027, then UTC+2.');
  expect(describeZone('UTC', now)).toBe('UTC.');
  expect(describeClockChanges(cron('0 4 * * *'), now)).toBe('No change of the clock skips or repeats it.');
  expect(describeClockChanges(cron('0 4 * * *', 'Asia/Tokyo'), now)).toBe('The clocks of its time zone do not change.');
  expect(describeClockChanges(cron('30 2 * * *'), now)).toContain('On 28 Mar 2027 the clock skips 02:30.');
  expect(zonedTime(new Date('2026-12-01T02:00Z'), 'America/New_York')).toEqual({
    localTime: '2026-11-30T21:00',
    utcOffset: '-05:00',
  });
});

test('a preview has the next ticks, and how many a month has', () => {
  const daily = previewSchedule(cron('0 3 * * *'), { now, due: undefined, count: 2 });
  expect(daily).toMatchObject({
    ticksPerMonth: 30,
    ticks: [
      { at: Date.parse('2026-11-30T02:00Z'), localTime: '2026-11-30T03:00', utcOffset: '+01:00' },
      { localTime: '2026-12-01T03:00' },
    ],
  });
  const due = new Date('2026-11-29T10:00Z');
  expect(previewSchedule({ intervalMinutes: 5 }, { now, due, count: 1 })).toMatchObject({
    ticksPerMonth: 8_637,
    ticks: [{ at: due.getTime() }],
  });
});
