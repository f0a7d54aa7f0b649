import {
  filledCredentials,
  givenSecretIds,
  referenceFault,
  referencesOf,
  secretIdsOf,
  writtenCredentials,
} from './secret-references.ts';
import type { ServerConfig } from './server-input.ts';

const one = { secretId: 'secret_1' };
const bearer = { secretId: 'secret_1', prefix: 'Bearer ' };
const two = { secretId: 'secret_2' };
const written = { headers: { authorization: bearer, 'x-plain': 'p' }, env: { TOKEN: two }, clientSecret: 'c' };
const values = { secret_1: 'value one', secret_2: 'value\ntwo' };

test('credentials are filled in and read back as they were written', () => {
  const filled = filledCredentials(written, values);
  expect(filled).toEqual({
    headers: { authorization: 'Bearer value one', 'x-plain': 'p' },
    env: { TOKEN: 'value\ntwo' },
    clientSecret: 'c',
    secrets: values,
  });
  expect(writtenCredentials(filled, referencesOf(written))).toEqual(written);
});

test('credentials without references stay as they are', () => {
  const plain = { headers: { a: 'b' }, url: 'https://mcp.example/?k=v' };
  expect(filledCredentials(plain, values)).toEqual(plain);
  expect(writtenCredentials(plain, {})).toEqual(plain);
});

test.each<[string, object, string[]]>([
  ['no settings', {}, []],
  ['cleared settings', { headers: null, env: null }, []],
  ['texts', { headers: { a: 'b' } }, []],
  ['references, each once', { headers: { a: one, b: bearer }, env: { C: two } }, ['secret_1', 'secret_2']],
])('the secrets of %s are found', (_, settings, ids) => expect(secretIdsOf(settings)).toEqual(ids));

test.each<[string, object, string | undefined]>([
  ['to known secrets', written, undefined],
  ['to an unknown secret', { headers: { a: { secretId: 'secret_3' } } }, '/headers/a/secretId'],
  ['of a header to a value of two lines', { headers: { a: two } }, '/headers/a'],
  ['of a variable to a value of two lines', { env: { A: two } }, undefined],
])('a reference %s', (_, settings, path) => {
  const fault = referenceFault(settings, values);
  expect(fault?.path).toBe(path);
  expect(JSON.stringify(fault ?? {})).not.toContain('value\\ntwo');
});

const http = (more: object): ServerConfig => ({
  name: 's',
  enabled: true,
  transportType: 'http',
  url: 'https://a.example/mcp',
  ...more,
});
const stdio = (more: object): ServerConfig => ({
  name: 's',
  enabled: true,
  transportType: 'stdio',
  command: 'npx',
  args: ['files'],
  ...more,
});

test.each<[string, ServerConfig, ServerConfig | undefined, string[]]>([
  ['a new server', http({ headers: { a: one } }), undefined, ['secret_1']],
  ['a header more with a known secret', http({ headers: { a: one, b: bearer } }), http({ headers: { a: one } }), []],
  ['another secret', http({ headers: { a: two } }), http({ headers: { a: one } }), ['secret_2']],
  ['another path', http({ url: 'https://a.example/v2', headers: { a: one } }), http({ headers: { a: one } }), []],
  [
    'another origin',
    http({ url: 'https://b.example', headers: { a: one } }),
    http({ headers: { a: one } }),
    ['secret_1'],
  ],
  ['the same command', stdio({ env: { A: one } }), stdio({ env: { B: one } }), []],
  ['other arguments', stdio({ args: ['-v'], env: { A: one } }), stdio({ env: { A: one } }), ['secret_1']],
  ['another transport', stdio({ env: { A: one } }), http({ headers: { A: one } }), ['secret_1']],
  ['no secret', http({}), http({ headers: { a: one } }), []],
])('%s is given the secrets that it did not use there before', (_, next, current, ids) =>
  expect(givenSecretIds(next, current)).toEqual(ids),
);
