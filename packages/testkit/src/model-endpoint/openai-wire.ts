import { argumentsText, twoPieces, type ModelTurn, type ModelWire } from './model-wire.ts';

const finishReason = ({ finish, toolCalls = [] }: ModelTurn) =>
  (finish === 'content-filter' ? 'content_filter' : finish) ?? (toolCalls.length > 0 ? 'tool_calls' : 'stop');
const usageOf = ({ usage = { input: 100, output: 20 } }: ModelTurn) =>
  usage && {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.total ?? usage.input + usage.output,
  };
const callsOf = ({ toolCalls = [] }: ModelTurn) =>
  toolCalls.map(({ name, arguments: args }, i) => ({
    id: `call_${i + 1}`,
    type: 'function',
    function: { name, arguments: argumentsText(args) },
  }));

/** OpenAI's chat completions format. */
export const openaiWire: ModelWire = {
  whole(turn, { model }) {
    const calls = callsOf(turn);
    const message = {
      role: 'assistant',
      content: turn.text ?? null,
      refusal: null,
      ...(calls.length > 0 && { tool_calls: calls }),
    };
    return {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1,
      model,
      choices: [{ index: 0, message, logprobs: null, finish_reason: finishReason(turn) }],
      usage: usageOf(turn),
    };
  },

  events(turn, { model, stream_options: options }) {
    const event = (more: object) =>
      `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model, ...more })}\n\n`;
    const delta = (part: object) => event({ choices: [{ index: 0, delta: part, finish_reason: null }] });
    const calls = callsOf(turn).flatMap(({ function: { name, arguments: text }, ...call }, index) => [
      delta({ tool_calls: [{ index, ...call, function: { name, arguments: '' } }] }),
      ...twoPieces(text).map((piece) => delta({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ]);
    return [
      delta({ role: 'assistant', content: '' }),
      ...twoPieces(turn.text ?? '').map((content) => delta({ content })),
      ...calls,
      event({ choices: [{ index: 0, delta: {}, finish_reason: finishReason(turn) }] }),
      ...((options as { include_usage?: boolean } | undefined)?.include_usage
        ? [event({ choices: [], usage: usageOf(turn) })]
        : []),
      'data: [DONE]\n\n',
    ];
  },

  refusal: (status, message, code = status === 429 ? 'rate_limit_exceeded' : 'invalid_request_error') => ({
    error: { message, type: code, param: null, code },
  }),
};
