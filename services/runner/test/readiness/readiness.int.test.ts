import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ReadinessEvidence, type ReadinessTask } from '@assay/contract/areas/readiness/work';
import { parser } from '@assay/kit/json/parse';
import { startAuthorizationServer, type AuthorizationServer } from '@assay/testkit/identity/authorization-server';
import { startConformanceServer, type ConformanceServer } from '@assay/testkit/mcp-servers/conformance-server';
import { startFaultyServer, type FaultyServer } from '@assay/testkit/mcp-servers/faulty-servers';
import type { ListeningServer } from '@assay/testkit/listen';
import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { rpcError, scriptedMcp } from '@assay/testkit/mcp-servers/scripted-mcp';
import { startSkillsServer } from '@assay/testkit/mcp-servers/skills-server';
import { startProtectedServer, type ProtectedServer } from '@assay/testkit/mcp-servers/protected-server';
import { waitUntil } from '@assay/testkit/until';
import { startWidgetServer } from '@assay/testkit/mcp-servers/widget-server';
import { startRunner } from '../../src/app.ts';
import { SDK_VERSION } from '../../src/handlers/readiness/gather-evidence.ts';
import { boardItem } from '@assay/testkit/work/work-board';
import { configFor, silentLog, PlatformStandIn, savedServer } from '../support/platform-stand-in.ts';

const LONG_MS = 60_000;
const agrees = parser(ReadinessEvidence);

let platform: PlatformStandIn;
let runner: { stop(): Promise<void> };
let everything: McpServerProcess;
let faulty: FaultyServer;
let widgets: ListeningServer;
let keyed: ConformanceServer;
let authorization: AuthorizationServer;
let guarded: ProtectedServer;

beforeAll(async () => {
  platform = new PlatformStandIn();
  [everything, faulty, widgets, keyed, authorization] = await Promise.all([
    sharedEverythingServer({ transport: 'streamableHttp' }),
    startFaultyServer(),
    startWidgetServer(),
    startConformanceServer({ only: ['test_simple_text'], key: ['x-key', 'of-the-owner'] }),
    startAuthorizationServer(),
    platform.start(),
  ]);
  guarded = await startProtectedServer(authorization);
  runner = startRunner(configFor(platform), silentLog);
});
afterAll(async () => {
  await runner.stop();
  await Promise.all([platform, everything, faulty, widgets, keyed, guarded, authorization].map((each) => each.stop()));
});

async function gather(url: string, headers?: Record<string, string>): Promise<ReadinessEvidence> {
  platform.servers = [savedServer('graded', url, headers && { headers })];
  const task: ReadinessTask = { version: 1, server: { id: 'srv_graded', name: 'graded' } };
  const offered = boardItem('readiness', task);
  platform.work.offer(offered);
  const { output, errorCode } = await waitUntil(
    () => platform.work.answers.find(({ id }) => id === offered.id),
    LONG_MS,
  );
  expect(errorCode).toBe('');
  return agrees(output);
}

test(
  'the surface of an open server is read whole, and no tool is called',
  async () => {
    const evidence = await gather(`${everything.url}?page=1&page=2`);
    expect(evidence).toMatchObject({
      endpoint: {
        scheme: 'http',
        host: '127.0.0.1',
        addressClass: 'loopback',
        queryNames: ['page'],
        trustsMore: false,
      },
      connection: { status: 'connected', transport: 'streamable-http', answered: true },
      stranger: 'admitted',
      credential: 'none',
      surface: { protocolVersion: '2025-11-25', capabilities: { tools: {}, resources: {}, prompts: {} } },
      unread: [],
      widgets: [],
    });
    expect(evidence.surface!.tools.find(({ name }) => name === 'echo')).toMatchObject({
      title: 'Echo Tool',
      annotations: { readOnlyHint: true },
    });
    expect(evidence.surface!.resourceTemplates.length).toBeGreaterThan(0);
    const called = await gather(faulty.url('/tools'));
    expect([
      called.surface!.tools.length > 0,
      Object.values(faulty.calls).every(({ started }) => started === 0),
    ]).toEqual([true, true]);
  },
  LONG_MS,
);

test(
  'a server behind OAuth is described by its metadata, without a grant for it',
  async () => {
    expect(await gather(guarded.url)).toMatchObject({
      connection: { status: 'needs-grant', code: 'OAUTH_REQUIRED', answered: true },
      stranger: 'needs-grant',
      credential: 'none',
      oauth: {
        resourceMetadataUrl: expect.stringContaining('/.well-known/oauth-protected-resource'),
        authorizationServerMetadataUrl: expect.stringContaining(authorization.issuer),
        registrationStrategies: expect.arrayContaining(['dcr']),
        codeChallengeMethods: ['S256'],
      },
    });
  },
  LONG_MS,
);

test(
  'a server that a saved header opens refuses strangers, and evidence lacks the header',
  async () => {
    const evidence = await gather(keyed.url, { 'x-key': 'of-the-owner' });
    expect(evidence).toMatchObject({
      connection: { status: 'connected' },
      stranger: 'refused',
      credential: 'header',
      surface: { tools: [{ name: 'test_simple_text' }] },
    });
    expect(JSON.stringify(evidence)).not.toContain('of-the-owner');
  },
  LONG_MS,
);

test.each<[string, () => string, object]>([
  [
    'no server listens there',
    () => 'http://127.0.0.1:1/mcp',
    { connection: { status: 'failed', code: 'SERVER_UNREACHABLE', answered: false }, stranger: 'unknown' },
  ],
  ['a web page', () => faulty.url('/html'), { connection: { status: 'failed', answered: true }, stranger: 'unknown' }],
  [
    'a server that refuses every caller',
    () => faulty.url('/forbidden'),
    { connection: { status: 'failed', code: 'FORBIDDEN' }, stranger: 'refused' },
  ],
])(
  '%s is evidence, too',
  async (_, url, expected) => {
    const evidence = await gather(url());
    expect(evidence).toMatchObject({ ...expected, unread: [], widgets: [] });
    expect(evidence).not.toHaveProperty('surface');
  },
  LONG_MS,
);

test(
  'the user interfaces of tools are read, in both ways of naming them',
  async () => {
    const { widgets: found } = await gather(`${widgets.origin}/mcp`);
    expect(found).toEqual([
      {
        toolName: 'jobs',
        uri: 'ui://jobs',
        mimeType: 'text/html;profile=mcp-app',
        meta: { ui: { csp: { connectDomains: ['https://api.printer.dev'] } } },
      },
      {
        toolName: 'queue',
        uri: 'ui://queue',
        mimeType: 'text/html+skybridge',
        meta: { 'openai/widgetDomain': 'https://printer.dev' },
      },
      { toolName: 'lost', uri: 'ui://lost', meta: {} },
    ]);
  },
  LONG_MS,
);

const good = (name: string, more: object = {}) => ({
  name,
  title: name,
  description: `Says what ${name} is good for.`,
  inputSchema: { type: 'object' },
  ...more,
});

async function gatherOf(
  script: Parameters<typeof scriptedMcp>[0],
  headers?: Record<string, string>,
): Promise<ReadinessEvidence> {
  const server = await scriptedMcp(script);
  try {
    return await gather(server.url, headers);
  } finally {
    await server.stop();
  }
}
const gatherTools = (tools: unknown[]) => gatherOf({ 'tools/list': () => ({ tools }) });
const deep = { type: 'object', ...(JSON.parse(`{"x":${'['.repeat(1_000)}${']'.repeat(1_000)}}`) as object) };

describe('a surface', () => {
  test('is whole evidence when all of it is valid', async () => {
    expect(await gatherTools([good('a')])).toMatchObject({
      isWhole: true,
      unread: [],
      flaws: [],
      surface: { tools: [good('a')] },
    });
  });

  test.each<[string, object, object, object]>([
    [
      'a missing input schema',
      { inputSchema: undefined },
      { name: 'a', title: 'a' },
      { message: 'The list holds items that break the protocol.' },
    ],
    [
      'an input schema that is not an object',
      { inputSchema: { type: 'string' } },
      { inputSchema: { type: 'string' } },
      { message: 'The list holds items that break the protocol.' },
    ],
    [
      'a description that is not text',
      { description: 5 },
      { name: 'a' },
      { name: 'a', message: 'Its description is not text.' },
    ],
    [
      'invalid annotations',
      { annotations: null },
      { name: 'a' },
      { name: 'a', message: 'Its annotations is not an object.' },
    ],
    [
      'a schema without a floor',
      { inputSchema: deep },
      { inputSchema: { type: 'object' } },
      { name: 'a', message: 'Its inputSchema is nested too deeply to be read.' },
    ],
  ])(
    'is evidence with a flaw when it has %s',
    async (_, odd, kept, flaw) => {
      const { surface, flaws, unread } = await gatherTools([good('a', odd), good('b')]);
      expect([surface!.tools, unread]).toMatchObject([[kept, good('b')], []]);
      expect(flaws).toContainEqual(expect.objectContaining({ list: 'tools', ...flaw }));
    },
    LONG_MS,
  );

  test(
    'with half a character in it is evidence',
    async () => {
      const { surface, flaws } = await gatherTools([good('a', { description: 'x \ud800' })]);
      expect([surface!.tools[0]!.description, flaws]).toEqual(['x \ufffd', []]);
    },
    LONG_MS,
  );

  test(
    'that is too long is cut, and the cut is reported',
    async () => {
      const { surface, unread, isWhole } = await gatherTools(
        Array.from({ length: 2_500 }, (_, i) => ({ name: `t${i}`, inputSchema: { type: 'object' } })),
      );
      expect([surface!.tools.length, isWhole, unread]).toEqual([
        2_000,
        false,
        [{ list: 'tools', message: 'Only the first 2000 of 2500 tools were looked at.' }],
      ]);
    },
    LONG_MS,
  );

  test(
    'has our credentials masked',
    async () => {
      const evidence = await gatherOf(
        {
          'tools/list': (_message, _response, request) => ({
            tools: [good('a', { description: `Your key is ${String(request.headers['x-key'])}.` })],
          }),
        },
        { 'x-key': 'of-the-owner' },
      );
      expect(evidence.surface!.tools[0]!.description).toBe('Your key is [redacted].');
      expect(JSON.stringify(evidence)).not.toContain('of-the-owner');
    },
    LONG_MS,
  );
});

test(
  'a list that cannot be read is named, and does not count as empty',
  async () => {
    expect(await gatherOf({ 'tools/list': (message, response) => rpcError(response, message, -32_603) })).toMatchObject(
      { isWhole: false, unread: [{ list: 'tools' }], surface: { tools: [], prompts: [{ name: 'greet' }] } },
    );
  },
  LONG_MS,
);

test(
  'templates after the twentieth are named',
  async () => {
    const tools = Array.from({ length: 22 }, (_, i) => good(`t${i}`, { _meta: { ui: { resourceUri: `ui://${i}` } } }));
    const { widgets: read, unseenWidgets } = await gatherTools(tools);
    expect([read.length, unseenWidgets.map(({ uri }) => uri)]).toEqual([20, ['ui://20', 'ui://21']]);
  },
  LONG_MS,
);

test(
  'the skills that can be imported are counted as the server lists them',
  async () => {
    const server = await startSkillsServer();
    expect((await gather(server.url)).skills.offered).toBeGreaterThan(0);
    await server.stop();
  },
  LONG_MS,
);

test('the evidence names the client that is installed', () => {
  const main = fileURLToPath(import.meta.resolve('@modelcontextprotocol/client'));
  expect(
    (JSON.parse(readFileSync(main.replace(/dist.*$/, 'package.json'), 'utf8')) as { version: string }).version,
  ).toBe(SDK_VERSION);
});

test('a task of a later version is left to newer runners', async () => {
  const offered = boardItem('readiness', { version: 2, server: { id: 'srv', name: 'x' } });
  platform.work.offer(offered);
  await waitUntil(() => platform.work.returned.some(({ id }) => id === offered.id));
  expect(platform.work.answers.map(({ id }) => id)).not.toContain(offered.id);
  platform.work.stopped.add(offered.id);
});
