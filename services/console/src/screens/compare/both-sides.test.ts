import { shownPair, type TrialSide } from './both-sides.ts';

const call = (id: string, toolName: string, sent: object, answer: object) => ({
  id,
  toolName,
  arguments: sent,
  result: answer,
});
const side = (toolCalls: object[], cited?: string): TrialSide =>
  ({
    detail: {
      checks: cited === undefined ? [] : [{ status: 'failed', place: { spanId: cited } }],
      faults: [],
    },
    trace: { toolCalls },
  }) as never;

test('the cited call stands beside the call of the same tool at the same place', () => {
  const base = side([call('a', 'get', { id: 1 }, { x: 1 }), call('b', 'get', { id: 2, n: 3 }, { x: 2 })]);
  const compare = side(
    [call('1', 'list', {}, {}), call('2', 'get', { id: 1 }, { x: 1 }), call('3', 'get', { n: 3, id: 2 }, { x: 9 })],
    '3',
  );
  const pair = shownPair(base, compare);
  expect([pair.base?.id, pair.compare?.id, pair.about]).toEqual([
    'b',
    '3',
    'one trial of each run; the same arguments, another answer',
  ]);
});

test('without a cited call the last one is shown, and what is missing is told', () => {
  expect(shownPair(side([]), side([call('1', 'get', {}, {})]))).toMatchObject({
    base: undefined,
    compare: { id: '1' },
    about: 'one trial of each run; only one of them called the tool',
  });
  expect(shownPair(side([]), side([])).about).toBe('one trial of each run; no tool was called');
});
