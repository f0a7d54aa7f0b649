import type { CreateServer } from '@assay/contract/areas/servers/documents';
import { serverConfigOf, serverPatchOf } from './server-input.ts';

const http: CreateServer = { name: 'docs', enabled: true, transportType: 'http', url: 'https://mcp.example/mcp' };
const silent = { hasBearerToken: true, useXaa: false, xaaEmail: '' } as const;

test('a field set to auto, and an unsupported field, is absent from a new server', () => {
  expect(
    serverConfigOf({
      ...http,
      authMethod: 'auto',
      oauthRegistrationStrategy: 'auto',
      registrationMode: 'auto',
      oauthProtocolMode: 'auto',
      ...silent,
    }),
  ).toEqual({ ...http, oauthProtocolMode: 'auto' });
  expect(serverConfigOf({ ...http, authMethod: 'oauth', registrationMode: 'dcr' })).toEqual({
    ...http,
    authMethod: 'oauth',
    registrationMode: 'dcr',
  });
});

test('a field that a change sets to auto is cleared', () => {
  expect(
    serverPatchOf({
      authMethod: 'auto',
      oauthRegistrationStrategy: null,
      registrationMode: 'cimd',
      clearXaaConfig: true,
      ...silent,
    }),
  ).toEqual({ authMethod: null, oauthRegistrationStrategy: null, registrationMode: 'cimd' });
});
