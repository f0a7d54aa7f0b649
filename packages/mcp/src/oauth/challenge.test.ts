import { challengeParameter, requiredScope } from './challenge.ts';

const CHALLENGE = 'Bearer realm="a, scope=no", error="insufficient_scope",scope=tools, resource_metadata="https://a/b"';

test.each([
  ['error', 'insufficient_scope'],
  ['scope', 'tools'],
  ['resource_metadata', 'https://a/b'],
  ['error_description', undefined],
  ['metadata', undefined],
])('parameter %s of a challenge is %s', (name, value) => expect(challengeParameter(CHALLENGE, name)).toBe(value));

test('without a challenge there are no parameters', () =>
  expect(challengeParameter(undefined, 'error')).toBeUndefined());

test.each([
  ['a scope', 'Bearer scope="tools:call files"', 'tools:call files'],
  ['what is none', 'Bearer scope="<b>na\u00efve</b>"', undefined],
  ['nothing', undefined, undefined],
])('a required scope of %s is read', (_, challenge, scope) => expect(requiredScope(challenge)).toBe(scope));
