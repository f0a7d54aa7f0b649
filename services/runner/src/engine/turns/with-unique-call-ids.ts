import { isObject } from '@assay/contract/json';
import type { TurnModel, TurnReply } from '../models/turn-model.ts';

/**
 * The same model, whose calls have ids that are unique in the conversation: some providers number the calls of each answer
 * anew. A new id begins with `prefix`.
 */
export const withUniqueCallIds = ({ id, ask }: TurnModel, prefix: string): TurnModel => ({
  id,
  ask: async (question) => {
    const taken = new Set(
      question.messages.flatMap((message) =>
        message.role === 'assistant' ? message.calls.map((call) => call.id) : [],
      ),
    );
    return renamed(await ask(question), taken, prefix);
  },
});

function renamed(reply: TurnReply, taken: Set<string>, prefix: string): TurnReply {
  const { calls, native } = reply;
  const ids = calls.map(({ id }) => {
    let unique = id;
    for (let n = taken.size + 1; unique === '' || taken.has(unique); n++) unique = `${prefix}_${n}`;
    taken.add(unique);
    return unique;
  });
  if (calls.every(({ id }, i) => id === ids[i])) return reply;
  let at = 0;
  const renamePart = (part: unknown): unknown =>
    isObject(part) && part['type'] === 'tool-call' ? { ...part, toolCallId: ids[at++] } : part;
  return {
    ...reply,
    calls: calls.map((call, i) => ({ ...call, id: ids[i]! })),
    ...(native !== undefined && { native: Array.isArray(native) ? native.map(renamePart) : native }),
  };
}
