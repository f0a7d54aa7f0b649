import type { ConversationMessage } from './message.ts';
import { clipTexts } from './clip-texts.ts';

/**
 * Cuts the messages to `budget` characters, the oldest tool results first. Other messages stay whole, so more may
 * remain.
 */
export function clipConversation(
  messages: readonly ConversationMessage[],
  budget: number,
): readonly ConversationMessage[] {
  const over = conversationLength(messages) - budget;
  if (over <= 0) return messages;
  const { texts } = clipTexts(
    messages.map(({ text }) => text),
    over,
    (at) => messages[at]!.role === 'tool',
  );
  return messages.map((message, at) => ({ ...message, text: texts[at]! }));
}

/** The length of a conversation, in characters. */
export const conversationLength = (messages: readonly ConversationMessage[]): number =>
  messages.reduce(
    (sum, message) =>
      sum +
      message.text.length +
      (message.role === 'assistant' ? message.calls.reduce((all, { input }) => all + input.length, 0) : 0),
    0,
  );
