import { argumentsText, twoPieces, type ModelBody, type ModelTurn, type ModelWire } from './model-wire.ts';

type Block = { type: 'text'; text: string } | { type: 'tool_use'; id: string; name: string; input: object | string };

/** The blocks of a turn. A model that must use a tool cannot answer in text, so its text becomes the tool's input. */
function blocksOf({ text, toolCalls = [] }: ModelTurn, { tools = [], tool_choice: choice }: ModelBody): Block[] {
  const mustCall = ['any', 'tool'].includes((choice as { type?: string } | undefined)?.type ?? '');
  const calls = toolCalls.map(({ name, arguments: input }, i): Block => ({
    type: 'tool_use',
    id: `toolu_${i + 1}`,
    name,
    input,
  }));
  if (text === undefined) return calls;
  const [tool] = tools as { name: string }[];
  const spoken: Block =
    mustCall && tool ? { type: 'tool_use', id: 'toolu_0', name: tool.name, input: text } : { type: 'text', text };
  return [spoken, ...calls];
}

/** An unstreamed answer holds its arguments as parsed JSON. */
const parsed = (block: Block) =>
  block.type === 'tool_use' ? { ...block, input: JSON.parse(argumentsText(block.input)) as unknown } : block;

const stopReason = ({ finish }: ModelTurn, blocks: Block[]) =>
  finish
    ? { length: 'max_tokens', 'content-filter': 'refusal' }[finish]
    : blocks.some(({ type }) => type === 'tool_use')
      ? 'tool_use'
      : 'end_turn';

const messageOf = (model: string, usage: object, more: object) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model,
  content: [],
  stop_reason: null,
  stop_sequence: null,
  usage,
  ...more,
});

/** Anthropic's messages format. */
export const anthropicWire: ModelWire = {
  whole(turn, body) {
    const blocks = blocksOf(turn, body);
    const { input, output } = turn.usage ?? { input: 100, output: 20 };
    return messageOf(
      body.model,
      { input_tokens: input, output_tokens: output },
      { content: blocks.map(parsed), stop_reason: stopReason(turn, blocks) },
    );
  },

  events(turn, body) {
    const blocks = blocksOf(turn, body);
    const { input, output } = turn.usage ?? { input: 100, output: 20 };
    const event = (type: string, more: object = {}) => `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
    const content = blocks.flatMap((block, index) => [
      event('content_block_start', {
        index,
        content_block: block.type === 'text' ? { ...block, text: '' } : { ...block, input: {} },
      }),
      ...(block.type === 'text'
        ? twoPieces(block.text).map((text) =>
            event('content_block_delta', { index, delta: { type: 'text_delta', text } }),
          )
        : twoPieces(argumentsText(block.input)).map((json) =>
            event('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json: json } }),
          )),
      event('content_block_stop', { index }),
    ]);
    return [
      event('message_start', { message: messageOf(body.model, { input_tokens: input, output_tokens: 1 }, {}) }),
      ...content,
      event('message_delta', {
        delta: { stop_reason: stopReason(turn, blocks), stop_sequence: null },
        usage: { output_tokens: output },
      }),
      event('message_stop'),
    ];
  },

  refusal: (status, message, code = status === 429 ? 'rate_limit_error' : 'api_error') => ({
    type: 'error',
    error: { type: code, message },
  }),
};
