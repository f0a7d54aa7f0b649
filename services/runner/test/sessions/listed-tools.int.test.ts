import { scriptedMcp, type ScriptedAnswer } from '@assay/testkit/mcp-servers/scripted-mcp';
import { startModelEndpoint, type ModelEndpoint, type ModelReply } from '@assay/testkit/model-endpoint/model-endpoint';
import type { EvalTestStep } from '@assay/contract/areas/cases/step';
import { callStep, savedServer, specOf, workItem } from '../support/platform-stand-in.ts';
import { RunnerBench } from '../support/runner-bench.ts';

let endpoint: ModelEndpoint;
let replies: ModelReply[];
let bench: RunnerBench;
const stops: (() => Promise<void>)[] = [];
beforeAll(async () => {
  endpoint = await startModelEndpoint(() => replies.shift() ?? { text: 'Done.' });
  bench = new RunnerBench({ endpoints: { openai: { baseUrl: endpoint.openaiUrl, apiKey: 'key' } } });
  await bench.open();
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});
afterAll(() => Promise.all([bench.close(), endpoint.stop()]));

const DONE = { content: [{ type: 'text', text: 'Done.' }] };
const inHeader = (name: string, type = 'string') => ({
  inputSchema: { type: 'object', properties: { city: { type, 'x-mcp-header': name } } },
});
const PROMPT: EvalTestStep = { id: 'p', kind: 'prompt', prompt: 'Go.' };
const calls = (name: string, args: object = {}): ModelReply => ({ toolCalls: [{ name, arguments: args }] });
const offered = (at: number) =>
  ((endpoint.requests[at]!.body.tools ?? []) as { function: { name: string } }[]).map((tool) => tool.function.name);

/** Runs an iteration against a server of revision 2026-07-28 with these tools; returns the headers of its calls, too. */
async function ran(tools: object[], steps: EvalTestStep[], script: ModelReply[] = [], onCall?: ScriptedAnswer) {
  const headers: unknown[] = [];
  const { url, stop } = await scriptedMcp(
    {
      'tools/list': () => ({ tools }),
      'tools/call': (...asked) => {
        headers.push(asked[2].headers['mcp-param-city']);
        return onCall ? onCall(...asked) : DONE;
      },
    },
    'newest',
  );
  stops.push(stop);
  replies = [...script];
  endpoint.requests.length = 0;
  const server = savedServer('maps', url);
  const item = workItem(steps, [server], { model: 'openai/gpt-4.1', spec: specOf([server]) });
  return { ...(await bench.execute(item, [server])), headers };
}

test('a call repeats its arguments in headers from the first one when its model was told of the list', async () => {
  const { headers } = await ran(
    [{ name: 'locate', ...inHeader('City') }],
    [PROMPT],
    [calls('locate', { city: 'Bern' })],
  );
  expect(headers).toEqual(['Bern']);
});

test('a call without a known list is repeated with headers when the server refuses it without them', async () => {
  const { headers, transcript } = await ran(
    [
      { name: 'locate', ...inHeader('City') },
      { name: 'odd', inputSchema: null },
    ],
    [callStep('a', 'maps', 'locate', { city: 'Bern' })],
    [],
    ({ id }, response, request) => {
      if (request.headers['mcp-param-city'] === 'Bern') return DONE;
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_020, message: 'Header mismatch' } }));
      return undefined;
    },
  );
  expect(headers).toEqual([undefined, 'Bern']);
  expect(transcript.toolCalls).toMatchObject([{ isError: false, result: DONE }]);
});

test('a tool whose header is not allowed is not offered and not called, and the trace says why', async () => {
  const tools = [
    { name: 'locate', ...inHeader('City', 'number') },
    { name: 'print', inputSchema: { type: 'object' } },
  ];
  const steps = [PROMPT, callStep('a', 'maps', 'locate', { city: 7 })];
  const { headers, spans, transcript } = await ran(tools, steps);
  expect(offered(0)).toEqual(['print']);
  expect(spans.filter(({ name }) => name === 'tools/list maps')).toMatchObject([
    { category: 'client', status: 'error', message: expect.stringContaining('locate has an x-mcp-header') as unknown },
  ]);
  expect(transcript.toolCalls).toMatchObject([
    { toolName: 'locate', isError: true, error: { message: expect.stringContaining('must not use it') as unknown } },
  ]);
  expect(headers).toEqual([]);
});
