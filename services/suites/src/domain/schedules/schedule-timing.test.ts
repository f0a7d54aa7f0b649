import { cronFault, nextDue, timeZoneFault, type ScheduleTiming } from './schedule-timing.ts';

const at = (time: string) => new Date(`${time}Z`);
/** The next times after `now`, each computed at the time of the one before, to the minute in UTC. */
function nextTimes(timing: ScheduleTiming, now: string, count: number): string[] {
  const times: Date[] = [];
  for (let last = at(now); times.length < count; times.push(last)) last = nextDue(timing, last)!;
  return times.map((time) => time.toISOString().slice(0, 16));
}
const berlin = (cron: string): ScheduleTiming => ({ cron, timeZone: 'Europe/Berlin' });

describe('an interval', () => {
  const hourly = { intervalMinutes: 60 };

  test('begins when it is set', () => expect(nextDue(hourly, at('2026-01-01T10:07'))).toEqual(at('2026-01-01T11:07')));

  test.each([
    ['a tick in time', '2026-01-01T10:07:00.500', '2026-01-01T11:07'],
    ['a tick at the very moment of the next one', '2026-01-01T11:07', '2026-01-01T12:07'],
    ['ticks that were missed', '2026-01-03T16:50', '2026-01-03T17:07'],
  ])('keeps its phase after %s', (_, now, next) =>
    expect(nextDue(hourly, at(now), at('2026-01-01T10:07'))).toEqual(at(next)),
  );

  test('continues through a change of the clocks', () => {
    expect(nextTimes({ intervalMinutes: 30 }, '2026-10-25T00:00', 4)).toEqual([
      '2026-10-25T00:30',
      '2026-10-25T01:00',
      '2026-10-25T01:30',
      '2026-10-25T02:00',
    ]);
  });
});

// In Berlin 02:00 becomes 03:00 at 01:00 UTC on 2027-03-28, and 03:00 becomes 02:00 at 01:00 UTC on 2026-10-25.
test.each<[string, ScheduleTiming, string, string[]]>([
  [
    'a daily time moves in UTC with the summer',
    berlin('0 9 * * *'),
    '2027-03-26T12:00',
    ['2027-03-27T08:00', '2027-03-28T07:00', '2027-03-29T07:00'],
  ],
  [
    'a daily time that the clocks leave out comes right after the gap',
    berlin('30 2 * * *'),
    '2027-03-27T12:00',
    ['2027-03-28T01:00', '2027-03-29T00:30'],
  ],
  [
    'a daily time that comes twice is due once',
    berlin('30 2 * * *'),
    '2026-10-24T12:00',
    ['2026-10-25T00:30', '2026-10-26T01:30'],
  ],
  [
    'every half hour goes on through the hour that comes twice',
    berlin('*/30 * * * *'),
    '2026-10-24T23:45',
    ['2026-10-25T00:00', '2026-10-25T00:30', '2026-10-25T01:00', '2026-10-25T01:30', '2026-10-25T02:00'],
  ],
  [
    'every half hour has no gap where the clocks have one',
    berlin('*/30 * * * *'),
    '2027-03-28T00:15',
    ['2027-03-28T00:30', '2027-03-28T01:00', '2027-03-28T01:30'],
  ],
  [
    'UTC knows no summer',
    { cron: '30 2 * * *', timeZone: 'UTC' },
    '2027-03-27T12:00',
    ['2027-03-28T02:30', '2027-03-29T02:30'],
  ],
  [
    'weekdays are weekdays of the time zone',
    { cron: '0 8 * * MON', timeZone: 'Asia/Tokyo' },
    '2026-11-21T00:00',
    ['2026-11-22T23:00'],
  ],
  [
    'leap days are waited for',
    { cron: '0 0 29 2 *', timeZone: 'UTC' },
    '2026-01-01T00:00',
    ['2028-02-29T00:00', '2032-02-29T00:00'],
  ],
  ...(
    [
      ['@hourly', '2026-11-30T21:00', '2026-11-30T22:00'],
      ['@daily', '2026-11-30T23:00', '2026-12-01T23:00'],
      ['@midnight', '2026-11-30T23:00', '2026-12-01T23:00'],
      ['@weekly', '2026-12-05T23:00', '2026-12-12T23:00'],
      ['@monthly', '2026-11-30T23:00', '2026-12-31T23:00'],
      ['@yearly', '2026-12-31T23:00', '2027-12-31T23:00'],
      ['@annually', '2026-12-31T23:00', '2027-12-31T23:00'],
    ] as const
  ).map(([cron, ...times]): [string, ScheduleTiming, string, string[]] => [
    `${cron} is due at midnights and full hours of its time zone`,
    berlin(cron),
    '2026-11-30T20:30',
    times,
  ]),
])('%s', (_, timing, now, times) => expect(nextTimes(timing, now, times.length)).toEqual(times));

test('missed ticks of a cron expression are skipped', () => {
  expect(nextDue(berlin('0 9 * * *'), at('2026-01-10T12:00'), at('2026-01-01T08:00'))).toEqual(at('2026-01-11T08:00'));
});

test.each([
  ['in a time zone that this runtime does not know', { cron: '0 9 * * *', timeZone: 'Mars/Olympus' }],
  ['by an expression that cannot be read', { cron: 'every day at nine sharp', timeZone: 'UTC' }],
  ['on a day that no year has', { cron: '0 9 31 2 *', timeZone: 'UTC' }],
])('%s nothing is due', (_, timing) => expect(nextDue(timing, at('2026-01-01T00:00'))).toBeUndefined());

test.each([
  '*/5 * * * *',
  '0 9 * * *',
  '0 9 * * MON-FRI',
  '15,45 8-18 * * 1-5',
  '0 0 29 2 *',
  '59 23 31 12 *',
  '5,10,15 * * * *',
  '2,58 0,12 * * *',
  '0  9\t* * *',
  '0 0 L * *',
  '@hourly',
  '@Daily',
])('%p is a valid expression', (cron) => expect(cronFault(cron)).toBeUndefined());

test.each([
  ['* * * * *', /twice within 5 minutes \(at 00:01 and 00:02\)/],
  ['*/4 * * * *', /twice within 5 minutes/],
  ['0,3 9 1 1 *', /twice within 5 minutes \(at 09:00 and 09:03\)/],
  ['2,58 * * * *', /twice within 5 minutes \(at 00:58 and 01:02\)/],
  ['2,58 0,23 * * *', /twice within 5 minutes \(at 23:58 and 00:02\)/],
  ['2,58 0,23 1,31 * *', /twice within 5 minutes \(at 23:58 and 00:02\)/],
  ['2,58 0,23 29,1 2,3 *', /twice within 5 minutes \(at 23:58 and 00:02\)/],
  ['0 0 31 2 *', /never due/],
  ['0 0 30 2 *', /never due/],
  ['@reboot', /five fields .* or be one of @yearly, @annually, @monthly/],
  ['@daily 9', /five fields/],
  ['0 0 9 * * *', /five fields/],
  ['0 9 * * * 2027', /five fields/],
  ['0 9 * *', /five fields/],
  ['         ', /five fields/],
  ['61 9 * * *', /not a cron expression \(.*minute: 61\)/],
  ['0 25 * * *', /not a cron expression/],
  ['0 9 * * 8', /not a cron expression/],
  ['0 9 0 * *', /not a cron expression/],
  ['every day at nine sharp', /not a cron expression/],
  ['0 9 * * \u0000', /not a cron expression/],
])('%p is refused', (cron, message) =>
  expect(cronFault(cron)).toEqual({ path: '/cron', message: expect.stringMatching(message) }),
);

test.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Asia/Kathmandu', 'europe/berlin'])(
  '%p is a time zone',
  (name) => {
    expect(timeZoneFault(name)).toBeUndefined();
  },
);
test.each(['+02:00', '-0500', 'Mars/Olympus', 'Berlin', ' ', 'Europe/Berlin\u0000'])(
  '%p is not a time zone',
  (name) => {
    expect(timeZoneFault(name)).toEqual({ path: '/timeZone', message: expect.stringMatching(/IANA/) });
  },
);
