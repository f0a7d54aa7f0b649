import { plainClient } from '@assay/testkit/clients/plain-client';
import { ClientConfig } from '@assay/contract/areas/clients/config';
import { refuseUnsupportedSettings, settingChecks, unsupportedSettings } from './unsupported-settings.ts';

const plain = plainClient({ modelId: 'anthropic/claude-haiku-4.5' });

test('every setting of a client is checked at a launch', () =>
  expect(Object.keys(settingChecks).toSorted()).toEqual(Object.keys(ClientConfig.properties).toSorted()));

test.each<[string, Partial<ClientConfig>]>([
  ['only what every client has', {}],
  [
    'how it connects',
    {
      connectionDefaults: { headers: { 'x-client': 'a' }, requestTimeout: 5_000 },
      serverConnectionOverrides: { srv_1: { headersOverride: { 'x-client': 'b' } } },
    },
  ],
  [
    'a full profile',
    {
      mcpProfile: {
        profileVersion: 1,
        mcpProtocolVersion: '2025-06-18',
        toolParamHeaderMirroring: 'omit',
        paginationTraversal: 'firstPageOnly',
        mrtrSupport: 'none',
        initialize: { clientInfo: { name: 'a', version: '1', title: 'A' }, capabilities: { roots: {} } },
        apps: { mimeTypes: ['text/html;profile=mcp-app'] },
      },
    },
  ],
  ['what the model sees', { modelVisibleMcpToolResults: { text: true, images: false } }],
  ['how images reach the model', { mcpToolResultImageRendering: { mode: 'attach' } }],
  ['the model once more', { modelSelection: { modelId: 'anthropic/claude-haiku-4.5', provider: 'anthropic' } }],
  ['settings of windows and widgets', { hostContext: { theme: 'dark' }, chatUiOverride: { a: 1 }, oauthProfile: {} }],
  ['no built-in tool', { builtInToolIds: [] }],
])('a client with %s can be launched', (_, more) => {
  expect(unsupportedSettings({ ...plain, ...more })).toEqual([]);
  expect(() => refuseUnsupportedSettings({ ...plain, ...more })).not.toThrow();
});

test.each<[string, Partial<ClientConfig>, [string, RegExp][]]>([
  ['a harness', { harness: 'codex' }, [['/harness', /the harness "codex"/]]],
  ['a computer', { computer: { kind: 'personal' } }, [['/computer', /a personal computer/]]],
  [
    'built-in tools',
    { builtInToolIds: ['web_search', 'shell'] },
    [
      ['/builtInToolIds/0', /"web_search"/],
      ['/builtInToolIds/1', /"shell"/],
    ],
  ],
  [
    'an unknown key of the handshake',
    { mcpProfile: { profileVersion: 1, initialize: { protocolVersion: '2025-06-18', 'a/b': 1 } } },
    [
      ['/mcpProfile/initialize/protocolVersion', /known ones are clientInfo, capabilities/],
      ['/mcpProfile/initialize/a~1b', /this key/],
    ],
  ],
  [
    'a client information without a version',
    { mcpProfile: { profileVersion: 1, initialize: { clientInfo: { name: 'a' } } } },
    [['/mcpProfile/initialize/clientInfo', /\{"name":"a"\}/]],
  ],
  [
    'an unknown part of results',
    { modelVisibleMcpToolResults: { text: 'some', colors: true } },
    [
      ['/modelVisibleMcpToolResults/text', /"some"/],
      ['/modelVisibleMcpToolResults/colors', /this key/],
    ],
  ],
  [
    'an unknown way for images',
    { mcpToolResultImageRendering: { mode: 'ascii' } },
    [['/mcpToolResultImageRendering/mode', /"ascii"/]],
  ],
  [
    'another model than its own',
    { modelSelection: { modelId: 'openai/gpt-5-nano' } },
    [['/modelSelection/modelId', /gpt-5-nano/]],
  ],
  [
    'another provider than its own',
    { modelSelection: { provider: 'openai' } },
    [['/modelSelection/provider', /openai/]],
  ],
])('a client with %s is refused, and each setting is named', (_, more, expected) => {
  const found = unsupportedSettings({ ...plain, ...more });
  expect(found.map(({ path }) => path)).toEqual(expected.map(([path]) => path));
  expected.forEach(([, missing], i) => expect(found[i]!.missing).toMatch(missing));
});

test('a refused client is told with the code, the reason and all settings', () => {
  const config = { ...plain, harness: 'codex' as const, builtInToolIds: ['shell'] };
  expect(() => refuseUnsupportedSettings(config)).toThrow(
    expect.objectContaining({
      code: 'FEATURE_NOT_SUPPORTED',
      message: expect.stringMatching(/\/harness needs: .*1 more/),
      details: {
        reason: 'HARNESS_UNAVAILABLE',
        kind: 'codex',
        settings: [
          expect.objectContaining({ path: '/harness' }),
          expect.objectContaining({ path: '/builtInToolIds/0' }),
        ],
      },
    }),
  );
  expect(() => refuseUnsupportedSettings({ ...plain, builtInToolIds: ['shell'] })).toThrow(
    expect.objectContaining({ details: expect.objectContaining({ reason: 'CLIENT_SETTING_UNSUPPORTED' }) }),
  );
});
