import { CallReport } from '@assay/contract/areas/primitives/documents';
import { given } from '@assay/contract/given';
import { operations } from '@assay/contract/operations';
import { parser } from '@assay/kit/json/parse';
import { startAskingServer } from '@assay/testkit/mcp-servers/asking-server';
import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { startModernServer, type ModernServer } from '@assay/testkit/mcp-servers/modern-server';
import { answered, startRaw } from '../support/raw-server.ts';
import { startTestDiagnostics, type TestDiagnostics } from '../support/start.ts';

let fixture: TestDiagnostics;
let everything: McpServerProcess;
let older: McpServerProcess;
let modern: ModernServer;
let asking: Awaited<ReturnType<typeof startAskingServer>>;

beforeAll(async () => {
  [fixture, everything, older, modern, asking] = await Promise.all([
    startTestDiagnostics(),
    sharedEverythingServer({ transport: 'streamableHttp' }),
    sharedEverythingServer({ transport: 'sse' }),
    startModernServer(),
    startAskingServer(),
  ]);
}, 60_000);
afterAll(() => Promise.all([fixture, everything, older, modern, asking].map((each) => each.stop())));

interface Said {
  content: [{ text: string }];
}

const report = async (url: string, input: object) =>
  parser(CallReport)(
    await fixture.send(operations.callTool, fixture.save(url), { report: true, ...input }),
  ) as unknown as Omit<CallReport, 'result'> & { result: Said };
/** The elicitation result that a tool of the asking server received. */
const told = async (toolName: string, answers?: object[]) =>
  JSON.parse(
    (
      JSON.parse(
        (
          await fixture.send(operations.callTool, fixture.save(asking.url), { toolName, ...given({ answers }) })
        ).toString(),
      ) as Said
    ).content[0].text,
  ) as unknown;

const accept = { method: 'elicitation/create', action: 'accept' };
const sampled = { role: 'assistant', content: { type: 'text', text: 'Roses are red.' }, model: 'me' };
const sample = { method: 'sampling/createMessage', result: sampled };

test.each<[string, string, object[] | undefined, unknown]>([
  ['an elicitation is declined when there are no answers', 'elicit', undefined, { action: 'decline' }],
  [
    'an elicitation that no answer matches is declined',
    'elicit',
    [{ ...accept, match: { message: 'How few' } }, sample],
    { action: 'decline' },
  ],
  [
    'what an accepted form leaves out takes its defaults',
    'elicit',
    [{ ...accept, content: { copies: 5 } }],
    { action: 'accept', content: { copies: 5, paper: 'A4' } },
  ],
  [
    'an accepted form without content is all defaults',
    'elicit',
    [accept],
    { action: 'accept', content: { copies: 2, paper: 'A4' } },
  ],
  ['a person may close the form', 'elicit', [{ method: 'elicitation/create', action: 'cancel' }], { action: 'cancel' }],
  [
    'an answer is used once',
    'elicitTwice',
    [{ ...accept, content: { copies: 1 } }],
    [{ action: 'accept', content: { copies: 1, paper: 'A4' } }, { action: 'decline' }],
  ],
  [
    'an answer is used as often as it says',
    'elicitTwice',
    [{ ...accept, times: 2 }],
    [
      { action: 'accept', content: { copies: 2, paper: 'A4' } },
      { action: 'accept', content: { copies: 2, paper: 'A4' } },
    ],
  ],
  [
    'answers are taken in order among the matching ones',
    'elicitTwice',
    [
      { ...accept, match: { message: 'second' }, content: { copies: 2 } },
      { ...accept, content: { copies: 1 } },
    ],
    [
      { action: 'accept', content: { copies: 1, paper: 'A4' } },
      { action: 'accept', content: { copies: 2, paper: 'A4' } },
    ],
  ],
  [
    'a question beside the call is answered too',
    'elicitAside',
    [{ ...accept, content: { copies: 3 } }],
    { action: 'accept', content: { copies: 3, paper: 'A4' } },
  ],
  ['a URL elicitation is declined when there are no answers', 'elicitUrl', undefined, { action: 'decline' }],
  [
    'a page to visit is accepted without a form',
    'elicitUrl',
    [{ ...accept, content: { copies: 1 } }],
    { action: 'accept' },
  ],
  ['sampling is refused with its error code when there are no answers', 'sample', undefined, { code: -1 }],
  ['sampling is answered from the script', 'sample', [{ ...sample, match: { message: 'One line' } }], sampled],
  ['there are no roots', 'roots', undefined, { roots: [] }],
])('%s', async (_, toolName, answers, expected) => expect(await told(toolName, answers)).toEqual(expected));

test('a prompt and a resource may ask back too', async () => {
  const at = fixture.save(asking.url);
  await expect(fixture.send(operations.getPrompt, at, { promptName: 'sampled' })).rejects.toMatchObject({
    code: 'SERVER_UNREACHABLE',
    details: { rpcCode: -1 },
  });
  expect(
    JSON.parse((await fixture.send(operations.getPrompt, at, { promptName: 'sampled', answers: [sample] })).toString()),
  ).toMatchObject({ messages: [{ content: sampled.content }] });
  expect(
    JSON.parse((await fixture.send(operations.readResource, at, { uri: 'asked://copies' })).toString()),
  ).toMatchObject({
    contents: [{ text: 'decline' }],
  });
  expect(
    JSON.parse(
      (
        await fixture.send(operations.readResource, at, { uri: 'asked://copies', answers: [accept], report: true })
      ).toString(),
    ),
  ).toMatchObject({
    result: { contents: [{ text: 'accept' }] },
    interactions: [{ method: 'elicitation/create', params: { message: 'resource' }, answer: { action: 'accept' } }],
  });
});

test.each([
  ['Streamable HTTP', () => everything.url],
  ['the older transport', () => older.url],
])('the reference server over %s asks and is answered', async (_, url) => {
  const { result, interactions } = await report(url(), {
    toolName: 'trigger-elicitation-request',
    answers: [{ ...accept, content: { name: 'Ada' } }],
  });
  expect(JSON.stringify(result)).toContain('Ada');
  expect(interactions).toMatchObject([
    {
      method: 'elicitation/create',
      params: { message: expect.any(String) },
      answer: { action: 'accept', content: { name: 'Ada' } },
      atMs: expect.any(Number),
    },
  ]);
  const sampling = await report(url(), {
    toolName: 'trigger-sampling-request',
    parameters: { prompt: 'A rose', maxTokens: 9 },
    answers: [sample],
  });
  expect(JSON.stringify(sampling.result)).toContain('Roses are red.');
});

test('a report shows requests and answers, declined ones included, and their duration', async () => {
  const elicited = await report(asking.url, { toolName: 'elicit' });
  expect(elicited).toMatchObject({
    interactions: [
      { method: 'elicitation/create', params: { message: 'How many copies?' }, answer: { action: 'decline' } },
    ],
    structuredContent: { status: 'notDeclared', issues: [] },
    progress: [],
    logs: [],
    durationMs: expect.any(Number),
  });
  expect((await report(asking.url, { toolName: 'sample' })).interactions).toMatchObject([
    { method: 'sampling/createMessage', answer: { error: { code: -1 } } },
  ]);
});

test('a flood of progress and logs neither stops a call nor fills the report', async () => {
  const flooded = await report(asking.url, { toolName: 'flood' });
  expect(flooded.result.content[0].text).toBe('2000');
  expect(flooded.progress).toHaveLength(200);
  expect(flooded.progress[0]).toMatchObject({ progress: 1, total: 2_000 });
  expect(flooded.logs).toHaveLength(200);
  expect(flooded.omitted).toMatchObject({ interactions: 0, progress: 1_800, logs: 1_800, wire: expect.any(Number) });
  expect(flooded.wire.at(-1)).toMatchObject({ direction: 'received', message: { result: flooded.result } });
});

test('a report keeps the result as it was written', async () => {
  const odd = String.raw`{ "z":1.0, "text":"é\u00e9\/", "content":[ ] }`;
  const server = await startRaw((message, response) =>
    answered(response, message, message.method === 'tools/list' ? '{"tools":[]}' : odd),
  );
  expect(
    (await fixture.send(operations.callTool, fixture.save(server.url), { toolName: 'any', report: true })).toString(),
  ).toContain(`{"kind":"callReport","result":${odd},"durationMs":`);
  await server.stop();
});

const declared = { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] };
const slow = {
  type: 'object',
  additionalProperties: { type: 'string', pattern: '(a|a)+$' },
  $ref: 'https://elsewhere.test/schema',
};
test.each<[string, object | undefined, object, object]>([
  ['fits', declared, { structuredContent: { sum: 1 } }, { status: 'valid', issues: [] }],
  [
    'is of another type',
    declared,
    { structuredContent: { sum: '1' } },
    { status: 'invalid', issues: [{ path: '/sum', message: 'must be number' }] },
  ],
  ['lacks a field', declared, { structuredContent: {} }, { status: 'invalid', issues: [{ path: '' }] }],
  ['is not there', declared, { content: [] }, { status: 'missing', issues: [] }],
  ['is not there because the tool failed', declared, { content: [], isError: true }, { status: 'notChecked' }],
  ['was not promised', undefined, { structuredContent: { sum: 1 } }, { status: 'notDeclared', issues: [] }],
  [
    'is promised by an invalid schema',
    slow,
    { structuredContent: { a: 'b' } },
    { status: 'notChecked', issues: [{ message: expect.stringContaining('another document') }] },
  ],
  ['is promised by a schema that is none', { type: 7 }, { structuredContent: {} }, { status: 'notChecked' }],
])('structured content that %s is reported and never altered', async (_, outputSchema, result, expected) => {
  const page = (cursor: unknown) =>
    cursor === undefined
      ? { tools: [], nextCursor: '2' }
      : { tools: [{ name: 'sum', inputSchema: {}, ...given({ outputSchema }) }] };
  const server = await startRaw((message, response) =>
    answered(
      response,
      message,
      JSON.stringify(message.method === 'tools/list' ? page(message.params?.['cursor']) : result),
    ),
  );
  const reported = await report(server.url, { toolName: 'sum' });
  await server.stop();
  expect(reported.structuredContent).toMatchObject(expected);
  expect(reported.result).toEqual(result);
});

test('a report names what breaks the protocol in a result, and keeps the result', async () => {
  const result = { content: 'hello', structuredContent: [1] };
  const server = await startRaw((message, response) =>
    answered(response, message, message.method === 'tools/list' ? '{"tools":[]}' : JSON.stringify(result)),
  );
  expect(await report(server.url, { toolName: 'any' })).toMatchObject({
    result,
    findings: [
      { code: 'contentInvalid', path: '/content' },
      { code: 'structuredContentInvalid', path: '/structuredContent' },
    ],
  });
  await server.stop();
});

test('a report says that nothing was checked when the tool list loops or fails', async () => {
  const server = await startRaw((message, response) =>
    answered(
      response,
      message,
      message.method === 'tools/list' ? '{"tools":[],"nextCursor":"again"}' : '{"content":[],"structuredContent":{}}',
    ),
  );
  expect((await report(server.url, { toolName: 'any' })).structuredContent).toMatchObject({
    status: 'notChecked',
    issues: [{ message: expect.stringContaining('do not end') }],
  });
  await server.stop();
});

test('a result that asks for input is declined when there are no answers', async () => {
  const answer = await fixture.send(operations.callTool, fixture.save(modern.url), { toolName: 'confirm' });
  expect(JSON.parse(answer.toString())).toMatchObject({ content: [{ text: 'decline {}' }] });
});

test.each<[string, object[], string]>([
  ['from the script', [{ ...accept, content: { copies: 7 } }], 'accept {"copies":7}'],
  ["with the form's defaults", [accept], 'accept {"copies":2}'],
  ['with no, where no answer matches', [], 'decline {}'],
])('a result that asks for input is answered %s when there are answers', async (_, answers, text) => {
  const { result, interactions, progress } = await report(modern.url, { toolName: 'confirm', answers });
  expect(result.content[0].text).toBe(text);
  expect(interactions).toHaveLength(1);
  expect(progress).toEqual([]);
});

test('a call whose input cannot be declined is a Problem, and a finding of its report', async () => {
  await expect(
    fixture.send(operations.callTool, fixture.save(modern.url), { toolName: 'sample' }),
  ).rejects.toMatchObject({
    code: 'FEATURE_NOT_SUPPORTED',
    details: { resultType: 'input_required' },
  });
  expect(await report(modern.url, { toolName: 'sample', answers: [] })).toMatchObject({
    result: { resultType: 'input_required' },
    findings: [{ code: 'resultUnfinished', message: expect.stringContaining('sampling/createMessage') as unknown }],
    structuredContent: { status: 'notDeclared' },
    interactions: [{ method: 'sampling/createMessage', answer: { error: { code: -1 } } }],
  });
  expect((await report(modern.url, { toolName: 'sample', answers: [sample] })).result.content[0].text).toBe(
    'Roses are red.',
  );
});

test('repeated requests for input end after a limit', async () => {
  await expect(
    fixture.send(operations.callTool, fixture.save(modern.url), {
      toolName: 'insatiable',
      answers: [{ ...accept, times: 100 }],
    }),
  ).rejects.toMatchObject({
    code: 'FEATURE_NOT_SUPPORTED',
    message: expect.stringContaining('again and again'),
    details: { method: 'tools/call' },
  });
});

test('a report has the messages of its call on the wire, masked, and none of the handshake', async () => {
  const at = fixture.save(everything.url, { headers: { authorization: 'Bearer a-saved-secret' } });
  const called = async (message: string) =>
    parser(CallReport)(
      await fixture.send(operations.callTool, at, { toolName: 'echo', parameters: { message }, report: true }),
    );
  const first = await called('a-saved-secret');
  const again = await called('hello');
  expect(first.wire).toMatchObject([
    { direction: 'sent', message: { method: 'tools/call', params: { arguments: { message: '[redacted]' } } } },
    { direction: 'received', httpStatus: 200, message: { result: { content: [{ text: 'Echo: [redacted]' }] } } },
  ]);
  expect(again).toMatchObject({ sessionReused: true, wire: [{ direction: 'sent' }, { direction: 'received' }] });
});

test('the report of a resource has declaration, hash and head of each part when it was read', async () => {
  const lists: Record<string, object> = {
    'resources/list': { resources: [{ uri: 'a://logo', name: 'logo', mimeType: 'image/png' }] },
    'resources/templates/list': {
      resourceTemplates: [{ uriTemplate: 'a://tickets/{id}', name: 'ticket', mimeType: 'application/json' }],
    },
  };
  const contents: Record<string, object> = {
    'a://logo': { mimeType: 'Image/PNG; q=1', blob: Buffer.from('PNG').toString('base64') },
    'a://tickets/1': { mimeType: 'text/markdown', text: '# Refunds' },
    'a://other': { text: '' },
  };
  const server = await startRaw((message, response) => {
    const uri = String(message.params?.['uri']);
    answered(response, message, JSON.stringify(lists[message.method] ?? { contents: [{ uri, ...contents[uri] }] }));
  });
  const at = fixture.save(server.url);
  const read = async (uri: string) =>
    parser(CallReport)(await fixture.send(operations.readResource, at, { uri, report: true }));
  const sha256 = expect.stringMatching(/^[0-9a-f]{64}$/);
  const logo = await read('a://logo');
  expect([logo, await read('a://tickets/1'), await read('a://other')].map(({ contents: facts }) => facts)).toEqual([
    [
      {
        uri: 'a://logo',
        bytes: 3,
        sha256,
        head: '504e47',
        mimeType: 'Image/PNG; q=1',
        declaredBy: 'resource',
        declaredMimeType: 'image/png',
        isAsDeclared: true,
      },
    ],
    [
      {
        uri: 'a://tickets/1',
        bytes: 9,
        sha256,
        mimeType: 'text/markdown',
        declaredBy: 'template',
        declaredMimeType: 'application/json',
        isAsDeclared: false,
      },
    ],
    [{ uri: 'a://other', bytes: 0, sha256 }],
  ]);
  expect(logo.wire.map(({ direction }) => direction)).toEqual(['sent', 'received']);
  await server.stop();
});
