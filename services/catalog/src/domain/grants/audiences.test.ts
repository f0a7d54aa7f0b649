import { askedBy, audiencesOf, scopesOf } from './audiences.ts';

const invalidTarget = { error: 'invalid_target' };

test.each<[string, string[], string, unknown]>([
  ['the command line without a resource', [], 'assay-cli', ['mcp', 'api']],
  ['the command line for the installation', ['https://assay.example/'], 'assay-cli', ['mcp', 'api']],
  ['the command line for the API', ['https://assay.example/api/v1'], 'assay-cli', ['api']],
  ['an application without a resource', [], 'app_1', ['mcp']],
  ['an application for /mcp', ['https://assay.example/mcp/'], 'app_1', ['mcp']],
  ['an application for the API', ['https://assay.example/api/v1'], 'app_1', ['api']],
  ['an application for both', ['https://assay.example/api/v1', 'https://assay.example/mcp'], 'app_1', ['mcp', 'api']],
])('tokens of %s', (_, resources, id, audiences) =>
  expect(audiencesOf('https://assay.example', resources, id)).toEqual(audiences),
);

test.each(['https://assay.example', 'https://evil.example/mcp', 'https://assay.example/mcp?x=1', 'mcp'])(
  'an application gets no tokens for %s',
  (resource) => expect(audiencesOf('https://assay.example', [resource], 'app_1')).toMatchObject(invalidTarget),
);

test.each([
  [undefined, ['read', 'launch', 'write']],
  ['write read', ['read', 'write']],
  ['read openid offline_access', ['read']],
])('the scope %j asks for %j', (text, scopes) => expect(scopesOf(text)).toEqual(scopes));

test('unknown scopes alone are refused', () =>
  expect(askedBy('https://assay.example', { scope: 'openid', resources: [] }, 'app_1')).toMatchObject({
    error: 'invalid_scope',
  }));
