import { importFault } from './import-fault.ts';

const saved = { transport: 'http', url: 'https://mcp.example/v2/mcp', hasSecret: false };
const secretive = { ...saved, hasSecret: true };
const named = { serverUrl: saved.url, authorizationServerUrl: 'https://as.example' };
const tokens = { access_token: 'a' };

test.each<[string, Parameters<typeof importFault>[0], object, string | undefined]>([
  ['another path of the server', saved, { serverUrl: 'https://mcp.example/mcp' }, undefined],
  ['another origin', saved, { serverUrl: 'https://evil.example/v2/mcp' }, '/serverUrl'],
  ['another scheme', saved, { serverUrl: 'http://mcp.example/v2/mcp' }, '/serverUrl'],
  ['another port', saved, { serverUrl: 'https://mcp.example:8443/v2/mcp' }, '/serverUrl'],
  ['a password in the address', saved, { serverUrl: 'https://me:secret@mcp.example/mcp' }, '/serverUrl'],
  [
    'a server that is a command',
    { ...saved, transport: 'stdio', url: '' },
    { serverUrl: 'https://mcp.example/mcp' },
    '/serverUrl',
  ],
  [
    'a resource that is no web address',
    saved,
    { serverUrl: saved.url, oauthResourceUrl: 'urn:x' },
    '/oauthResourceUrl',
  ],
  [
    'an issuer that is a file',
    saved,
    { serverUrl: saved.url, authorizationServerUrl: 'file:///etc/passwd' },
    '/authorizationServerUrl',
  ],
  ['a named issuer for a saved client with a secret', secretive, named, '/clientInformation'],
  ['a named issuer for a client of its own', secretive, { ...named, clientInformation: { clientId: 'c' } }, undefined],
  ['a named issuer for a saved client without a secret', saved, named, undefined],
  ['no issuer, for a saved client with a secret', secretive, { serverUrl: saved.url }, undefined],
  [
    'all of it in order',
    saved,
    { serverUrl: saved.url, oauthResourceUrl: 'https://mcp.example', authorizationServerUrl: 'https://as.example' },
    undefined,
  ],
])('%s', (_, server, input, path) => expect(importFault(server, { serverUrl: '', tokens, ...input })?.path).toBe(path));
