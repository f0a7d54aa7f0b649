import type { TurnMessage } from '@assay/contract/areas/chat-sessions/turn-work';

/** A model is given at most this number of messages of a session, and this number of bytes: the latest ones. */
export const MAX_HISTORY_MESSAGES = 500;
const MAX_HISTORY_BYTES = 512 * 1024;

type AssistantMessage = Extract<TurnMessage, { role: 'assistant' }>;

/**
 * The conversation that a model is given: as much of its end as fits, from a message of the person on. Providers refuse a
 * call without a result, so a call that was cut short gets one that says so, unless it is one of `undecided`.
 */
export function conversationOf(messages: readonly TurnMessage[], undecided: ReadonlySet<string>): TurnMessage[] {
  return withResults(latest(messages), undecided);
}

function latest(messages: readonly TurnMessage[]): TurnMessage[] {
  let first = messages.length;
  for (let bytes = 0, i = messages.length - 1; i >= 0; i--) {
    bytes += JSON.stringify(messages[i]).length;
    if (bytes > MAX_HISTORY_BYTES && first < messages.length) break;
    if (messages[i]!.role === 'user') first = i;
  }
  return messages.slice(first);
}

function withResults(messages: readonly TurnMessage[], undecided: ReadonlySet<string>): TurnMessage[] {
  const answered = new Set(messages.flatMap((message) => (message.role === 'tool' ? [message.call.id] : [])));
  const missing = ({ calls }: AssistantMessage) =>
    calls
      .filter(({ id }) => !answered.has(id) && !undecided.has(id))
      .map((call): TurnMessage => ({
        role: 'tool',
        call,
        text: 'The turn ended before this call was answered.',
        isError: true,
      }));
  // A missing result belongs behind the results that the message's other calls have.
  const owed: TurnMessage[] = [];
  const whole: TurnMessage[] = [];
  for (const message of messages) {
    if (message.role !== 'tool') whole.push(...owed.splice(0));
    whole.push(message);
    if (message.role === 'assistant') owed.push(...missing(message));
  }
  return [...whole, ...owed];
}
