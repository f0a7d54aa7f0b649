import { FALSE_ALARMS, findingHistory, type WaveSighting } from './finding-history.ts';

/** Waves from `affected/exposed`. */
const waves = (text: string, signals = 1): WaveSighting[] =>
  text.split(' ').map((each, i) => {
    const [affected, exposed] = each.split('/').map(Number);
    return { windowId: `W${i + 1}`, affected: affected!, exposed: exposed!, alpha: FALSE_ALARMS / signals };
  });

test.each<[string, string, string | undefined]>([
  ['never seen', '0/9 0/9', undefined],
  ['seen in one session only', '1/9', undefined],
  ['seen first in the first wave', '6/9', 'new W1..W1 6'],
  ['seen first after a wave that could not show it', '0/0 6/9', 'new W2..W2 6'],
  ['seen first after a healthy wave', '0/9 6/9', 'regressed W2..W2 6'],
  ['seen first after a healthy wave, without a clear change', '0/9 2/9', 'new W2..W2 2'],
  ['seen in the next wave, too', '6/9 5/9', 'recurring W1..W2 11'],
  ['clearly more frequent', '2/20 15/20', 'regressed W1..W2 17'],
  ['clearly more frequent, and so again', '2/20 15/20 15/20', 'recurring W1..W3 32'],
  ['gone', '6/9 0/9', 'resolved W1..W1 6 by W2'],
  ['gone in a wave with too few sessions', '6/9 0/2', 'new W1..W1 6'],
  ['gone over two waves with few sessions each', '3/20 0/9 0/9', 'new W1..W1 3'],
  ['not tried', '6/9 0/0', 'new W1..W1 6'],
  ['back after it was resolved', '6/9 0/9 6/9', 'regressed W1..W3 12'],
  ['back without a clear change', '6/9 0/9 2/9', 'recurring W1..W3 8'],
  ['back, and gone once more', '6/9 0/9 6/9 0/9', 'resolved W1..W3 12 by W4'],
])('a signal %s: %s', (_, text, expected) => {
  const history = findingHistory(waves(text));
  const by = history?.resolvedBy ? ` by ${history.resolvedBy}` : '';
  expect(
    history && `${history.status} ${history.firstWindowId}..${history.lastWindowId} ${history.occurrenceCount}${by}`,
  ).toBe(expected);
});

test('a change that one signal proves is no proof among many', () => {
  expect(findingHistory(waves('0/9 5/9'))?.status).toBe('regressed');
  expect(findingHistory(waves('0/9 5/9', 20))?.status).toBe('new');
});

test('a planted regression is found among signals that did not change', () => {
  expect(findingHistory(waves('1/30 14/30', 8))?.status).toBe('regressed');
});
