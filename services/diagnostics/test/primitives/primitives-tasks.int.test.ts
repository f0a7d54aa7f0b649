import { operations } from '@assay/contract/operations';
import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { waitUntil } from '@assay/testkit/until';
import { ALL, answered, refused, startRaw } from '../support/raw-server.ts';
import { startTestDiagnostics, type TestDiagnostics } from '../support/start.ts';

let fixture: TestDiagnostics;
let everything: McpServerProcess;

beforeAll(async () => {
  [fixture, everything] = await Promise.all([
    startTestDiagnostics(),
    sharedEverythingServer({ transport: 'streamableHttp' }),
  ]);
}, 60_000);
afterAll(() => Promise.all([fixture, everything].map((each) => each.stop())));

const research = { toolName: 'simulate-research-query', parameters: { topic: 'python' } };
const tasks = { ...ALL, tasks: { requests: { tools: { call: {} } }, cancel: {} } };
const call = (url: string, input: object, saving = {}) =>
  fixture.send(operations.callTool, fixture.save(url, saving), input);

/** A server whose tool runs as a task with these `statuses`; its requests in order. */
async function startTasks({
  statuses,
  taskSupport = 'required',
  capabilities = tasks,
  result = '{ "content":[ ] }',
}: {
  statuses: string[];
  taskSupport?: string;
  capabilities?: object;
  result?: string;
}) {
  const seen: { method: string; params: Record<string, unknown> | undefined }[] = [];
  const task = (status: string) => ({
    taskId: 'task 1',
    status,
    ttl: null,
    pollInterval: 50,
    createdAt: '2026-01-01T00:00:00Z',
    lastUpdatedAt: '2026-01-01T00:00:00Z',
  });
  const server = await startRaw((message, response) => {
    const { method, params } = message;
    seen.push({ method, params });
    if (method === 'tools/list')
      return answered(
        response,
        message,
        JSON.stringify({ tools: [{ name: 'work', inputSchema: {}, execution: { taskSupport } }] }),
      );
    if (method === 'tools/call')
      return params?.['task']
        ? answered(response, message, JSON.stringify({ task: task('working') }))
        : refused(response, message, -32601);
    if (method === 'tasks/get') return answered(response, message, JSON.stringify(task(statuses.shift() ?? 'working')));
    if (method === 'tasks/result') return answered(response, message, result);
    answered(response, message, JSON.stringify(task('cancelled')));
  }, capabilities);
  return { ...server, seen, methods: () => seen.map(({ method }) => method) };
}

test('a tool that runs only as a task is followed to its end', async () => {
  const { result, task } = JSON.parse((await call(everything.url, { ...research, report: true })).toString()) as {
    result: object;
    task: object;
  };
  expect(JSON.stringify(result)).toContain('Research Report: python');
  expect(task).toMatchObject({ taskId: expect.any(String), status: 'completed' });
}, 20_000);

test.each<[string, object, string]>([
  [
    'the script',
    { answers: [{ method: 'elicitation/create', action: 'accept', content: { interpretation: 'snake' } }] },
    'snake',
  ],
  ['a no, by default', {}, 'User declined'],
])(
  'a task that waits for input is given %s',
  async (_, wishes, text) => {
    const parameters = { topic: 'python', ambiguous: true };
    expect(
      (await call(everything.url, { ...research, parameters, task: { ttl: 60_000 }, ...wishes })).toString(),
    ).toContain(text);
  },
  20_000,
);

test("a task is polled at the server's interval, and its result arrives byte for byte", async () => {
  const server = await startTasks({
    statuses: ['working', 'working', 'completed'],
    result: '{ "content":[ ],"z":1.0 }',
  });
  expect((await call(server.url, { toolName: 'work', parameters: { a: 1 }, task: { ttl: 5_000 } })).toString()).toBe(
    '{ "content":[ ],"z":1.0 }',
  );
  expect(server.methods()).toEqual(['tools/list', 'tools/call', 'tasks/get', 'tasks/get', 'tasks/get', 'tasks/result']);
  expect(server.seen[1]!.params).toMatchObject({ name: 'work', arguments: { a: 1 }, task: { ttl: 5_000 } });
  await server.stop();
});

test.each<[string, Parameters<typeof startTasks>[0], string[]]>([
  ['a server without tasks', { statuses: [], capabilities: ALL }, []],
  ['a server whose tasks are not of tools', { statuses: [], capabilities: { ...ALL, tasks: {} } }, ['tools/list']],
  ['a tool that allows no tasks', { statuses: [], taskSupport: 'forbidden' }, ['tools/list']],
])('%s is not asked for a task', async (_, options, methods) => {
  const server = await startTasks(options);
  await expect(call(server.url, { toolName: 'work', task: {} })).rejects.toMatchObject({
    code: 'FEATURE_NOT_SUPPORTED',
  });
  expect(server.methods()).toEqual(methods);
  await server.stop();
});

test('a tool that answers "method not found" and does not require a task is called once', async () => {
  const server = await startTasks({ statuses: [], taskSupport: 'optional' });
  await expect(call(server.url, { toolName: 'work' })).rejects.toMatchObject({
    code: 'FEATURE_NOT_SUPPORTED',
    details: { rpcCode: -32601 },
  });
  expect(server.methods()).toEqual(['tools/call', 'tools/list']);
  await server.stop();
});

test.each<[string, string, string[], boolean | undefined]>([
  ['failed while it ran', 'The card was charged, then the task of printing failed.', ['tools/call'], true],
  [
    'was turned down before',
    "MCP error -32601: Tool work requires task augmentation (taskSupport: 'required')",
    ['tools/call', 'tools/list', 'tools/call', 'tasks/result'],
    undefined,
  ],
])(
  'a tool that requires a task and %s is called as a task only if nothing has happened yet',
  async (_, text, methods, isError) => {
    const seen: string[] = [];
    const server = await startRaw((message, response) => {
      seen.push(message.method);
      if (message.method === 'tools/list')
        return answered(response, message, '{"tools":[{"name":"work","execution":{"taskSupport":"required"}}]}');
      if (message.method === 'tools/call')
        return answered(
          response,
          message,
          JSON.stringify(
            message.params?.['task']
              ? { task: { taskId: '1', status: 'completed' } }
              : { isError: true, content: [{ type: 'text', text }] },
          ),
        );
      answered(response, message, '{"content":[]}');
    }, tasks);
    const result = JSON.parse((await call(server.url, { toolName: 'work' })).toString()) as { isError?: boolean };
    expect([seen, result.isError]).toEqual([methods, isError]);
    await server.stop();
  },
);

test('a failed call does not wait for a list that never arrives', async () => {
  const server = await startRaw((message, response) => {
    if (message.method === 'tools/call') answered(response, message, '{"isError":true,"content":[]}');
  }, tasks);
  expect((await call(server.url, { toolName: 'work' })).toString()).toBe('{"isError":true,"content":[]}');
  await server.stop();
});

test('the list is read only up to the tool that it is needed for', async () => {
  const cursors: unknown[] = [];
  const server = await startRaw((message, response) => {
    if (message.method === 'tools/call') return answered(response, message, '{"content":[],"structuredContent":{}}');
    cursors.push(message.params?.['cursor']);
    answered(
      response,
      message,
      message.params?.['cursor']
        ? '{"tools":[{"name":"work","outputSchema":{"type":"object"}}],"nextCursor":"3"}'
        : '{"tools":[{"name":"other"}],"nextCursor":"2"}',
    );
  });
  expect(JSON.parse((await call(server.url, { toolName: 'work', report: true })).toString())).toMatchObject({
    structuredContent: { status: 'valid' },
  });
  expect(cursors).toEqual([undefined, '2']);
  await server.stop();
});

test('a report tells how a task ended that waited for input', async () => {
  const server = await startRaw((message, response) => {
    const task = (status: string) =>
      JSON.stringify({ taskId: '1', status, ...(status === 'failed' && { statusMessage: 'On fire.' }) });
    if (message.method === 'tools/list')
      return answered(response, message, '{"tools":[{"name":"work","execution":{"taskSupport":"optional"}}]}');
    if (message.method === 'tools/call') return answered(response, message, `{"task":${task('input_required')}}`);
    answered(response, message, message.method === 'tasks/get' ? task('failed') : '{"isError":true,"content":[]}');
  }, tasks);
  expect(JSON.parse((await call(server.url, { toolName: 'work', task: {}, report: true })).toString())).toMatchObject({
    task: { status: 'failed', statusMessage: 'On fire.' },
  });
  await server.stop();
});

test('a task is cancelled when the caller disconnects', async () => {
  const server = await startTasks({ statuses: [] });
  const at = fixture.save(server.url);
  const abort = new AbortController();
  const gone = fixture
    .send(operations.callTool, at, { toolName: 'work' }, { signal: abort.signal })
    .catch((error: unknown) => error);
  await waitUntil(() => server.methods().includes('tasks/get'));
  abort.abort();
  expect(await gone).toMatchObject({ name: 'Problem' });
  await waitUntil(() => server.methods().includes('tasks/cancel'));
  expect(server.seen.at(-1)!.params).toMatchObject({ taskId: 'task 1' });
  await server.stop();
});

test('a malformed task status is an error of the server', async () => {
  const server = await startRaw(
    (message, response) =>
      answered(
        response,
        message,
        message.method === 'tools/list'
          ? '{"tools":[{"name":"work","execution":{"taskSupport":"optional"}}]}'
          : '{"content":[]}',
      ),
    tasks,
  );
  await expect(call(server.url, { toolName: 'work', task: {} })).rejects.toMatchObject({
    code: 'SERVER_UNREACHABLE',
    details: { method: 'tools/call' },
  });
  await server.stop();
});

test('task options are not supported', async () => {
  await expect(call(everything.url, { toolName: 'echo', taskOptions: {} })).rejects.toMatchObject({
    code: 'FEATURE_NOT_SUPPORTED',
  });
});
