import { tickOf, type DueSchedule } from './schedule-tick.ts';

const at = (time: string) => new Date(`2026-01-01T${time}Z`);
const schedule = (nextDueAt: Date, retryAt: Date | null): DueSchedule => ({
  suiteId: 's',
  projectId: 'p',
  organizationId: 'o',
  timing: { intervalMinutes: 60 },
  environmentId: null,
  nextDueAt,
  lastDueAt: at('10:00'),
  retryAt,
});
const id = (...times: string[]) => ['s', ...times.map((time) => at(time).getTime())].join('.');

test.each<[string, Date, Date | null, string, { tickId: string; dueAt: Date; nextDueAt: Date }]>([
  [
    'that is due moves to the next time',
    at('11:00'),
    null,
    '11:00',
    { tickId: id('11:00'), dueAt: at('11:00'), nextDueAt: at('12:00') },
  ],
  [
    'that waits is tried again under another id, and the next time stays',
    at('11:00'),
    at('10:02'),
    '10:02',
    { tickId: id('10:00', '10:02'), dueAt: at('10:00'), nextDueAt: at('11:00') },
  ],
  [
    'that is due takes the place of one that waits',
    at('11:00'),
    at('10:59'),
    '11:00',
    { tickId: id('11:00'), dueAt: at('11:00'), nextDueAt: at('12:00') },
  ],
])('a tick %s', (_, nextDueAt, retryAt, now, tick) =>
  expect(tickOf(schedule(nextDueAt, retryAt), at(now))).toEqual({ suiteId: 's', ...tick }),
);

test('every attempt of a tick has an id of its own', () => {
  const ids = ['10:01', '10:02', '10:03'].map((time) => tickOf(schedule(at('11:00'), at(time)), at(time)).tickId);
  expect(new Set([id('10:00'), ...ids]).size).toBe(4);
});
