import { PromptPage, ResourcePage, ResourceTemplatePage, ToolPage } from '@assay/contract/areas/primitives/documents';
import { operations } from '@assay/contract/operations';
import { parser } from '@assay/kit/json/parse';
import { startFaultyServer, type FaultyServer } from '@assay/testkit/mcp-servers/faulty-servers';
import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { startModernServer, type ModernServer } from '@assay/testkit/mcp-servers/modern-server';
import { answered, refused, startRaw, type Answer } from '../support/raw-server.ts';
import { startTestDiagnostics, type TestDiagnostics } from '../support/start.ts';

let fixture: TestDiagnostics;
let everything: McpServerProcess;
let older: McpServerProcess;
let modern: ModernServer;
let faulty: FaultyServer;

beforeAll(async () => {
  [fixture, everything, older, modern, faulty] = await Promise.all([
    startTestDiagnostics(),
    sharedEverythingServer({ transport: 'streamableHttp' }),
    sharedEverythingServer({ transport: 'sse' }),
    startModernServer(),
    startFaultyServer(),
  ]);
}, 60_000);
afterAll(() => Promise.all([fixture, everything, older, modern, faulty].map((each) => each.stop())));

const parsed = (bytes: Buffer) => JSON.parse(bytes.toString()) as Record<string, unknown>;
const agrees = {
  tools: parser(ToolPage),
  prompts: parser(PromptPage),
  resources: parser(ResourcePage),
  templates: parser(ResourceTemplatePage),
};

/** Every operation of this file with an example input. */
const asked = {
  listTools: [operations.listTools, {}],
  listPrompts: [operations.listPrompts, {}],
  listResources: [operations.listResources, {}],
  listResourceTemplates: [operations.listResourceTemplates, {}],
  callTool: [operations.callTool, { toolName: 'x' }],
  getPrompt: [operations.getPrompt, { promptName: 'x' }],
  readResource: [operations.readResource, { uri: 'x:y' }],
  completeArgument: [
    operations.completeArgument,
    { ref: { type: 'ref/prompt', name: 'x' }, argument: { name: 'a', value: '' } },
  ],
} as const;

/** A server that answers every request with `answer`. */
async function withRaw<T>(
  answer: Answer,
  work: (at: ReturnType<TestDiagnostics['save']>) => Promise<T>,
  capabilities?: object,
): Promise<T> {
  const server = await startRaw(answer, capabilities);
  try {
    return await work(fixture.save(server.url));
  } finally {
    await server.stop();
  }
}

test.each([
  ['a 1.x server', () => everything.url],
  ['a server of the older transport', () => older.url],
])('%s lists, reads, renders and completes', async (_, url) => {
  const at = fixture.save(url());
  expect(agrees.tools(await fixture.send(operations.listTools, at)).items.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['echo', 'trigger-elicitation-request', 'trigger-sampling-request']),
  );
  expect(agrees.prompts(await fixture.send(operations.listPrompts, at)).items).toContainEqual(
    expect.objectContaining({ name: 'args-prompt', arguments: expect.any(Array) }),
  );
  const {
    items: [resource],
  } = agrees.resources(await fixture.send(operations.listResources, at));
  expect(agrees.templates(await fixture.send(operations.listResourceTemplates, at)).items).toContainEqual(
    expect.objectContaining({ uriTemplate: 'demo://resource/dynamic/text/{resourceId}' }),
  );
  expect(parsed(await fixture.send(operations.readResource, at, { uri: resource!.uri }))).toMatchObject({
    contents: [{ uri: resource!.uri }],
  });
  expect(
    parsed(
      await fixture.send(operations.getPrompt, at, {
        promptName: 'args-prompt',
        arguments: { city: 'Basel', state: 4 },
      }),
    ),
  ).toMatchObject({ messages: [{ role: 'user', content: { text: expect.stringContaining('Basel, 4') } }] });
  expect(
    parsed(
      await fixture.send(operations.completeArgument, at, {
        ref: { type: 'ref/prompt', name: 'completable-prompt' },
        argument: { name: 'name', value: 'D' },
        context: { arguments: { department: 'Sales' } },
      }),
    ),
  ).toMatchObject({ completion: { values: ['David'] } });
});

test('a 2.x server lists, reads, renders and completes', async () => {
  const at = fixture.save(modern.url);
  expect(agrees.prompts(await fixture.send(operations.listPrompts, at)).items).toMatchObject([{ name: 'greet' }]);
  expect(agrees.resources(await fixture.send(operations.listResources, at)).items).toMatchObject([
    { uri: 'note://motto' },
  ]);
  expect(agrees.templates(await fixture.send(operations.listResourceTemplates, at)).items).toMatchObject([
    { uriTemplate: 'city://{name}' },
  ]);
  expect(parsed(await fixture.send(operations.readResource, at, { uri: 'note://motto' }))).toMatchObject({
    contents: [{ text: 'Look twice.' }],
  });
  expect(
    parsed(await fixture.send(operations.getPrompt, at, { promptName: 'greet', arguments: { name: true } })),
  ).toMatchObject({
    messages: [{ content: { text: 'Greet true.' } }],
  });
  expect(
    parsed(
      await fixture.send(operations.completeArgument, at, {
        ref: { type: 'ref/resource', uri: 'city://{name}' },
        argument: { name: 'name', value: 'B' },
      }),
    ),
  ).toMatchObject({ completion: { values: ['Basel', 'Bern', 'Biel'] } });
});

const ODD = String.raw`{ "z":1.0, "a":[1e2,-0,12345678901234567890], "z":2, "text":"é\u00e9\/", "_unknown":{"__proto__":1} }`;

test.each([asked.callTool, asked.getPrompt, asked.readResource, asked.completeArgument])(
  'a result reaches the caller byte for byte (%#)',
  async (operation, input) => {
    const bytes = await withRaw(
      (message, response) => answered(response, message, ODD),
      (at) => fixture.send(operation, at, input),
    );
    expect(bytes.toString()).toBe(ODD);
  },
);

test('numbers and booleans among the arguments of a prompt are sent as texts', async () => {
  const bytes = await withRaw(
    (message, response) => answered(response, message, JSON.stringify(message.params)),
    (at) => fixture.send(operations.getPrompt, at, { promptName: 'p', arguments: { a: 1.5, b: false, c: 'x' } }),
  );
  expect(parsed(bytes)).toMatchObject({ name: 'p', arguments: { a: '1.5', b: 'false', c: 'x' } });
});

test('pages, cursors and items are passed on as the server sent them', async () => {
  const page = (cursor: unknown) =>
    cursor === 'p 2' ? '{"prompts":[{"name":"b","x":1}]}' : '{"prompts":[{"name":"a"}],"nextCursor":"p 2"}';
  await withRaw(
    (message, response) => answered(response, message, page(message.params?.['cursor'])),
    async (at) => {
      expect(await fixture.call(operations.listPrompts, at)).toEqual({ items: [{ name: 'a' }], nextCursor: 'p 2' });
      expect(await fixture.call(operations.listPrompts, at, { cursor: 'p 2' })).toEqual({
        items: [{ name: 'b', x: 1 }],
      });
    },
  );
});

test.each(Object.entries(asked))(
  '%s: a server that does not declare the capability is not asked',
  async (_, [operation, input]) => {
    let reached = 0;
    await withRaw(
      (message, response) => {
        reached += 1;
        refused(response, message, -32603);
      },
      async (at) => {
        await expect(fixture.send(operation, at, input)).rejects.toMatchObject({ code: 'FEATURE_NOT_SUPPORTED' });
      },
      {},
    );
    expect(reached).toBe(0);
  },
);

test.each(
  Object.entries(asked).flatMap(
    ([name, [operation, input]]) =>
      [
        [name, -32602, 'VALIDATION_ERROR', operation, input],
        [name, -32002, 'NOT_FOUND', operation, input],
        [name, -32601, 'FEATURE_NOT_SUPPORTED', operation, input],
      ] as const,
  ),
)(
  "%s: the server's error %d is %s and names its code, and its words as data alone",
  async (_, rpcCode, code, operation, input) => {
    await withRaw(
      (message, response) => refused(response, message, rpcCode),
      async (at) => {
        const error = await fixture.send(operation, at, input).catch((problem: unknown) => problem as Error);
        expect(error).toMatchObject({
          code,
          message: expect.not.stringContaining('secret'),
          details: { rpcCode, serverMessage: 'The server says no, with a secret.' },
        });
      },
    );
  },
);

test.each<[string, (typeof asked)[keyof typeof asked][0], object, string]>([
  ['a cursor that is not text', operations.listPrompts, { cursor: 1 }, '/cursor'],
  ['no prompt name', operations.getPrompt, {}, '/promptName'],
  ['an argument that is an object', operations.getPrompt, { promptName: 'p', arguments: { a: {} } }, '/arguments/a'],
  ['no uri', operations.readResource, {}, '/uri'],
  ['an empty uri', operations.readResource, { uri: '' }, '/uri'],
  [
    'a completion of nothing known',
    operations.completeArgument,
    { ref: { type: 'ref/tool' }, argument: { name: 'a', value: '' } },
    '/ref/type',
  ],
  [
    'a completion without an argument',
    operations.completeArgument,
    { ref: { type: 'ref/prompt', name: 'p' } },
    '/argument',
  ],
  [
    'a completion whose context is not text',
    operations.completeArgument,
    { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'a', value: '' }, context: { arguments: { b: 1 } } },
    '/context/arguments/b',
  ],
  ['a task with a ttl of 0', operations.callTool, { toolName: 't', task: { ttl: 0 } }, '/task/ttl'],
  ['a report that is no boolean', operations.callTool, { toolName: 't', report: 'yes' }, '/report'],
  [
    'an answer to an unknown question',
    operations.callTool,
    { toolName: 't', answers: [{ method: 'roots/list' }] },
    '/answers/0/method',
  ],
  [
    'an answer without an action',
    operations.callTool,
    { toolName: 't', answers: [{ method: 'elicitation/create' }] },
    '/answers/0/action',
  ],
  [
    'an answer with a nested form',
    operations.callTool,
    { toolName: 't', answers: [{ method: 'elicitation/create', action: 'accept', content: { a: {} } }] },
    '/answers/0/content/a',
  ],
  [
    'an answer used no times',
    operations.getPrompt,
    { promptName: 't', answers: [{ method: 'elicitation/create', action: 'decline', times: 0 }] },
    '/answers/0/times',
  ],
  [
    'a sampling answer without a model',
    operations.readResource,
    { uri: 'x:y', answers: [{ method: 'sampling/createMessage', result: { role: 'assistant', content: {} } }] },
    '/answers/0/result/model',
  ],
])('%s is refused naming the path', async (_, operation, input, path) => {
  await expect(fixture.send(operation, fixture.save(everything.url), input)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { issues: [{ path }] },
  });
});

test.each(Object.entries(asked))(
  '%s: an unknown, a disabled and a foreign server are told apart',
  async (_, [operation, input]) => {
    await expect(
      fixture.send(operation, { projectId: fixture.projectId, serverId: 'srv_none' }, input),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(
      fixture.send(operation, fixture.save(everything.url, { enabled: false }), input),
    ).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await expect(
      fixture.send(operation, fixture.save(faulty.url('/no-tools'), { projectId: 'prj_2' }), input),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  },
);
