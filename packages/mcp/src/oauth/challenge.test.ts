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

test.each([
  ['a value in quotes with escapes', String.raw`Bearer scope="a\"b"`, 'scope', String.raw`a\"b`],
  ['a parameter after one without a value', 'Bearer realm, scope=tools', 'scope', 'tools'],
  ['a quotation that does not end', 'Bearer realm="a, scope=tools', 'scope', undefined],
])('%s is read', (_, challenge, name, value) => expect(challengeParameter(challenge, name)).toBe(value));

test.each(['a', 'a ', 'a=', 'a="', 'a="b" ', String.raw`a="\"`, '"'])(
  'a megabyte of %j has no scope, and is read in linear time',
  (text) => expect(challengeParameter(text.repeat(1_000_000 / text.length), 'scope')).toBeUndefined(),
);
