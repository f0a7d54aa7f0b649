import type { TurnModel, TurnReply } from '../models/turn-model.ts';
import { withUniqueCallIds } from './with-unique-call-ids.ts';

const call = (id: string) => ({ id, name: 'echo', input: '{}' });
const replyWith = (...ids: string[]): TurnReply => ({
  text: '',
  calls: ids.map(call),
  finishReason: 'tool-calls',
  native: [{ type: 'text', text: 'x' }, ...ids.map((toolCallId) => ({ type: 'tool-call', toolCallId }))],
});
const ask = (reply: TurnReply, ...before: string[]) => {
  const model: TurnModel = { id: 'm', ask: async () => reply };
  return withUniqueCallIds(model, 'call_7').ask({
    messages: [{ role: 'assistant', text: '', calls: before.map(call) }],
    tools: new Map(),
    signal: new AbortController().signal,
  });
};
const idsOf = ({ calls }: TurnReply) => calls.map(({ id }) => id);

test.each([
  ['new ids are kept', ['b', 'c'], ['a'], ['b', 'c']],
  ['an id of an earlier answer is replaced', ['a', 'b'], ['a'], ['call_7_2', 'b']],
  ['two calls with one id get different ones', ['b', 'b'], ['a'], ['b', 'call_7_3']],
  ['a call without an id gets one', [''], [], ['call_7_1']],
])('%s', async (_, ids, before, expected) => {
  const reply = await ask(replyWith(...ids), ...before);
  expect(idsOf(reply)).toEqual(expected);
  expect(reply.native).toEqual(replyWith(...expected).native);
});
