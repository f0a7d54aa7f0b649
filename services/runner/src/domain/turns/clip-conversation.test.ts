import { clipConversation, conversationLength } from './clip-conversation.ts';
import type { ConversationMessage } from './message.ts';

const call = { id: '1', name: 't', input: '{}' };
const tool = (length: number): ConversationMessage => ({
  role: 'tool',
  call,
  text: 'x'.repeat(length),
  isError: false,
});
const user: ConversationMessage = { role: 'user', text: 'Hi' };
const asks: ConversationMessage = { role: 'assistant', text: '', calls: [call] };
const sizes = (messages: readonly ConversationMessage[]) => messages.map(({ text }) => text.length);

test('messages within the budget are unchanged', () => {
  const messages = [user, asks, tool(1_000)];
  expect(clipConversation(messages, 2_000)).toBe(messages);
});

test('the oldest tool results are cut first, and only as much as needed', () => {
  const messages = [user, asks, tool(10_000), tool(10_000), user, tool(10_000)];
  const [, , first, second, , third] = sizes(clipConversation(messages, 15_000));
  expect([first! < 300, second! > 4_000 && second! < 10_000, third]).toEqual([true, true, 10_000]);
  expect(conversationLength(clipConversation(messages, 15_000))).toBeLessThanOrEqual(15_000);
});

test('prompts and model replies are never cut, and short results neither', () => {
  const messages: ConversationMessage[] = [{ role: 'user', text: 'x'.repeat(5_000) }, asks, tool(300)];
  expect(sizes(clipConversation(messages, 100))).toEqual(sizes(messages));
});

test('a cut result says that it was cut', () => {
  expect(clipConversation([tool(1_000)], 100)[0]!.text).toMatch(/\[cut: the first \d+ of 1000 characters\]$/);
});
