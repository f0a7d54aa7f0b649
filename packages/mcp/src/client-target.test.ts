import type { ClientConfig } from '@assay/contract/areas/clients/config';
import { openEgress } from '@assay/egress/egress';
import { ONE_MACHINE_EGRESS } from '@assay/egress/settings';
import { plainClient } from '@assay/testkit/clients/plain-client';
import { declaredBy, targetForClient, timeoutsForClient } from './client-target.ts';
import type { ServerTarget } from './target.ts';

const defaults = (headers: Record<string, string>, requestTimeout: number | null = null) => ({
  connectionDefaults: { headers, requestTimeout },
});
const target: ServerTarget = {
  serverId: 'srv_1',
  serverName: 'Printer',
  egress: openEgress(ONE_MACHINE_EGRESS),
  url: 'https://printer.example/mcp',
};

test('a client without settings declares its own capabilities, and changes nothing else', () =>
  expect(targetForClient({ ...target, clientCapabilities: { roots: {} } }, plainClient())).toEqual({
    ...target,
    clientCapabilities: {},
  }));

test.each<[string, Partial<ServerTarget>, Partial<ClientConfig>, Partial<ServerTarget>]>([
  ['defaults are sent', {}, defaults({ 'X-Client': 'a' }), { headers: { 'x-client': 'a' } }],
  [
    'saved headers of the server win over defaults, in any case',
    { headers: { 'x-client': 'saved', 'X-Key': 'k' } },
    defaults({ 'X-Client': 'a', 'x-more': 'b' }),
    { headers: { 'x-client': 'saved', 'x-key': 'k', 'x-more': 'b' } },
  ],
  [
    'headers for this server win over saved ones, and other credentials stay',
    { headers: { 'X-Client': 'saved', 'X-Key': 'k' } },
    { serverConnectionOverrides: { srv_1: { headersOverride: { 'x-client': 'mine' } } } },
    { headers: { 'x-client': 'mine', 'x-key': 'k' } },
  ],
  [
    'headers for another server are not sent',
    {},
    { serverConnectionOverrides: { srv_2: { headersOverride: { 'x-client': 'mine' } } } },
    {},
  ],
  [
    'the revision of the profile wins over the saved one',
    { protocolVersion: '2025-11-25' },
    { mcpProfile: { profileVersion: 1, mcpProtocolVersion: '2025-06-18' } },
    { protocolVersion: '2025-06-18' },
  ],
  [
    'the revision for this server wins over the revision of the profile',
    {},
    {
      mcpProfile: { profileVersion: 1, mcpProtocolVersion: '2025-06-18' },
      serverConnectionOverrides: { srv_1: { mcpProtocolVersionOverride: '2025-03-26' } },
    },
    { protocolVersion: '2025-03-26' },
  ],
  [
    'a saved revision stays where the client has none',
    { protocolVersion: '2025-06-18' },
    {},
    { protocolVersion: '2025-06-18' },
  ],
  [
    'the client information is sent as it is',
    {},
    { mcpProfile: { profileVersion: 1, initialize: { clientInfo: { name: 'a', version: '1', title: 'A' } } } },
    { clientInfo: { name: 'a', version: '1', title: 'A' } },
  ],
  [
    'lists and headers of arguments follow the profile',
    {},
    { mcpProfile: { profileVersion: 1, paginationTraversal: 'firstPageOnly', toolParamHeaderMirroring: 'omit' } },
    { firstPageOnly: true, toolHeaders: 'omit' },
  ],
  [
    'results that ask for input are not answered when the profile says so',
    {},
    { mcpProfile: { profileVersion: 1, mrtrSupport: 'none' } },
    { answersInput: false },
  ],
  [
    'every page is read when the profile says so',
    {},
    { mcpProfile: { profileVersion: 1, paginationTraversal: 'full' } },
    {},
  ],
])('%s', (_, saved, config, expected) =>
  expect(targetForClient({ ...target, ...saved }, plainClient(config))).toEqual({
    ...target,
    clientCapabilities: {},
    ...expected,
  }),
);

test('access tokens stay', () => {
  const tokens = { token: async () => 'secret' };
  expect(targetForClient({ ...target, tokens }, plainClient(defaults({ 'x-client': 'a' })))).toMatchObject({ tokens });
});

test.each<[string, Partial<ClientConfig>, object]>([
  ['the ones of the client', { clientCapabilities: { roots: {} } }, { roots: {} }],
  [
    'the ones of the handshake over them',
    {
      clientCapabilities: { roots: {}, sampling: {} },
      mcpProfile: { profileVersion: 1, initialize: { capabilities: { roots: { listChanged: true } } } },
    },
    { roots: { listChanged: true }, sampling: {} },
  ],
  [
    'MCP Apps beside other extensions',
    {
      clientCapabilities: { extensions: { 'a/b': {} } },
      mcpProfile: { profileVersion: 1, apps: { mimeTypes: ['text/html;profile=mcp-app'] } },
    },
    { extensions: { 'a/b': {}, 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } },
  ],
])('the declared capabilities are %s', (_, config, expected) =>
  expect(declaredBy(plainClient(config))).toEqual(expected),
);

test.each<[string, number, Partial<ClientConfig>, object]>([
  ['the default of the client', 0, defaults({}, 5_000), { connectMs: 30_000, idleMs: 5_000, totalMs: 120_000 }],
  [
    'the saved one before the default',
    7_000,
    defaults({}, 5_000),
    { connectMs: 30_000, idleMs: 7_000, totalMs: 120_000 },
  ],
  [
    "the client's for this server before the saved one",
    7_000,
    { serverConnectionOverrides: { srv_1: { requestTimeoutOverride: 200_000 } } },
    { connectMs: 200_000, idleMs: 200_000, totalMs: 200_000 },
  ],
  ["the platform's when nothing is said", 0, {}, {}],
])('the timeout of a request is %s', (_, timeoutMs, config, expected) =>
  expect(timeoutsForClient({ id: 'srv_1', timeoutMs }, plainClient(config))).toEqual(expected),
);
