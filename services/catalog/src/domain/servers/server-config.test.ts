import { secretContradiction, configFault, patchedConfig, splitConfig, strayCredential } from './server-config.ts';
import type { ServerConfig, ServerPatch } from './server-input.ts';

const http: ServerConfig = {
  name: 'docs',
  enabled: true,
  transportType: 'http',
  url: 'https://mcp.example/mcp',
  headers: { 'x-key': 'k' },
  clientSecret: 's',
};
const stdio: ServerConfig = {
  name: 'files',
  enabled: true,
  transportType: 'stdio',
  command: 'npx',
  args: ['files'],
  env: { TOKEN: 't' },
};

type Loose = { [Key in keyof ServerConfig]?: ServerConfig[Key] | undefined };

test.each<[string, Loose, string | undefined]>([
  ['a complete http server', http, undefined],
  ['a complete stdio server', stdio, undefined],
  ['http without url', { name: 'a', enabled: true, transportType: 'http' }, '/url'],
  ['stdio without command', { name: 'a', enabled: true, transportType: 'stdio' }, '/command'],
  ['a command on http', { ...http, command: 'npx' }, '/command'],
  ['headers on stdio', { ...stdio, headers: { a: 'b' } }, '/headers'],
  ['OAuth on stdio', { ...stdio, useOAuth: true }, '/useOAuth'],
  ['no OAuth on stdio', { ...stdio, useOAuth: false }, undefined],
  ['a file address', { ...http, url: 'file:///etc/passwd' }, '/url'],
  ['an address that is none', { ...http, url: 'http://' }, '/url'],
  ['a password in the address', { ...http, url: 'https://me:secret@mcp.example/mcp' }, '/url'],
  ['a user name in the address', { ...http, url: 'https://me@mcp.example/mcp' }, '/url'],
  ['a resource that is no web address', { ...http, oauthResourceUrl: 'urn:x' }, '/oauthResourceUrl'],
  ['a client that asks for itself', { ...http, authMethod: 'client_credentials', clientId: 'c' }, undefined],
  ['one without an id', { ...http, authMethod: 'client_credentials' }, '/clientId'],
  [
    'one without a secret',
    { ...http, authMethod: 'client_credentials', clientId: 'c', clientSecret: undefined },
    '/clientSecret',
  ],
  ['OAuth as the method on stdio', { ...stdio, authMethod: 'oauth' }, '/authMethod'],
  ['no method on stdio', { ...stdio, authMethod: 'none' }, undefined],
  [
    'one registration strategy under both names',
    { ...http, oauthRegistrationStrategy: 'dcr', registrationMode: 'dcr' },
    undefined,
  ],
  [
    'two registration strategies',
    { ...http, oauthRegistrationStrategy: 'dcr', registrationMode: 'cimd' },
    '/registrationMode',
  ],
  ['capabilities', { ...stdio, clientCapabilities: { roots: { listChanged: true } } }, undefined],
  ['capabilities with a NUL', { ...http, clientCapabilities: { a: '\u0000' } }, '/clientCapabilities'],
  ['capabilities with half a character', { ...http, clientCapabilities: { a: '\ud83d' } }, '/clientCapabilities'],
  ['capabilities beyond measure', { ...http, clientCapabilities: { a: 'x'.repeat(20_000) } }, '/clientCapabilities'],
])('%s', (_, config, path) => expect(configFault(config as ServerConfig)?.path).toBe(path));

test("empty values of the other transport's fields are accepted", () => {
  expect(configFault({ ...http, args: [], env: {}, command: '' })).toBeUndefined();
});

test('a fault does not repeat the address', () => {
  expect(JSON.stringify(configFault({ ...http, url: 'https://me:secret@mcp.example/mcp' }))).not.toContain('secret');
});

test.each<[string, ServerConfig, ServerPatch, ServerConfig]>([
  ['absent keeps', http, { enabled: false }, { ...http, enabled: false }],
  ['a value replaces', http, { headers: { b: '2' } }, { ...http, headers: { b: '2' } }],
  [
    'null clears',
    http,
    { headers: null },
    { name: 'docs', enabled: true, transportType: 'http', url: http.url!, clientSecret: 's' },
  ],
  [
    'clearClientSecret clears',
    http,
    { clearClientSecret: true },
    { name: 'docs', enabled: true, transportType: 'http', url: http.url!, headers: { 'x-key': 'k' } },
  ],
  ['clearClientSecret: false keeps', http, { clearClientSecret: false }, http],
  [
    'another transport drops the variables of a command',
    stdio,
    { transportType: 'http', url: 'https://x.example/' },
    { name: 'files', enabled: true, transportType: 'http', url: 'https://x.example/' },
  ],
  [
    'another transport drops the settings of the previous one',
    http,
    { transportType: 'stdio', command: 'npx' },
    { name: 'docs', enabled: true, transportType: 'stdio', command: 'npx' },
  ],
])('%s', (_, current, patch, expected) => expect(patchedConfig(current, patch)).toEqual(expected));

test('a field of the previous transport is kept when the patch gives it', () => {
  expect(
    configFault(patchedConfig(http, { transportType: 'stdio', command: 'npx', url: 'https://other.example' }))?.path,
  ).toBe('/url');
});

test.each<[ServerPatch, string | undefined]>([
  [{ clearClientSecret: true, clientSecret: 'x' }, '/clearClientSecret'],
  [{ clearClientSecret: true, clientSecret: null }, undefined],
  [{ clientSecret: 'x' }, undefined],
])('%j', (patch, path) => expect(secretContradiction(patch)?.path).toBe(path));

test('the readable part of a server has no credentials', () => {
  expect(splitConfig({ ...http, env: { TOKEN: 't' } })).toEqual({
    readable: { name: 'docs', enabled: true, transportType: 'http', url: 'https://mcp.example/mcp' },
    credentials: { headers: { 'x-key': 'k' }, env: { TOKEN: 't' }, clientSecret: 's' },
  });
});

describe('credentials when a server moves', () => {
  const current = {
    name: 's',
    enabled: true,
    transportType: 'http',
    url: 'https://a.example/mcp',
    headers: { authorization: 'x' },
    clientSecret: 'y',
  } as const;

  test.each([
    ['to another path of its origin', { url: 'https://a.example/v2' }, undefined],
    ['to another origin, silently', { url: 'https://evil.example/mcp' }, '/headers'],
    ['to another scheme, silently', { url: 'http://a.example/mcp' }, '/headers'],
    [
      'to another origin with new headers only',
      { url: 'https://b.example/mcp', headers: { authorization: 'z' } },
      '/clientSecret',
    ],
    [
      'to another origin, everything cleared',
      { url: 'https://b.example/mcp', headers: null, clearClientSecret: true },
      undefined,
    ],
    ['nowhere', { name: 't' }, undefined],
  ])('%s', (_, patch, path) => expect(strayCredential(current, patch)?.path).toBe(path));

  test.each<[string, ServerPatch, string | undefined]>([
    ['to another command, silently', { command: 'printenv' }, '/env'],
    ['to other arguments, silently', { args: ['-c', 'env'] }, '/env'],
    ['to no arguments, silently', { args: null }, '/env'],
    ['to another command that is given them', { command: 'printenv', env: { TOKEN: 'mine' } }, undefined],
    ['to another command, everything cleared', { command: 'printenv', env: null }, undefined],
    ['to the same command', { name: 'f', command: 'npx', args: ['files'] }, undefined],
  ])('%s', (_, patch, path) => expect(strayCredential(stdio, patch)?.path).toBe(path));
});

test('the values of a query are sealed like headers; the address as it was read keeps them', () => {
  const url = 'https://mcp.example/mcp?key=s3cret&empty=';
  const [whole, shown] = [{ ...http, url }, 'https://mcp.example/mcp?key=[redacted]&empty='];
  expect(splitConfig(whole)).toMatchObject({ readable: { url: shown }, credentials: { url } });
  expect(splitConfig(http).credentials).not.toHaveProperty('url');
  expect(patchedConfig(whole, { url: shown, name: 'b' })).toMatchObject({ url, name: 'b' });
  expect(configFault(patchedConfig(whole, { url: 'https://mcp.example/other?key=[redacted]' }))?.path).toBe('/url');
});
