import type { ConversationMessage } from './message.ts';
import { recentTurns } from './recent-turns.ts';

const user = (text: string): ConversationMessage => ({ role: 'user', text });
const says = (text: string): ConversationMessage => ({ role: 'assistant', text, calls: [] });
const three = [user('1'), says('one'), user('2'), says('two'), user('3')];

test.each([
  ['everything that fits', 100, three],
  ['whole turns', 6, three.slice(2)],
  ['no part of a turn', 4, three.slice(4)],
  ['the last turn in any case', 0, three.slice(4)],
])('the model is given %s', (_, budget, expected) => {
  expect(recentTurns(three, budget)).toEqual(expected);
});

test('a conversation of 10,000 messages is cut to its last turns', () => {
  const long = Array.from({ length: 5_000 }, (_, n) => [user(`${n} ${'x'.repeat(90)}`), says('y'.repeat(100))]).flat();
  const kept = recentTurns(long, 300_000);
  expect(kept.at(0)).toMatchObject({ role: 'user' });
  expect(kept.at(-1)).toBe(long.at(-1));
  expect(kept.length).toBeGreaterThan(2_800);
  expect(kept.length).toBeLessThan(3_200);
});
