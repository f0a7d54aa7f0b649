import type { Message } from './message.ts';
import { shortened } from './shortened.ts';

/**
 * Cuts the messages to `budget` characters, the oldest tool results first. Other messages stay whole, so more may
 * remain.
 */
export function fitted(messages: readonly Message[], budget: number): readonly Message[] {
  const over = lengthOf(messages) - budget;
  if (over <= 0) return messages;
  const { texts } = shortened(
    messages.map(({ text }) => text),
    over,
    (at) => messages[at]!.role === 'tool',
  );
  return messages.map((message, at) => ({ ...message, text: texts[at]! }));
}

/** The length of a conversation, in characters. */
export const lengthOf = (messages: readonly Message[]): number =>
  messages.reduce(
    (sum, message) =>
      sum +
      message.text.length +
      (message.role === 'assistant' ? message.calls.reduce((all, { input }) => all + input.length, 0) : 0),
    0,
  );
