import { findingHistory } from './finding-history.ts';

/** Windows from `affected/exposed`. */
const windows = (text: string) =>
  text.split(' ').map((each, i) => {
    const [affected, exposed] = each.split('/').map(Number);
    return { windowId: `W${i + 1}`, affected: affected!, exposed: exposed! };
  });

test.each<[string, string, string | undefined]>([
  ['never seen', '0/9 0/9', undefined],
  ['seen in one session only', '1/9', undefined],
  ['seen in two sessions', '2/9', 'new W1..W1 2'],
  ['seen in the next window, too', '2/9 3/9', 'recurring W1..W2 5'],
  ['seen in three windows', '2/9 3/9 2/9', 'recurring W1..W3 7'],
  ['gone', '2/9 0/9', 'resolved W1..W1 2 by W2'],
  ['nearly gone', '2/9 1/9', 'resolved W1..W1 2 by W2'],
  ['gone in a window in which too few could have shown it', '2/9 0/4', 'new W1..W1 2'],
  ['gone in the fewest that prove it', '2/9 0/5', 'resolved W1..W1 2 by W2'],
  ['seen after a window that proves nothing', '2/9 0/4 2/9', 'recurring W1..W3 4'],
  ['gone for long', '2/9 0/9 0/9', 'resolved W1..W1 2 by W2'],
  ['back after it was resolved', '2/9 0/9 2/9', 'regressed W1..W3 4'],
  ['back, and seen once more', '2/9 0/9 2/9 2/9', 'recurring W1..W4 6'],
  ['back, and gone once more', '2/9 0/9 2/9 0/9', 'resolved W1..W3 4 by W4'],
])('%s', (_, text, expected) => {
  const history = findingHistory(windows(text));
  expect(
    history &&
      `${history.status} ${history.firstWindowId}..${history.lastWindowId} ${history.occurrenceCount}${history.resolvedBy ? ` by ${history.resolvedBy}` : ''}`,
  ).toBe(expected);
});
