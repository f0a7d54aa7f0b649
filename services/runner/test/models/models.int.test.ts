import type { IncomingHttpHeaders } from 'node:http';
import { openEgress } from '@assay/egress/egress';
import { ONE_MACHINE_EGRESS } from '@assay/egress/settings';
import { text } from 'node:stream/consumers';
import { freePort } from '@assay/postgres/free-port';
import { holdTimer } from '@assay/testkit/hold-time';
import { listenLocally } from '@assay/testkit/listen';
import { startModelEndpoint, type ModelEndpoint, type ModelReply } from '@assay/testkit/model-endpoint/model-endpoint';
import { waitUntil } from '@assay/testkit/until';
import { askForJson } from '../../src/engine/models/ask-for-json.ts';
import { Models } from '../../src/engine/models/models.ts';

const KEY = 'key-of-the-operator-0123456789';
const egress = openEgress(ONE_MACHINE_EGRESS);
const WAYS = { own: egress, brought: egress };

let endpoint: ModelEndpoint;
let replies: ModelReply[];
let models: Models;

beforeAll(async () => {
  endpoint = await startModelEndpoint(() => replies.shift() ?? { status: 400, message: 'nothing is scripted' });
  const [openai, anthropic] = [
    { baseUrl: endpoint.openaiUrl, apiKey: KEY },
    { baseUrl: endpoint.anthropicUrl, apiKey: KEY },
  ];
  models = new Models(
    {
      openai,
      anthropic,
      custom: { baseUrl: endpoint.openaiUrl },
      ollama: { baseUrl: `http://127.0.0.1:${await freePort()}/v1` },
    },
    WAYS,
  );
});
beforeEach(() => {
  endpoint.requests.length = 0;
});
afterAll(() => endpoint.stop());

const script = (...all: ModelReply[]) => {
  replies = all;
};
const schema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'], additionalProperties: false };
const ask = async (id: string, { signal = new AbortController().signal, timeoutMs = 20_000 } = {}) =>
  askForJson(await models.languageModel(id), {
    instructions: 'Be brief.',
    messages: [{ role: 'user', content: 'Count.' }],
    schema,
    signal,
    timeoutMs,
  });

const OPENAI = 'openai/gpt-5';
const ANTHROPIC = 'anthropic/claude-sonnet-4-5';

test.each([OPENAI, ANTHROPIC, 'custom/vendor/some-model', 'anthropic/a-model-of-tomorrow'])(
  '%s answers with the requested object and its usage',
  async (id) => {
    script({ text: '{"n":1}', usage: { input: 11, output: 7 } });
    expect(await ask(id)).toMatchObject({ value: { n: 1 }, usage: { inputTokens: 11, outputTokens: 7 } });
    expect(endpoint.requests.map(({ body }) => body.model)).toEqual([id.slice(id.indexOf('/') + 1)]);
  },
);

test.each([
  [OPENAI, 'authorization', `Bearer ${KEY}`],
  [ANTHROPIC, 'x-api-key', KEY],
])('the key of %s is sent in its header and nowhere else', async (id, header, value) => {
  script({ text: '{"n":1}' });
  await ask(id);
  const [{ headers, body, url }] = endpoint.requests as [ModelEndpoint['requests'][0]];
  expect(headers[header]).toBe(value);
  expect(JSON.stringify([body, url, { ...headers, [header]: '' }])).not.toContain(KEY);
});

test.each([
  ['openai', '/chat/completions', 'authorization', `Bearer ${KEY}`],
  ['anthropic', '/messages', 'x-api-key', KEY],
  ['google', '/models/m:generateContent', 'x-goog-api-key', KEY],
  ['mistral', '/chat/completions', 'authorization', `Bearer ${KEY}`],
  ['openrouter', '/chat/completions', 'authorization', `Bearer ${KEY}`],
  ['azure', '/chat/completions', 'api-key', KEY],
  ['bedrock', '/model/m/converse', 'authorization', `Bearer ${KEY}`],
  ['ollama', '/chat/completions', 'authorization', `Bearer ${KEY}`],
] as const)(
  '%s is reached at its address, with its key only in the header that it wants',
  async (name, path, header, value) => {
    const asked: { url: string; headers: IncomingHttpHeaders; body: string }[] = [];
    const { origin, stop } = await listenLocally(
      (request, response) =>
        void text(request).then((body) => {
          asked.push({ url: request.url!, headers: request.headers, body });
          response.writeHead(401).end();
        }),
    );
    const named = await new Models({ [name]: { baseUrl: `${origin}/base`, apiKey: KEY } }, WAYS).languageModel(
      `${name}/m`,
    );
    await expect(
      askForJson(named, {
        instructions: 'Be brief.',
        messages: [{ role: 'user', content: 'Count.' }],
        schema,
        signal: new AbortController().signal,
        timeoutMs: 5_000,
      }),
    ).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await stop();
    expect(asked).toMatchObject([{ url: `/base${path}`, headers: { [header]: value } }]);
    expect(JSON.stringify(asked).split(KEY)).toHaveLength(2);
  },
);

test('an endpoint of the operator without a key is sent none', async () => {
  script({ text: '{"n":1}' });
  await ask('custom/some-model');
  expect(endpoint.requests[0]!.headers.authorization).toBeUndefined();
});

test.each<[string, ModelReply, string]>([
  ['words', { text: 'One, I think.' }, 'it is not JSON'],
  ['nothing', { text: '' }, 'it is empty'],
  ['half an object', { text: '{"n":', finish: 'length' }, 'it was cut off before its end'],
  ['a call of a tool that was not offered', { toolCalls: [{ name: 'x', arguments: {} }] }, 'it is empty'],
])('an answer of %s is reported as not being an object', async (_, reply, fault) => {
  script(reply);
  expect(await ask(OPENAI)).toMatchObject({ fault });
});

describe.each([OPENAI, ANTHROPIC])('%s', (id) => {
  const soon = { 'retry-after-ms': '1' };

  test.each([
    ['is busy and says when to come back', { status: 429, headers: { 'retry-after': '0' } }],
    ['is not working', { status: 500, headers: soon }],
    ['is overloaded', { status: 529, headers: soon }],
  ] as const)('is asked again when it %s', async (_, reply) => {
    script(reply, { text: '{"n":1}' });
    expect(await ask(id)).toMatchObject({ value: { n: 1 } });
    expect(endpoint.requests).toHaveLength(2);
  });

  test('is asked again when it breaks off its answer', async () => {
    script({ fault: 'cut' }, { text: '{"n":1}' });
    expect(await ask(id)).toMatchObject({ value: { n: 1 } });
    expect(endpoint.requests).toHaveLength(2);
  });

  test.each([
    ['refuses the key', [{ status: 401, message: `Incorrect key: ${KEY}` }], 'UNAUTHORIZED', 'does not accept the key'],
    ['does not know the model', [{ status: 404, message: 'no such model' }], 'NOT_FOUND', 'does not know it'],
    [
      'refuses the request',
      [{ status: 400, message: `no such parameter: ${KEY}` }],
      'VALIDATION_ERROR',
      'refuses the request (HTTP 400)',
    ],
    [
      'stays busy',
      Array.from({ length: 3 }, () => ({ status: 429, headers: soon })),
      'RATE_LIMITED',
      'takes no more requests',
    ],
    [
      'stays out of order',
      Array.from({ length: 3 }, () => ({ status: 500, headers: soon, message: KEY })),
      'SERVER_UNREACHABLE',
      'is not working',
    ],
    ['answers with garbage', [{ fault: 'garbage' }], 'SERVER_UNREACHABLE', 'not valid in its API'],
  ] as const)("fails with a Problem without the provider's words when it %s", async (_, all, code, words) => {
    script(...all);
    const problem = await ask(id).catch((error: unknown) => error as Error);
    expect(problem).toMatchObject({ name: 'Problem', code, message: expect.stringContaining(words) });
    expect(problem).toMatchObject({ message: expect.stringContaining(`"${id}"`) });
    expect(JSON.stringify([problem, (problem as Error).message])).not.toContain(KEY);
    expect(endpoint.requests).toHaveLength(all.length);
  });

  test('fails with a Problem when it does not answer in time, and its request is aborted', async () => {
    script({ fault: 'hang' });
    const time = holdTimer(7_200);
    const asking = ask(id, { timeoutMs: time.ms });
    await waitUntil(() => endpoint.requests.length === 1);
    time.end();
    await expect(asking).rejects.toMatchObject({
      code: 'TIMEOUT',
      message: `The provider of the model "${id}" did not answer within 7.2 s.`,
    });
    await waitUntil(() => endpoint.requests[0]!.aborted);
  });

  test('is not asked again once the question is aborted', async () => {
    script({ fault: 'hang' });
    const abort = new AbortController();
    const asking = ask(id, { signal: abort.signal });
    await waitUntil(() => endpoint.requests.length === 1);
    abort.abort(new Error('no longer wanted'));
    await expect(asking).rejects.toThrow('no longer wanted');
    await waitUntil(() => endpoint.requests[0]!.aborted);
  });
});

test('a provider without a listener is a Problem', async () => {
  await expect(ask('ollama/llama3')).rejects.toMatchObject({
    code: 'SERVER_UNREACHABLE',
    message: 'The provider of the model "ollama/llama3" could not be reached, or broke off its answer.',
  });
});

test.each([
  ['unknown/large', 'VALIDATION_ERROR', 'names no model'],
  ['openai', 'VALIDATION_ERROR', 'names no model'],
  ['openai/', 'VALIDATION_ERROR', 'names no model'],
  ['/gpt-5', 'VALIDATION_ERROR', 'names no model'],
  ['constructor/x', 'VALIDATION_ERROR', 'names no model'],
  ['openai/gpt-5', 'FEATURE_NOT_SUPPORTED', 'needs the setting OPENAI_API_KEY'],
  ['anthropic/claude', 'FEATURE_NOT_SUPPORTED', 'needs the setting ANTHROPIC_API_KEY'],
  ['google/gemini', 'FEATURE_NOT_SUPPORTED', 'needs the setting GOOGLE_API_KEY'],
  ['azure/mine', 'FEATURE_NOT_SUPPORTED', 'needs the setting AZURE_OPENAI_API_KEY and AZURE_OPENAI_BASE_URL'],
  ['ollama/llama3', 'FEATURE_NOT_SUPPORTED', 'needs the setting OLLAMA_BASE_URL'],
  ['custom/llama3', 'FEATURE_NOT_SUPPORTED', 'needs the setting MODEL_BASE_URL'],
])('without any provider, %s is a Problem that says what to do', async (id, code, words) => {
  await expect(new Models({}, WAYS).languageModel(id)).rejects.toMatchObject({
    code,
    message: expect.stringContaining(words),
  });
});
