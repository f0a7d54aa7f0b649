import { timeLimitStop, type OverdueRun } from './time-limit.ts';

test.each<[string, OverdueRun, string, string]>([
  [
    'whose trials took too long',
    { status: 'running', runMinutes: 20, waitMinutes: 1_440 },
    'RUN_TIME_LIMIT',
    '20 minutes after the first one began',
  ],
  [
    'that no runner took',
    { status: 'pending', runMinutes: 20, waitMinutes: 1_440 },
    'QUEUE_TIME_LIMIT',
    'no runner took it within 1440 minutes',
  ],
  [
    'whose results were not completed',
    { status: 'running', runMinutes: null, waitMinutes: 1 },
    'INGESTION_TIME_LIMIT',
    'not complete after 1 minute.',
  ],
])('a run %s says which time limit ended it', (_, run, code, message) =>
  expect(timeLimitStop(run)).toEqual({ code, message: expect.stringContaining(message) }),
);
