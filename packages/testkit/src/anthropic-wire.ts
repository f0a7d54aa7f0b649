import { pieces, type ModelBody, type ModelTurn, type Wire } from './model-wire.ts';

type Block = { type: 'text'; text: string } | { type: 'tool_use'; id: string; name: string; input: unknown };

/** What a turn consists of. A model that must use a tool cannot answer in words: what it says becomes the input of the tool. */
function blocksOf({ text, toolCalls = [] }: ModelTurn, { tools = [], tool_choice: choice }: ModelBody): Block[] {
  const mustCall = ['any', 'tool'].includes((choice as { type?: string } | undefined)?.type ?? '');
  const calls = toolCalls.map(({ name, arguments: input }, i): Block => ({ type: 'tool_use', id: `toolu_${i + 1}`, name, input }));
  if (text === undefined) return calls;
  const [tool] = tools as { name: string }[];
  const spoken: Block = mustCall && tool ? { type: 'tool_use', id: 'toolu_0', name: tool.name, input: JSON.parse(text) as unknown } : { type: 'text', text };
  return [spoken, ...calls];
}

const stopReason = ({ finish }: ModelTurn, blocks: Block[]) => (finish ? 'max_tokens' : blocks.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn');

const messageOf = (model: string, usage: object, more: object) =>
  ({ id: 'msg_1', type: 'message', role: 'assistant', model, content: [], stop_reason: null, stop_sequence: null, usage, ...more });

/** Anthropic's messages. */
export const anthropic: Wire = {
  whole(turn, body) {
    const blocks = blocksOf(turn, body);
    const { input, output } = turn.usage ?? { input: 100, output: 20 };
    return messageOf(body.model, { input_tokens: input, output_tokens: output }, { content: blocks, stop_reason: stopReason(turn, blocks) });
  },

  events(turn, body) {
    const blocks = blocksOf(turn, body);
    const { input, output } = turn.usage ?? { input: 100, output: 20 };
    const event = (type: string, more: object = {}) => `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
    const content = blocks.flatMap((block, index) => [
      event('content_block_start', { index, content_block: block.type === 'text' ? { ...block, text: '' } : { ...block, input: {} } }),
      ...(block.type === 'text'
        ? pieces(block.text).map((text) => event('content_block_delta', { index, delta: { type: 'text_delta', text } }))
        : pieces(JSON.stringify(block.input)).map((json) => event('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json: json } }))),
      event('content_block_stop', { index }),
    ]);
    return [
      event('message_start', { message: messageOf(body.model, { input_tokens: input, output_tokens: 1 }, {}) }), ...content,
      event('message_delta', { delta: { stop_reason: stopReason(turn, blocks), stop_sequence: null }, usage: { output_tokens: output } }),
      event('message_stop'),
    ];
  },

  refusal: (status, message) => ({ type: 'error', error: { type: status === 429 ? 'rate_limit_error' : 'api_error', message } }),
};
