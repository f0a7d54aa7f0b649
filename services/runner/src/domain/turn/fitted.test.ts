import { fitted, lengthOf } from './fitted.ts';
import type { Message } from './message.ts';

const call = { id: '1', name: 't', input: '{}' };
const tool = (length: number): Message => ({ role: 'tool', call, text: 'x'.repeat(length), isError: false });
const user: Message = { role: 'user', text: 'Hi' };
const asks: Message = { role: 'assistant', text: '', calls: [call] };
const sizes = (messages: readonly Message[]) => messages.map(({ text }) => text.length);

test('messages within the budget are unchanged', () => {
  const messages = [user, asks, tool(1_000)];
  expect(fitted(messages, 2_000)).toBe(messages);
});

test('the oldest tool results are cut first, and only as much as needed', () => {
  const messages = [user, asks, tool(10_000), tool(10_000), user, tool(10_000)];
  const [, , first, second, , third] = sizes(fitted(messages, 15_000));
  expect([first! < 300, second! > 4_000 && second! < 10_000, third]).toEqual([true, true, 10_000]);
  expect(lengthOf(fitted(messages, 15_000))).toBeLessThanOrEqual(15_000);
});

test('prompts and model replies are never cut, and short results neither', () => {
  const messages: Message[] = [{ role: 'user', text: 'x'.repeat(5_000) }, asks, tool(300)];
  expect(sizes(fitted(messages, 100))).toEqual(sizes(messages));
});

test('a cut result says that it was cut', () => {
  expect(fitted([tool(1_000)], 100)[0]!.text).toMatch(/\[cut: the first \d+ of 1000 characters\]$/);
});
