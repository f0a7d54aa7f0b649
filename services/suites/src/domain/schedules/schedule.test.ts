import type { UpdateEvalSuiteSchedule } from '@assay/contract/areas/schedules/documents';
import { failureReason, scheduleAfter, scheduleFault, timingAfter, toSchedule, type Schedule } from './schedule.ts';
import type { ScheduleTiming } from './schedule-timing.ts';

const hourly: ScheduleTiming = { intervalMinutes: 60 };
const daily: ScheduleTiming = { cron: '0 9 * * *', timeZone: 'Europe/Berlin' };
const unknownZone: ScheduleTiming = { cron: '0 9 * * *', timeZone: 'Mars/Olympus' };

test.each<[string, ScheduleTiming | undefined, UpdateEvalSuiteSchedule, string]>([
  ['nothing to go by', undefined, { enabled: true }, '/intervalMinutes'],
  ['an interval and an expression', hourly, { enabled: true, intervalMinutes: 5, cron: '0 9 * * *' }, '/cron'],
  ['the same, while it is switched off', hourly, { enabled: false, intervalMinutes: 5, cron: '0 9 * * *' }, '/cron'],
  ['a time zone for an interval', undefined, { enabled: true, intervalMinutes: 5, timeZone: 'UTC' }, '/timeZone'],
  [
    'a time zone for an interval in place of an expression',
    daily,
    { enabled: true, intervalMinutes: 5, timeZone: 'UTC' },
    '/timeZone',
  ],
  ['a time zone for the interval that is set', hourly, { enabled: true, timeZone: 'UTC' }, '/timeZone'],
  ['a time zone for nothing', undefined, { enabled: false, timeZone: 'UTC' }, '/timeZone'],
  ['an unknown time zone', undefined, { enabled: true, cron: '0 9 * * *', timeZone: 'Mars/Olympus' }, '/timeZone'],
  [
    'an unknown time zone for the expression that is set',
    daily,
    { enabled: true, timeZone: 'Mars/Olympus' },
    '/timeZone',
  ],
  ['a time zone that is not known any more', unknownZone, { enabled: true }, '/timeZone'],
  ['an expression that is due too often', hourly, { enabled: true, cron: '* * * * *' }, '/cron'],
  ['the same, while it is switched off', hourly, { enabled: false, cron: '* * * * *' }, '/cron'],
])('a schedule cannot have %s', (_, before, change, path) =>
  expect(scheduleFault(before, change)).toMatchObject({ path }),
);

test.each<[string, ScheduleTiming | undefined, UpdateEvalSuiteSchedule, ScheduleTiming | undefined]>([
  ['the first interval', undefined, { enabled: true, intervalMinutes: 60 }, hourly],
  [
    'the first expression, which is read in UTC',
    undefined,
    { enabled: true, cron: '0 9 * * *' },
    { cron: '0 9 * * *', timeZone: 'UTC' },
  ],
  [
    'the first expression with its time zone',
    undefined,
    { enabled: true, cron: '0 9 * * *', timeZone: 'Europe/Berlin' },
    daily,
  ],
  [
    'an expression after an interval',
    hourly,
    { enabled: true, cron: '0 9 * * *' },
    { cron: '0 9 * * *', timeZone: 'UTC' },
  ],
  ['an interval after an expression', daily, { enabled: true, intervalMinutes: 60 }, hourly],
  [
    'another expression in the same time zone',
    daily,
    { enabled: true, cron: '0 8 * * *' },
    { cron: '0 8 * * *', timeZone: 'Europe/Berlin' },
  ],
  [
    'another time zone of the same expression',
    daily,
    { enabled: true, timeZone: 'UTC' },
    { cron: '0 9 * * *', timeZone: 'UTC' },
  ],
  ['switching it on again', daily, { enabled: true }, daily],
  ['switching it off', daily, { enabled: false }, daily],
  ['switching off what was never set', undefined, { enabled: false }, undefined],
  ['switching off what is due in no known time zone', unknownZone, { enabled: false }, unknownZone],
  ['an interval for later', undefined, { enabled: false, intervalMinutes: 60 }, hourly],
])('the last timing counts: %s', (_, before, change, after) => {
  expect([scheduleFault(before, change), timingAfter(before, change)]).toEqual([undefined, after]);
});

const stored = (changes: Partial<Schedule> = {}): Schedule => ({
  timing: hourly,
  nextDueAt: null,
  lastDueAt: null,
  lastRunId: null,
  consecutiveFailures: 0,
  statusReason: null,
  createdBy: null,
  environmentId: null,
  pauseAfter: null,
  ...changes,
});
const now = new Date('2026-01-01T10:00Z');
const soon = new Date('2026-01-01T10:20Z');

test.each<[string, Schedule | undefined, UpdateEvalSuiteSchedule, Pick<Schedule, 'timing' | 'nextDueAt'> | undefined]>([
  [
    'switched on, it is due one interval from then',
    undefined,
    { enabled: true, intervalMinutes: 60 },
    { timing: hourly, nextDueAt: new Date('2026-01-01T11:00Z') },
  ],
  ['switched on again, too', stored(), { enabled: true }, { timing: hourly, nextDueAt: new Date('2026-01-01T11:00Z') }],
  [
    'set to what it is, it stays as it is',
    stored({ nextDueAt: soon }),
    { enabled: true, intervalMinutes: 60 },
    undefined,
  ],
  [
    'set to the same expression, too',
    stored({ nextDueAt: soon, timing: daily }),
    { enabled: true, ...daily },
    undefined,
  ],
  [
    'set to another interval, it starts anew',
    stored({ nextDueAt: soon }),
    { enabled: true, intervalMinutes: 5 },
    { timing: { intervalMinutes: 5 }, nextDueAt: new Date('2026-01-01T10:05Z') },
  ],
  [
    'set to an expression, it is due as that says',
    stored({ nextDueAt: soon }),
    { enabled: true, ...daily },
    { timing: daily, nextDueAt: new Date('2026-01-02T08:00Z') },
  ],
  [
    'switched off, it is never due',
    stored({ nextDueAt: soon }),
    { enabled: false },
    { timing: hourly, nextDueAt: null },
  ],
  ['switched off again, it stays as it is', stored(), { enabled: false }, undefined],
  [
    'set while it is off, it is never due',
    stored(),
    { enabled: false, intervalMinutes: 5 },
    { timing: { intervalMinutes: 5 }, nextDueAt: null },
  ],
  ['switched off before it was ever set, there is none', undefined, { enabled: false }, undefined],
])('%s', (_, before, change, after) =>
  expect(scheduleAfter(before, change, {}, now)).toEqual(after && { environmentId: null, pauseAfter: null, ...after }),
);

test('a schedule shows only the fields that it has', () => {
  expect(toSchedule(undefined)).toEqual({ enabled: false });
  expect(toSchedule(stored())).toEqual({ enabled: false, intervalMinutes: 60, consecutiveFailures: 0 });
  expect(
    toSchedule(
      stored({
        timing: daily,
        nextDueAt: soon,
        lastDueAt: now,
        lastRunId: 'run_1',
        consecutiveFailures: 2,
        statusReason: 'why',
        createdBy: 'usr_1',
      }),
    ),
  ).toEqual({
    enabled: true,
    ...daily,
    nextDueAt: soon.getTime(),
    lastDueAt: now.getTime(),
    lastRunId: 'run_1',
    consecutiveFailures: 2,
    statusReason: 'why',
    createdBy: 'usr_1',
  });
});

test('a reason with any quotation can be stored', () => {
  expect(failureReason('CONFLICT', 'a\u0000b')).toBe('CONFLICT: a\ufffdb');
  expect(failureReason('CONFLICT', 'x'.repeat(10_000))).toHaveLength(500);
});
