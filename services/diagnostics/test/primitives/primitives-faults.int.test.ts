import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { operations } from '@assay/contract/operations';
import type { Problem } from '@assay/contract/problem';
import { listenLocally } from '@assay/testkit/listen';
import { answered, refused, startRaw, type Answer } from '../support/raw-server.ts';
import { startTestDiagnostics, type TestDiagnostics } from '../support/start.ts';

let fixture: TestDiagnostics;
beforeAll(async () => {
  fixture = await startTestDiagnostics();
});
afterAll(() => fixture.stop());

const MEGABYTE = 'x'.repeat(1024 * 1024);

/** Writes JSON as fast as the client reads it, until the client disconnects. */
function pour(response: ServerResponse, pieces: () => Iterable<string> | AsyncIterable<string>): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  void pipeline(pieces, response).catch(() => {});
}

async function* blanks(): AsyncIterable<string> {
  for (;;) yield await delay(50, ' ');
}

function* hugeResult({ id }: { id?: unknown }): Iterable<string> {
  yield `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[{"type":"text","text":"`;
  for (let sent = 0; sent < 100; sent += 1) yield MEGABYTE;
  yield '"}]}}';
}

const asked = {
  listTools: [operations.listTools, {}],
  callTool: [operations.callTool, { toolName: 't' }],
  getPrompt: [operations.getPrompt, { promptName: 'p' }],
  readResource: [operations.readResource, { uri: 'x:y' }],
} as const;

const faults: [string, Answer, string, number?][] = [
  ['never answers', () => {}, 'TIMEOUT'],
  ['drips', (_message, response) => pour(response, blanks), 'TIMEOUT'],
  [
    'opens an event stream and falls silent',
    (_message, response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders(),
    'TIMEOUT',
  ],
  [
    'closes in the middle of a message',
    ({ id }, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write(`{"jsonrpc":"2.0","id":${id},"resu`);
      setImmediate(() => response.destroy());
    },
    'SERVER_UNREACHABLE',
    10_000,
  ],
  [
    'closes in the middle of an event',
    ({ id }, response) => {
      response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .write(`event: message\ndata: {"jsonrpc":"2.0","id":${id},`);
      setImmediate(() => response.destroy());
    },
    'SERVER_UNREACHABLE',
    10_000,
  ],
  ['sends 100 MB', (message, response) => pour(response, () => hugeResult(message)), 'SERVER_UNREACHABLE', 40_000],
];

test.each(
  faults.flatMap(([fault, answer, code, timeoutMs = 400]) =>
    Object.entries(asked).map(
      ([name, [operation, input]]) => [name, fault, code, answer, operation, input, timeoutMs] as const,
    ),
  ),
)(
  '%s: a server that %s is %s',
  async (_name, _fault, code, answer, operation, input, timeoutMs) => {
    const server = await startRaw(answer);
    await expect(fixture.send(operation, fixture.save(server.url, { timeoutMs }), input)).rejects.toMatchObject({
      code,
      details: { phase: 'request' },
    });
    await server.stop();
  },
  90_000,
);

test("a list that changes while it is read ends with the server's error for the missing page", async () => {
  let tools = ['a', 'b'];
  const server = await startRaw((message, response) => {
    const cursor = message.params?.['cursor'];
    if (cursor !== undefined && !tools.includes(cursor as string)) return refused(response, message, -32602);
    answered(response, message, JSON.stringify({ tools: [{ name: tools[0] }], nextCursor: 'b' }));
  });
  const at = fixture.save(server.url);
  const { nextCursor } = await fixture.call(operations.listTools, at);
  tools = ['c'];
  await expect(fixture.send(operations.listTools, at, { cursor: nextCursor! })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { rpcCode: -32602, method: 'tools/list' },
  });
  await server.stop();
});

test('a server that repeats its cursor is asked for one page per request', async () => {
  let pages = 0;
  const server = await startRaw((message, response) => {
    pages += 1;
    answered(response, message, '{"tools":[],"nextCursor":"again"}');
  });
  const at = fixture.save(server.url);
  expect(await fixture.call(operations.listTools, at, { cursor: 'again' })).toEqual({ items: [], nextCursor: 'again' });
  expect(pages).toBe(1);
  await server.stop();
});

test('a result with invalid UTF-8 is a Problem of the server', async () => {
  const server = await startRaw((message, response) =>
    answered(
      response,
      message,
      Buffer.from([...Buffer.from('{"contents":[{"uri":"x:y","text":"'), 0xff, 0xfe, ...Buffer.from('"}]}')]),
    ),
  );
  await expect(fixture.send(operations.readResource, fixture.save(server.url), { uri: 'x:y' })).rejects.toMatchObject({
    code: 'SERVER_UNREACHABLE',
    details: { cause: 'answer_not_utf8' },
  });
  await server.stop();
});

const DEEP = '{"a":'.repeat(50_000) + '1' + '}'.repeat(50_000);

test('an item that is nested deeper than can be written is left out of its list', async () => {
  const server = await startRaw((message, response) =>
    answered(
      response,
      message,
      `{"tools":[{"name":"a","inputSchema":${DEEP}},{"name":"b","inputSchema":{"type":"object"}}]}`,
    ),
  );
  expect(await fixture.call(operations.listTools, fixture.save(server.url))).toEqual({
    items: [{ name: 'b', inputSchema: { type: 'object' } }],
    invalidItems: [{ index: 0, name: 'a', why: 'is nested too deeply', leftOut: true }],
  });
  await server.stop();
});

test('a list that is large and no UTF-8 is a Problem of the server', async () => {
  const result = Buffer.concat([
    Buffer.from('{"tools":[{"name":"'),
    Buffer.alloc(30 * 1024 * 1024, 0xff),
    Buffer.from('"}]}'),
  ]);
  const server = await startRaw((message, response) => answered(response, message, result));
  await expect(fixture.send(operations.listTools, fixture.save(server.url))).rejects.toMatchObject({
    code: 'SERVER_UNREACHABLE',
    details: { cause: 'answer_not_utf8', nextStep: expect.any(String) as unknown },
  });
  await server.stop();
});

test('large lists do not make a large report', async () => {
  const long = 'd'.repeat(20 * 1024 * 1024);
  const server = await startRaw(
    (message, response) => {
      const key = message.method.split('/')[0]!;
      answered(
        response,
        message,
        message.params?.['cursor']
          ? `{"${key}":[{"name":"b","uri":"b:c","description":"${long}","inputSchema":{"type":"object"}}]}`
          : `{"${key}":[{"name":"a","uri":"a:b","inputSchema":{"type":"object"}}],"nextCursor":"2"}`,
      );
    },
    { tools: {}, resources: {} },
  );
  const { checks, tools } = await fixture.call(operations.runDoctor, fixture.save(server.url));
  expect([checks.tools.cause, checks.resources.cause]).toContain('answer_too_large');
  expect(tools[0]).toMatchObject({ name: 'a' });
  await server.stop();
});

test.each([7, { type: 'text' }])(
  'content that the protocol does not have is refused before a connection is made: %j',
  async (content) => {
    const server = await startRaw(() => {
      throw new Error('No server is asked.');
    });
    const answers = [
      { method: 'elicitation/create', action: 'decline' },
      { method: 'sampling/createMessage', result: { role: 'assistant', model: 'm', content } },
    ];
    await expect(
      fixture.send(operations.callTool, fixture.save(server.url), { toolName: 't', answers }),
    ).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: {
        issues: expect.arrayContaining([
          expect.objectContaining({ path: expect.stringContaining('/answers/1/result/content') as unknown }),
        ]) as unknown,
      },
    });
    await server.stop();
  },
);

test('a secret in an address that the server repeats is redacted', async () => {
  const server = await listenLocally(
    (_request, response) => void response.writeHead(307, { location: '/key-of-the-team/mcp' }).end(),
  );
  const at = fixture.save(`${server.origin}/mcp?key=key-of-the-team`);
  const problem = await fixture.send(operations.validateServer, at).catch((error: unknown) => error as Problem);
  expect(problem).toMatchObject({ code: 'SERVER_UNREACHABLE', details: { cause: 'redirected' } });
  const report = await fixture.send(operations.runDoctor, at);
  expect(
    JSON.stringify([(problem as Problem).message, (problem as Problem).details]) + report.toString(),
  ).not.toContain('key-of-the-team');
  await server.stop();
});

test('a result that breaks the protocol is passed to the caller', async () => {
  const server = await startRaw((message, response) => answered(response, message, '{"contents":7}'));
  expect((await fixture.send(operations.readResource, fixture.save(server.url), { uri: 'x:y' })).toString()).toBe(
    '{"contents":7}',
  );
  await server.stop();
});
