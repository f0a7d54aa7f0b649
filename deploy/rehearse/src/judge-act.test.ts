import { isCleanRefusal, type Deed } from './act.ts';
import { acknowledged, judgeAct } from './judge-act.ts';
import type { LoadAnswer } from './load/request-load.ts';

const answer = (sentAt: number, tookMs: number, more: Partial<LoadAnswer> = {}): LoadAnswer => ({
  request: ['GET', '/me'],
  sentAt,
  tookMs,
  status: 200,
  text: '{}',
  ...more,
});
const refused = { status: 503, text: '{"code":"UNAVAILABLE"}', retryAfter: '1' };
const deed: Deed = { done: 'killed a pod', beganAt: 1_000 };
const judge = (answers: LoadAnswer[], more: Partial<Deed> = {}) =>
  judgeAct('force', { ...deed, ...more }, { answers, trialsLost: 0, faults: [] });

test('an act without a failed request keeps its promise', () => {
  expect(judge([answer(900, 10), answer(1_100, 2_040)])).toEqual({
    act: 'force',
    done: 'killed a pod',
    requests: 2,
    failed: 0,
    lost: 0,
    trialsLost: 0,
    slowestSeconds: 2,
    healthySeconds: 0,
    faults: [],
  });
});

test('a failed request is lost unless the rule of the act allows it', () => {
  const answers = [answer(990, 20, refused), answer(3_000, 500, refused)];
  const mayFail = ({ sentAt }: LoadAnswer) => sentAt < 1_000;
  expect(judge(answers, { mayFail })).toMatchObject({
    failed: 2,
    lost: 1,
    healthySeconds: 2.5,
    faults: ['lost: GET /me: 503 {"code":"UNAVAILABLE"} (sent at 2.00 s, took 0.50 s)'],
  });
});

test('a request without an answer, and one that failed before the act, are told', () => {
  const { faults } = judge([answer(100, 50, { status: undefined, text: 'socket hang up' })], { mayFail: () => true });
  expect(faults).toEqual(['1 requests failed before the act: the machine is too busy for a rehearsal']);
});

test('a lost trial breaks the promise', () => {
  const seen = { answers: [answer(1_100, 5)], trialsLost: 2, faults: ['a run did not end'] };
  expect(judgeAct('drain', deed, seen).faults).toEqual(['2 trials lost', 'a run did not end']);
});

test.each([
  ['in time with Retry-After', refused, 500, true],
  ['late', refused, 1_500, false],
  ['without Retry-After', { ...refused, retryAfter: undefined }, 500, false],
  ['with another status', { ...refused, status: 504 }, 500, false],
])('a refusal %s', (_, fields, tookMs, isClean) => {
  expect(isCleanRefusal(answer(0, tookMs, fields), 1_000)).toBe(isClean);
});

test('writes that were acknowledged before a backup must be there after its restoration', () => {
  const made = (sentAt: number, id: string) => answer(sentAt, 10, { status: 201, text: JSON.stringify({ id }) });
  const answers = [made(500, 'a'), made(1_495, 'b'), answer(600, 10)];
  expect(acknowledged(answers, deed)).toEqual(['a', 'b']);
  expect(acknowledged(answers, { ...deed, keptUntil: 1_500 })).toEqual(['a']);
});
