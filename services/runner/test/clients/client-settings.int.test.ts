import type { ClientConfig, McpProfile } from '@assay/contract/areas/clients/config';
import { given } from '@assay/contract/given';
import { unsupportedSettings } from '@assay/launching/unsupported-settings';
import type { EvalTestStep } from '@assay/contract/areas/cases/step';
import { Outcome } from '@assay/mesh/gen/assay/v1/iterations';
import { plainClient } from '@assay/testkit/clients/plain-client';
import { asJson, scriptedMcp, type McpMessage } from '@assay/testkit/mcp-servers/scripted-mcp';
import { startModernServer, type ModernServer } from '@assay/testkit/mcp-servers/modern-server';
import { startModelEndpoint, type ModelEndpoint, type ModelReply } from '@assay/testkit/model-endpoint/model-endpoint';
import { fromJsonSchema } from '@modelcontextprotocol/server';
import { callStep, savedServer, specOf, workItem } from '../support/platform-stand-in.ts';
import { startRecording, type RecordedRequest, type RecordingProxy } from '@assay/testkit/mcp-servers/recording-proxy';
import { RunnerBench, type ExecutedIteration } from '../support/runner-bench.ts';

const IMAGE = { type: 'image', data: 'AAAA', mimeType: 'image/png' };
const RESULT = { content: [{ type: 'text', text: 'Printed.' }, IMAGE], structuredContent: { pages: 3 } };
const TOOLS = [
  { name: 'print', description: 'Prints a page.', inputSchema: { type: 'object' } },
  { name: 'refresh', inputSchema: { type: 'object' }, _meta: { ui: { visibility: ['app'] } } },
];
/** Asks clients to repeat an argument in the header `Mcp-Param-<name>`. */
const inHeader = (name: string): object => ({ 'x-mcp-header': name });
/** A slow tool answers after this time, in milliseconds. */
const SLOW_MS = 200;

let printer: RecordingProxy;
let modern: RecordingProxy;
let endpoint: ModelEndpoint;
let replies: ModelReply[];
let bench: RunnerBench;
let servers: { stop(): Promise<void> }[];

beforeAll(async () => {
  const scripted = await scriptedMcp({
    'tools/list': ({ params }: McpMessage) =>
      params?.['cursor'] === 'next'
        ? { tools: [{ name: 'scan', inputSchema: { type: 'object' } }] }
        : { tools: TOOLS, nextCursor: 'next' },
    'tools/call': ({ id, params }: McpMessage, response) => {
      if (params?.['name'] !== 'slow') return RESULT;
      const answered = () => asJson(response, 200, { jsonrpc: '2.0', id, result: RESULT });
      const timer = setTimeout(answered, SLOW_MS);
      response.on('close', () => clearTimeout(timer));
      return undefined;
    },
  });
  const newest: ModernServer = await startModernServer((server) =>
    server.registerTool(
      'locate',
      {
        inputSchema: fromJsonSchema<{ city: string }>({
          type: 'object',
          properties: { city: { type: 'string', ...inHeader('City') } },
        }),
      },
      ({ city }) => ({ content: [{ type: 'text', text: city }] }),
    ),
  );
  [printer, modern] = await Promise.all([startRecording(scripted.url), startRecording(newest.url)]);
  endpoint = await startModelEndpoint(() => replies.shift() ?? { text: 'Done.' });
  bench = new RunnerBench({ endpoints: { openai: { baseUrl: endpoint.openaiUrl, apiKey: 'key' } } });
  await bench.open();
  servers = [printer, modern, scripted, newest, endpoint];
});
afterAll(async () => {
  await bench.close();
  await Promise.all(servers.map((server) => server.stop()));
});

/** An iteration as it went: its outcome, what the servers received, and what the model was asked. */
interface Seen extends ExecutedIteration {
  received: RecordedRequest[];
  asked: ModelEndpoint['requests'];
}

/** The work of an iteration; the same for both clients of a proof. */
interface Deed {
  steps: EvalTestStep[];
  replies?: ModelReply[];
  /** More servers than the printer, or others. */
  servers?: () => { name: string; url: string }[];
}

async function run({ steps, replies: script = [], servers: wanted }: Deed, clientConfig?: ClientConfig): Promise<Seen> {
  replies = [...script];
  printer.requests.length = modern.requests.length = endpoint.requests.length = 0;
  const saved = (wanted?.() ?? [{ name: 'printer', url: printer.url }]).map(({ name, url }) =>
    savedServer(name, url, { headers: { 'x-key': 'saved-key' } }),
  );
  const spec = specOf(saved, { ...given({ clientConfig }) });
  const done = await bench.execute(workItem(steps, saved, { model: 'openai/gpt-4.1', spec }), saved);
  return { ...done, received: [...printer.requests, ...modern.requests], asked: [...endpoint.requests] };
}

const PROMPT: Deed = { steps: [{ id: 'p', kind: 'prompt', prompt: 'Print.' }] };
const CALLING: Deed = { ...PROMPT, replies: [{ toolCalls: [{ name: 'print', arguments: {} }] }] };
const call = (tool: string, args: Record<string, unknown> = {}): Deed => ({
  steps: [callStep('a', 'printer', tool, args)],
});
const onModern = (tool: string, args: Record<string, unknown> = {}): Deed => ({
  steps: [callStep('a', 'modern', tool, args)],
  servers: () => [{ name: 'modern', url: modern.url }],
});

const sent = ({ received }: Seen, method: string) => received.filter(({ message }) => message.method === method);
const header = (seen: Seen, method: string, name: string) => sent(seen, method)[0]?.headers[name];
/** The words of a client about itself, in the handshake of any revision. */
const handshake = (seen: Seen): Record<string, unknown> => sent(seen, 'initialize')[0]?.message.params ?? {};
const toolsAsked = ({ asked }: Seen, at = 0) =>
  ((asked[at]?.body.tools ?? []) as { function: { name: string } }[]).map((tool) => tool.function.name);
const messagesAsked = ({ asked }: Seen, at: number) =>
  asked[at]!.body.messages as { role: string; content: unknown; tool_call_id?: string }[];
const toolMessage = (seen: Seen) => messagesAsked(seen, 1).find(({ role }) => role === 'tool')!.content;

/** Two values of a setting, and where a run shows which one it had. */
interface Proof {
  name: string;
  deed: Deed;
  look(seen: Seen): unknown;
  values: [settings: Partial<ClientConfig>, seen: unknown][];
}

const profile = (more: Partial<McpProfile>): Partial<ClientConfig> => ({ mcpProfile: { profileVersion: 1, ...more } });
const defaults = (headers: Record<string, string>, requestTimeout: number | null = null): Partial<ClientConfig> => ({
  connectionDefaults: { headers, requestTimeout },
});
const override = (more: NonNullable<ClientConfig['serverConnectionOverrides']>[string]): Partial<ClientConfig> => ({
  serverConnectionOverrides: { srv_printer: more },
});
const outcomeOfCall = ({ transcript }: Seen) => transcript.toolCalls[0]?.error?.code ?? 'answered';

const ofProfile: { [K in keyof Required<McpProfile>]: Proof[] } = {
  /** There is one version of the profile. */
  profileVersion: [],
  mcpProtocolVersion: [
    {
      name: 'the revision of the handshake and of the requests after it',
      deed: call('print'),
      look: (seen) => [handshake(seen)['protocolVersion'], header(seen, 'tools/call', 'mcp-protocol-version')],
      values: [
        [profile({ mcpProtocolVersion: '2025-06-18' }), ['2025-06-18', '2025-06-18']],
        [profile({ mcpProtocolVersion: '2025-03-26' }), ['2025-03-26', '2025-03-26']],
      ],
    },
    {
      name: 'the revision that a server has to speak',
      deed: onModern('echo', { message: 'hi' }),
      look: ({ report }) => [report.outcome, report.errorCode],
      values: [
        [profile({ mcpProtocolVersion: '2026-07-28' }), [Outcome.COMPLETED, '']],
        [profile({ mcpProtocolVersion: '2025-06-18' }), [Outcome.SETUP_FAILED, 'SERVER_UNREACHABLE']],
      ],
    },
  ],
  toolParamHeaderMirroring: [
    {
      name: 'the headers of a call whose tool asks for arguments in headers',
      deed: onModern('locate', { city: 'Bern' }),
      look: (seen) => sent(seen, 'tools/call').map(({ headers }) => headers['mcp-param-city']),
      values: [
        [profile({ toolParamHeaderMirroring: 'mirror' }), ['Bern']],
        [profile({ toolParamHeaderMirroring: 'omit' }), [undefined]],
      ],
    },
  ],
  paginationTraversal: [
    {
      name: 'the pages that are asked for, and so the tools on offer',
      deed: PROMPT,
      look: (seen) => [sent(seen, 'tools/list').length, toolsAsked(seen)],
      values: [
        [profile({ paginationTraversal: 'full' }), [2, ['print', 'refresh', 'scan']]],
        [profile({ paginationTraversal: 'firstPageOnly' }), [1, ['print', 'refresh']]],
      ],
    },
  ],
  mrtrSupport: [
    {
      name: 'the requests of a call whose tool asks back',
      deed: onModern('confirm'),
      look: (seen) => [sent(seen, 'tools/call').length, JSON.stringify(seen.transcript.toolCalls[0])],
      values: [
        [
          { clientCapabilities: { elicitation: { form: {} } }, ...profile({ mrtrSupport: 'full' }) },
          [2, expect.stringContaining('decline')],
        ],
        [
          { clientCapabilities: { elicitation: { form: {} } }, ...profile({}) },
          [2, expect.stringContaining('decline')],
        ],
        [
          { clientCapabilities: { elicitation: { form: {} } }, ...profile({ mrtrSupport: 'none' }) },
          [1, expect.stringContaining('"code":"RESULT_UNFINISHED"')],
        ],
      ],
    },
  ],
  initialize: [
    {
      name: 'the name and the capabilities of the handshake',
      deed: call('print'),
      look: (seen) => {
        const { clientInfo, capabilities } = handshake(seen);
        return { clientInfo, capabilities };
      },
      values: [
        [
          profile({ initialize: { clientInfo: { name: 'a-client', version: '9' }, capabilities: { roots: {} } } }),
          { clientInfo: { name: 'a-client', version: '9' }, capabilities: { roots: {} } },
        ],
        [profile({}), { clientInfo: expect.objectContaining({ name: 'assay' }), capabilities: {} }],
      ],
    },
  ],
  apps: [
    {
      name: 'the extension of the handshake',
      deed: call('print'),
      look: (seen) => handshake(seen)['capabilities'],
      values: [
        [
          profile({ apps: { mimeTypes: ['text/html;profile=mcp-app'] } }),
          { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } },
        ],
        [profile({}), {}],
      ],
    },
  ],
};

/** How each setting is proven, or why no run can prove it. A setting without an entry does not compile. */
const PROOFS: {
  [K in keyof Required<ClientConfig>]:
    | Proof[]
    | 'resolved by the launch'
    | 'outside of runs'
    | { refused: ClientConfig[K] };
} = {
  hostStyle: 'outside of runs',
  modelId: 'resolved by the launch',
  modelSelection: 'resolved by the launch',
  systemPrompt: 'resolved by the launch',
  temperature: 'resolved by the launch',
  serverIds: 'resolved by the launch',
  skillSelection: 'resolved by the launch',
  hostContext: 'outside of runs',
  hostCapabilitiesOverride: 'outside of runs',
  chatUiOverride: 'outside of runs',
  oauthProfile: 'outside of runs',
  harness: { refused: 'codex' },
  computer: { refused: { kind: 'personal' } },
  builtInToolIds: { refused: ['web_search'] },
  requireToolApproval: [
    {
      name: 'whether the server is called, and what the model is told',
      deed: CALLING,
      look: (seen) => [sent(seen, 'tools/call').length, outcomeOfCall(seen), toolMessage(seen)],
      values: [
        [{ requireToolApproval: true }, [0, 'NOT_APPROVED', expect.stringContaining('not approved')]],
        [{ requireToolApproval: false }, [1, 'answered', expect.stringContaining('Printed.')]],
      ],
    },
  ],
  respectToolVisibility: [
    {
      name: 'the tools on offer, and how many the trace counts as hidden',
      deed: PROMPT,
      look: (seen) => [toolsAsked(seen), seen.spans.find(({ category }) => category === 'llm')?.hiddenTools],
      values: [
        [{ respectToolVisibility: true }, [['print', 'scan'], 1]],
        [{ respectToolVisibility: false }, [['print', 'refresh', 'scan'], 0]],
      ],
    },
  ],
  progressiveToolDiscovery: [
    {
      name: 'the tools on offer before and after a search',
      deed: {
        ...PROMPT,
        replies: [{ toolCalls: [{ name: 'search_tools', arguments: { query: 'print' } }] }],
      },
      look: (seen) => [toolsAsked(seen), toolsAsked(seen, 1), seen.transcript.toolCalls.length],
      values: [
        [{ progressiveToolDiscovery: true }, [['search_tools'], ['search_tools', 'print'], 0]],
        [{ progressiveToolDiscovery: false }, [['print', 'refresh', 'scan'], ['print', 'refresh', 'scan'], 1]],
      ],
    },
  ],
  optionalServerIds: [
    {
      name: 'whether a run goes on without a server that cannot be reached',
      deed: {
        ...PROMPT,
        servers: () => [
          { name: 'printer', url: printer.url },
          { name: 'away', url: 'http://127.0.0.1:1/mcp' },
        ],
      },
      look: (seen) => [
        seen.report.outcome,
        toolsAsked(seen).length,
        seen.spans.filter(({ category, status }) => category === 'client' && status === 'error').length,
      ],
      values: [
        [{ optionalServerIds: ['srv_away'] }, [Outcome.COMPLETED, 3, 1]],
        [{ optionalServerIds: [] }, [Outcome.SETUP_FAILED, 0, 0]],
      ],
    },
  ],
  modelVisibleMcpToolResults: [
    {
      name: 'the text of a result that the model gets',
      deed: CALLING,
      look: toolMessage,
      values: [
        [{ modelVisibleMcpToolResults: { images: false } }, 'Printed.'],
        [{ modelVisibleMcpToolResults: { structuredContent: true, images: false } }, '{"pages":3}\nPrinted.'],
        [{ modelVisibleMcpToolResults: { text: false, images: false } }, '{"pages":3}'],
        [{}, 'Printed.\n[image, image/png, 3 bytes, not shown]'],
      ],
    },
  ],
  mcpToolResultImageRendering: [
    {
      name: 'whether the model gets the image of a result',
      deed: CALLING,
      look: (seen) => [toolMessage(seen), messagesAsked(seen, 1).slice(3)],
      values: [
        [
          { mcpToolResultImageRendering: { mode: 'attach' } },
          [
            'Printed.\n[image, image/png, 3 bytes, attached]',
            [
              {
                role: 'user',
                content: [
                  { type: 'text', text: expect.any(String) },
                  { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
                ],
              },
            ],
          ],
        ],
        [{ mcpToolResultImageRendering: { mode: 'name' } }, ['Printed.\n[image, image/png, 3 bytes, not shown]', []]],
      ],
    },
  ],
  connectionDefaults: [
    {
      name: 'the headers of every request, beside the saved ones',
      deed: call('print'),
      look: (seen) =>
        ['initialize', 'tools/call'].map((method) => [header(seen, method, 'x-client'), header(seen, method, 'x-key')]),
      values: [
        [
          defaults({ 'X-Client': 'a', 'X-Key': 'default' }),
          [
            ['a', 'saved-key'],
            ['a', 'saved-key'],
          ],
        ],
        [
          defaults({}),
          [
            [undefined, 'saved-key'],
            [undefined, 'saved-key'],
          ],
        ],
      ],
    },
    {
      name: 'how long a call waits, and whether it is cancelled',
      deed: call('slow'),
      look: (seen) => [outcomeOfCall(seen), sent(seen, 'notifications/cancelled').length],
      values: [
        [defaults({}, 50), ['TIMEOUT', 1]],
        [defaults({}), ['answered', 0]],
      ],
    },
  ],
  serverConnectionOverrides: [
    {
      name: 'the headers of this server, over defaults and saved ones',
      deed: call('print'),
      look: (seen) => [header(seen, 'tools/call', 'x-client'), header(seen, 'tools/call', 'x-key')],
      values: [
        [
          { ...defaults({ 'x-client': 'a' }), ...override({ headersOverride: { 'X-Client': 'b' } }) },
          ['b', 'saved-key'],
        ],
        [{ ...defaults({ 'x-client': 'a' }), ...override({ headersOverride: { 'X-Key': 'mine' } }) }, ['a', 'mine']],
      ],
    },
    {
      name: 'how long a call of this server waits',
      deed: call('slow'),
      look: outcomeOfCall,
      values: [
        [{ ...defaults({}, 60_000), ...override({ requestTimeoutOverride: 50 }) }, 'TIMEOUT'],
        [{ ...defaults({}, 50), ...override({ requestTimeoutOverride: 60_000 }) }, 'answered'],
      ],
    },
    {
      name: 'the revision for this server',
      deed: call('print'),
      look: (seen) => handshake(seen)['protocolVersion'],
      values: [
        [
          {
            ...profile({ mcpProtocolVersion: '2025-06-18' }),
            ...override({ mcpProtocolVersionOverride: '2025-03-26' }),
          },
          '2025-03-26',
        ],
        [profile({ mcpProtocolVersion: '2025-06-18' }), '2025-06-18'],
      ],
    },
  ],
  clientCapabilities: [
    {
      name: 'the capabilities of the handshake',
      deed: call('print'),
      look: (seen) => handshake(seen)['capabilities'],
      values: [
        [
          { clientCapabilities: { elicitation: {}, experimental: { a: {} } } },
          { elicitation: {}, experimental: { a: {} } },
        ],
        [{ clientCapabilities: {} }, {}],
      ],
    },
  ],
  mcpProfile: Object.values(ofProfile).flat(),
};

const proofs = Object.entries(PROOFS).flatMap(([setting, of]) =>
  Array.isArray(of)
    ? of.flatMap(({ name, values, ...rest }) =>
        values.map(([settings, expected], i) => ({
          title: `${setting} decides ${name} (${i + 1})`,
          settings,
          expected,
          ...rest,
        })),
      )
    : [],
);

test.each(proofs)('$title', async ({ deed, look, settings, expected }) => {
  expect(look(await run(deed, plainClient(settings)))).toEqual(expected);
});

const refused = Object.entries(PROOFS).flatMap(([setting, of]) =>
  typeof of === 'object' && 'refused' in of ? [[setting, of.refused] as const] : [],
);

test.each(refused)('%s is refused at a launch', (setting, value) =>
  expect(unsupportedSettings(plainClient({ [setting]: value }))).not.toEqual([]),
);

test('a run without client settings has no span of a client, and asks as before', async () => {
  const seen = await run(PROMPT);
  expect(seen.spans.filter(({ category }) => category === 'client')).toEqual([]);
  expect(seen.spans.some((span) => 'offeredTools' in span)).toBe(false);
  expect(handshake(seen)).toMatchObject({ clientInfo: { name: 'assay' }, capabilities: {} });
});

test('the trace shows the agreed revision of MCP and the number of offered tools', async () => {
  const { spans } = await run(
    { ...PROMPT, replies: [{ toolCalls: [{ name: 'search_tools', arguments: { query: 'print' } }] }] },
    plainClient({ ...profile({ mcpProtocolVersion: '2025-06-18' }), progressiveToolDiscovery: true }),
  );
  expect(spans.filter(({ category }) => category === 'client')).toMatchObject([
    { name: 'connect printer', serverId: 'srv_printer', protocolVersion: '2025-06-18', status: 'ok' },
    { name: 'search_tools {"query":"print"}', stepIndex: 0, promptIndex: 0 },
  ]);
  expect(spans.filter(({ category }) => category === 'llm')).toMatchObject([
    { offeredTools: 1, hiddenTools: 0 },
    { offeredTools: 2, hiddenTools: 0 },
  ]);
});
