import { growthOf } from '@assay/testkit/growth';
import type { SessionFacts } from './session.ts';
import { newTally, addTo, retallied, shareOf, type Tally } from './tally.ts';

const session = (changes: Partial<SessionFacts> = {}): SessionFacts => ({
  targetIndex: 0,
  lifecycle: 'pending',
  errorCode: null,
  endReason: null,
  wasStarted: false,
  grading: 'notRequested',
  criteria: [],
  usage: null,
  ...changes,
});
const criterion = (status: 'passed' | 'failed' | 'pending') =>
  ({ id: 'c', kind: 'assertion', role: 'gating', status, reason: '' }) as const;

test('the tally of a new run is the sum of the shares of its waiting sessions', () => {
  const sessions = [0, 0, 0, 1, 1, 1].map((targetIndex) => session({ targetIndex }));
  expect(newTally(2, 3)).toEqual(sessions.map(shareOf).reduce<Tally>((sum, share) => addTo(sum, share), {}));
});

test('a tally that follows each change is the sum of the shares at the end', () => {
  const used = { inputTokens: 10, outputTokens: 5, cachedInputTokens: 0, calls: 1 };
  const ends: Partial<SessionFacts>[] = [
    { lifecycle: 'ran', wasStarted: true, grading: 'settled', criteria: [criterion('passed')] },
    { lifecycle: 'ran', wasStarted: true, grading: 'queued', criteria: [criterion('pending')] },
    { lifecycle: 'broke', wasStarted: true, errorCode: 'TIMEOUT', endReason: 'timedOut' },
    { lifecycle: 'limited', errorCode: 'BUDGET_EXHAUSTED' },
    { lifecycle: 'withdrawn', errorCode: 'canceled' },
    { lifecycle: 'ran', wasStarted: true, usage: { assistant: { ...used, costMicros: 7 }, persona: used } },
  ];
  let tally = newTally(1, ends.length);
  const all = ends.map((end) => {
    const [before, running, after] = [session(), session({ lifecycle: 'running', wasStarted: true }), session(end)];
    tally = retallied(tally, [
      { before, after: running },
      { before: running, after },
    ]);
    return after;
  });
  const judged = { ...all[1]!, grading: 'settled' as const, criteria: [criterion('failed')] };
  tally = retallied(tally, [{ before: all[1]!, after: judged }]);
  all[1] = judged;
  expect(tally).toEqual(all.map(shareOf).reduce<Tally>((sum, share) => addTo(sum, share), {}));
  expect(tally).toMatchObject({
    'lifecycle/ran': 3,
    '0/trial/passed': 1,
    '0/trial/failed': 1,
    '0/trial/ungraded': 1,
    '0/trial/timedOut': 1,
    '0/trial/skipped': 1,
    '0/trial/cancelled': 1,
    'criterion/c/passed': 1,
    'criterion/c/failed': 1,
    graded: 2,
    started: 4,
    interrupted: 1,
    'usage/assistant/costMicros': 7,
    'usage/persona/unpriced': 1,
  });
});

test('the sessions of a run with many targets are recounted in linear time', () => {
  const recount = (size: number) => {
    const changes = Array.from({ length: size }, (_, targetIndex) => ({
      before: session({ targetIndex }),
      after: session({ targetIndex, lifecycle: 'withdrawn' }),
    }));
    return retallied(newTally(size, 1), changes);
  };
  expect(growthOf(recount, 200, 16)).toBeLessThan(64);
});
