import { conversationLength } from './clip-conversation.ts';
import type { ConversationMessage } from './message.ts';

/**
 * The end of a conversation that fits into `budget` characters: whole turns, each from a message of the person on. The
 * last turn is always kept.
 */
export function recentTurns(messages: readonly ConversationMessage[], budget: number): readonly ConversationMessage[] {
  const begins = messages.flatMap(({ role }, at) => (role === 'user' ? [at] : []));
  let [from, length] = [begins.at(-1) ?? 0, 0];
  for (const [i, begin] of [...begins.entries()].reverse()) {
    length += conversationLength(messages.slice(begin, begins[i + 1]));
    if (length > budget) break;
    from = begin;
  }
  return messages.slice(from);
}
