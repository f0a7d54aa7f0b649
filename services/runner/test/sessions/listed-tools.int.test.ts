import type { ServerResponse } from 'node:http';
import { initializeResult, scriptedMcp, type ScriptedAnswer } from '@assay/testkit/mcp-servers/scripted-mcp';
import { startModelEndpoint, type ModelEndpoint, type ModelReply } from '@assay/testkit/model-endpoint/model-endpoint';
import { Outcome } from '@assay/mesh/gen/assay/v1/iterations';
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

/** A server whose tools change while `login` is called, and each iteration's own session sees them. */
async function changingServer() {
  const open = new Set<unknown>();
  const lists: unknown[] = [];
  const sound = (name: string) => ({ name, inputSchema: { type: 'object' } });
  const { url, stop } = await scriptedMcp({
    initialize: (message) => initializeResult(message, { capabilities: { tools: { listChanged: true } } }),
    'tools/list': (_message, _response, request) => {
      const session = request.headers['mcp-session-id'];
      lists.push(session);
      return { tools: open.has(session) ? [sound('logout'), sound('secret')] : [sound('login'), sound('logout')] };
    },
    'tools/call': ({ id, params }, response, request) => {
      if (params!['name'] !== 'login') return DONE;
      open.add(request.headers['mcp-session-id']);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const message of [{ method: 'notifications/tools/list_changed' }, { id, result: DONE }])
        response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`);
      response.end();
      return undefined;
    },
  });
  stops.push(stop);
  return { server: savedServer('vault', url), lists };
}

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

test('the first call repeats its arguments in headers when its model was told of the tools', async () => {
  const { headers } = await ran(
    [{ name: 'locate', ...inHeader('City') }],
    [PROMPT],
    [calls('locate', { city: 'Bern' })],
  );
  expect(headers).toEqual(['Bern']);
});

test('a call is repeated with headers when the server refuses it without them', async () => {
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

test('a model is offered the new tools with its next question when a server changes them', async () => {
  const { server, lists } = await changingServer();
  endpoint.requests.length = 0;
  replies = [calls('login'), calls('secret')];
  const assertion: EvalTestStep = { id: 'fits', kind: 'assert', assertion: { type: 'argumentsMatchToolSchema' } };
  const item = workItem([PROMPT, assertion], [server], {
    model: 'openai/gpt-4.1',
    spec: specOf([server]),
    needsInventory: true,
  });
  const { transcript, spans } = await bench.execute(item, [server]);
  expect([0, 1, 2].map(offered)).toEqual([
    ['login', 'logout'],
    ['logout', 'secret'],
    ['logout', 'secret'],
  ]);
  expect(lists).toHaveLength(2);
  expect(transcript.toolCalls).toMatchObject([{ toolName: 'login' }, { toolName: 'secret', isError: false }]);
  expect(transcript.inventory![0]!.tools.map(({ name }) => name)).toEqual(['logout', 'secret', 'login']);
  expect(spans.filter(({ name }) => name === 'tools/list vault')).toMatchObject([
    { category: 'client', status: 'ok', message: 'The tools changed: secret new; login gone.' },
  ]);
});

test('a change of tools in the session of one iteration leaves the others as they are', async () => {
  const { server } = await changingServer();
  const item = (id: string) =>
    workItem([PROMPT], [server], { iterationId: id, model: 'openai/gpt-4.1', spec: specOf([server]) });
  replies = [calls('login')];
  await bench.execute(item('itr_1'), [server]);
  endpoint.requests.length = 0;
  await bench.execute(item('itr_2'), [server]);
  expect(offered(0)).toEqual(['login', 'logout']);
});

test('a server of revision 2026-07-28 is asked to say when its tools change', async () => {
  const sound = (name: string) => ({ name, inputSchema: { type: 'object' } });
  let tools = [sound('login')];
  let watcher: ServerResponse | undefined;
  let subscription: unknown;
  const said = (response: ServerResponse, method: string, params: object) =>
    response.write(
      `data: ${JSON.stringify({ jsonrpc: '2.0', method, params: { ...params, _meta: { 'io.modelcontextprotocol/subscriptionId': subscription } } })}\n\n`,
    );
  const { url, stop } = await scriptedMcp(
    {
      'tools/list': () => ({ tools }),
      'subscriptions/listen': ({ id, params }, response) => {
        [watcher, subscription] = [response, id];
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        said(response, 'notifications/subscriptions/acknowledged', { notifications: params!['notifications'] });
        return undefined;
      },
      'tools/call': () => {
        tools = [sound('secret')];
        said(watcher!, 'notifications/tools/list_changed', {});
        return DONE;
      },
    },
    'newest',
    { tools: { listChanged: true } },
  );
  stops.push(stop);
  const server = savedServer('vault', url);
  endpoint.requests.length = 0;
  // The news travel on a connection of their own, so the model calls the tool until it is offered another one.
  replies = Array.from({ length: 10 }, () => calls('login'));
  const { transcript } = await bench.execute(
    workItem([PROMPT], [server], { model: 'openai/gpt-4.1', spec: specOf([server]) }),
    [server],
  );
  expect(offered(0)).toEqual(['login']);
  expect(offered(endpoint.requests.length - 1)).toEqual(['secret']);
  expect(transcript.toolCalls[0]).toMatchObject({ toolName: 'login', isError: false });
});

test('a server is not asked to say when its tools change while no model is told of them', async () => {
  const asked: string[] = [];
  const { url, stop } = await scriptedMcp(
    {
      'tools/call': ({ method }) => {
        asked.push(method);
        return DONE;
      },
      'subscriptions/listen': ({ method }, response) => {
        asked.push(method);
        response.writeHead(404).end();
      },
    },
    'newest',
    { tools: { listChanged: true } },
  );
  stops.push(stop);
  const server = savedServer('vault', url);
  const run = (steps: EvalTestStep[]) =>
    bench.execute(
      workItem(steps, [server], { model: 'openai/gpt-4.1', needsInventory: true, spec: specOf([server]) }),
      [server],
    );
  await run([callStep('a', 'vault', 'print')]);
  expect(asked).toEqual(['tools/call']);
  await run([callStep('a', 'vault', 'print'), PROMPT]);
  expect(asked).toEqual(['tools/call', 'subscriptions/listen', 'tools/call']);
});

test('a model is offered the tools beside an entry that breaks the protocol', async () => {
  const { report, spans } = await ran(
    [
      { name: 'odd', description: null, inputSchema: null },
      { description: 'x' },
      { name: 'sound', inputSchema: { type: 'object' } },
    ],
    [PROMPT],
  );
  expect([report.outcome, offered(0)]).toEqual([Outcome.COMPLETED, ['odd', 'sound']]);
  expect(spans.find(({ name }) => name === 'tools/list maps')?.message).toBe(
    'Left out of the list: an entry has no name.',
  );
});
