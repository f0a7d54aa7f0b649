import { needsGrant, savedAuthMethod } from './auth-method.ts';

const server = { transport: 'http', authMethod: '', useOauth: false };

test.each([
  ['a command shows nothing', { transport: 'stdio', authMethod: '', useOauth: true }, {}, 'none'],
  [
    'the saved method beats a header and the flag',
    { ...server, authMethod: 'none', useOauth: true },
    { authorization: 'Bearer t' },
    'none',
  ],
  ['a client of its own', { ...server, authMethod: 'client_credentials' }, {}, 'client_credentials'],
  [
    'an Authorization header, however it is written, beats the flag',
    { ...server, useOauth: true },
    { AUTHORIZATION: 'Bearer t' },
    'headers',
  ],
  ['the flag', { ...server, useOauth: true }, { 'x-tenant': 'a' }, 'oauth'],
  ['nothing that says so', server, { 'x-tenant': 'a' }, undefined],
])('%s', (_, saved, headers, method) => expect(savedAuthMethod(saved, headers)).toBe(method));

test.each([
  ['oauth', true],
  ['client_credentials', true],
  ['headers', false],
  ['none', false],
] as const)('%s needs a grant: %s', (method, needed) => expect(needsGrant(method)).toBe(needed));
