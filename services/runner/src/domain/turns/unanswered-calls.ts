import type { ConversationMessage, WantedCall } from './message.ts';

/** The calls of the last answer of the model that have no result. */
export function unansweredCalls(messages: readonly ConversationMessage[]): readonly WantedCall[] {
  const at = messages.findLastIndex(({ role }) => role === 'assistant');
  const last = messages[at];
  if (last?.role !== 'assistant') return [];
  const answered = new Set(messages.slice(at + 1).flatMap((each) => (each.role === 'tool' ? [each.call.id] : [])));
  return last.calls.filter(({ id }) => !answered.has(id));
}
