import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { APICallError, generateText, jsonSchema, Output, streamText, type LanguageModel, type ToolSet } from 'ai';
import { startModelEndpoint, type ModelEndpoint, type ModelReply } from './model-endpoint.ts';
import { waitUntil } from '../until.ts';

let endpoint: ModelEndpoint;
let replies: ModelReply[];
let models: Record<'openai' | 'anthropic', Exclude<LanguageModel, string>>;

beforeAll(async () => {
  endpoint = await startModelEndpoint(() => replies.shift() ?? { status: 400, message: 'nothing is scripted' });
  models = {
    openai: createOpenAICompatible({
      name: 'played',
      baseURL: endpoint.openaiUrl,
      apiKey: 'key-1',
      supportsStructuredOutputs: true,
      includeUsage: true,
    })('gpt-x'),
    anthropic: createAnthropic({ baseURL: endpoint.anthropicUrl, apiKey: 'key-1' })('claude-sonnet-4-5'),
  };
});
beforeEach(() => {
  endpoint.requests.length = 0;
});
afterAll(() => endpoint.stop());

const script = (...turns: ModelReply[]) => {
  replies = turns;
};
const tools: ToolSet = {
  echo: {
    description: 'Echoes',
    inputSchema: jsonSchema({ type: 'object', properties: { message: { type: 'string' } } }),
  },
};
const usage = { input: 11, output: 7 };

describe.each(['openai', 'anthropic'] as const)('a client of the %s format', (api) => {
  test('gets a whole answer with its usage', async () => {
    script({ text: 'Hello.', usage });
    const result = await generateText({ model: models[api], prompt: 'Hi' });
    expect([result.text, result.finishReason, result.usage.inputTokens, result.usage.outputTokens]).toEqual([
      'Hello.',
      'stop',
      11,
      7,
    ]);
  });

  test('gets a streamed answer with its usage', async () => {
    script({ text: 'Hello.', usage });
    const result = streamText({ model: models[api], prompt: 'Hi' });
    expect(await Array.fromAsync(result.textStream)).toEqual(['Hel', 'lo.']);
    expect(await result.usage).toMatchObject({ inputTokens: 11, outputTokens: 7 });
    expect(await result.finishReason).toBe('stop');
  });

  test.each(['whole', 'streamed'])('gets tool calls, %s', async (how) => {
    script({
      text: 'Let me see.',
      toolCalls: [
        { name: 'echo', arguments: { message: 'a' } },
        { name: 'echo', arguments: { message: 'b' } },
      ],
    });
    const result =
      how === 'whole'
        ? await generateText({ model: models[api], prompt: 'Hi', tools })
        : streamText({ model: models[api], prompt: 'Hi', tools });
    expect((await result.toolCalls).map(({ toolName, input }) => [toolName, input])).toEqual([
      ['echo', { message: 'a' }],
      ['echo', { message: 'b' }],
    ]);
    expect([await result.text, await result.finishReason]).toEqual(['Let me see.', 'tool-calls']);
    expect(endpoint.requests[0]!.body.tools).toHaveLength(1);
  });

  test('gets the requested object', async () => {
    script({ text: '{"n":1}' });
    const schema = jsonSchema<{ n: number }>({
      type: 'object',
      properties: { n: { type: 'number' } },
      required: ['n'],
      additionalProperties: false,
    });
    expect(
      (await generateText({ model: models[api], prompt: 'Hi', output: Output.object({ schema }) })).output,
    ).toEqual({ n: 1 });
    expect(JSON.stringify(endpoint.requests[0]!.body)).toContain('"additionalProperties":false');
  });

  test('learns that the model reached its token limit', async () => {
    script({ text: 'Hel', finish: 'length' });
    expect((await generateText({ model: models[api], prompt: 'Hi' })).finishReason).toBe('length');
  });

  test('is refused with a retry time, and then answered', async () => {
    script({ status: 429, headers: { 'retry-after-ms': '1' } }, { text: 'Hello.' });
    expect((await generateText({ model: models[api], prompt: 'Hi' })).text).toBe('Hello.');
    expect(endpoint.requests).toHaveLength(2);
  });

  test.each([
    ['a refusal', { status: 401, message: 'who are you' }, { statusCode: 401, message: 'who are you' }],
    ['garbage', { fault: 'garbage' }, { statusCode: 200 }],
    ['a truncated answer', { fault: 'cut' }, { message: expect.any(String) }],
  ] as const)('sees %s', async (_, reply, expected) => {
    script(reply);
    const failed = await generateText({ model: models[api], prompt: 'Hi', maxRetries: 0 }).catch(
      (error: unknown) => error,
    );
    expect(APICallError.isInstance(failed)).toBe(true);
    expect(failed).toMatchObject(expected);
  });

  test('that aborts a hanging request is noticed', async () => {
    script({ fault: 'hang' });
    const abort = new AbortController();
    const asking = generateText({ model: models[api], prompt: 'Hi', abortSignal: abort.signal });
    const [request] = await waitUntil(() => endpoint.requests.length > 0 && endpoint.requests);
    abort.abort();
    await expect(asking).rejects.toThrow();
    await waitUntil(() => request!.aborted);
  });

  test('sends its key only in a header', async () => {
    script({ text: 'Hello.' });
    await generateText({ model: models[api], prompt: 'Hi' });
    const [{ headers, body, url }] = endpoint.requests as [ModelEndpoint['requests'][0]];
    expect([headers.authorization, headers['x-api-key']]).toContain(api === 'openai' ? 'Bearer key-1' : 'key-1');
    expect(JSON.stringify([body, url])).not.toContain('key-1');
  });
});

test("an Anthropic model that must use a tool answers with the tool's input", async () => {
  script({ text: '{"n":1}' });
  const model = createAnthropic({ baseURL: endpoint.anthropicUrl, apiKey: 'key-1' })('some-older-model');
  const schema = jsonSchema<{ n: number }>({ type: 'object', properties: { n: { type: 'number' } } });
  expect((await generateText({ model, prompt: 'Hi', output: Output.object({ schema }) })).output).toEqual({ n: 1 });
  expect(endpoint.requests[0]!.body.tool_choice).toMatchObject({ type: expect.stringMatching(/any|tool/) });
});
