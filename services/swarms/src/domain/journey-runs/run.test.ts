import { statusOfRun } from './run.ts';

test.each<[string, Record<string, number>, string]>([
  ['waits', { pending: 1, ran: 3 }, 'running'],
  ['is under way', { running: 1 }, 'running'],
  ['came to its end everywhere', { ran: 3 }, 'completed'],
  ['broke off in one session', { ran: 2, broke: 1 }, 'partial'],
  ['met a limit in one session', { ran: 2, limited: 1 }, 'partial'],
  ['met a limit everywhere', { limited: 3 }, 'rate_limited'],
  ['met a limit, and was cancelled then', { limited: 1, withdrawn: 2 }, 'rate_limited'],
  ['broke off everywhere', { broke: 2, limited: 1 }, 'failed'],
  ['was withdrawn', { withdrawn: 2 }, 'failed'],
])('a run that %s: %j is %s', (_, counts, status) =>
  expect(
    statusOfRun(Object.fromEntries(Object.entries(counts).map(([name, count]) => [`lifecycle/${name}`, count]))),
  ).toBe(status),
);
