import type { Message } from './message.ts';
import { cutText } from './tool-text.ts';

/** What is left of a tool's answer that had to make room, in characters. */
const STUB = 200;

/** The messages within `budget` characters, as far as that can be had: the oldest answers of tools give way first. */
export function fitted(messages: readonly Message[], budget: number): readonly Message[] {
  let over = lengthOf(messages) - budget;
  if (over <= 0) return messages;
  return messages.map((message) => {
    if (over <= 0 || message.role !== 'tool' || message.text.length <= 2 * STUB) return message;
    const text = cutText(message.text, Math.max(STUB, message.text.length - over - STUB));
    over -= message.text.length - text.length;
    return { ...message, text };
  });
}

/** How much a conversation says, in characters. */
export const lengthOf = (messages: readonly Message[]): number =>
  messages.reduce((sum, message) => sum + message.text.length + (message.role === 'assistant' ? message.calls.reduce((all, { input }) => all + input.length, 0) : 0), 0);
