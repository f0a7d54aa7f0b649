import { growthOf } from '@assay/testkit/growth';
import { redactDocument, redactedJson, redactText } from './redact.ts';

test.each([
  ['a value under a telling name', 'password=hunter2, more', 'password=[redacted], more'],
  ['a value in quotes', '"api_key": "a b c"', '"api_key": [redacted]'],
  ['a bearer value', 'sent Bearer abcdefghijkl', 'sent Bearer [redacted]'],
  ['a key of ours', 'with sk_abcdefgh', 'with [redacted]'],
  ['a runner token of ours', `with rt_${'a-B_'.repeat(10)}abc`, 'with [redacted]'],
  ['a credential of an agent turn', `with agt_${'a-B_'.repeat(20)}`, 'with [redacted]'],
  ['a JWT', 'got eyJhbGciOiJI.eyJzdWIi.c2ln!', 'got [redacted]!'],
  ['a JWT without a signature', '(eyJhbGciOiJI.eyJzdWIi.)', '([redacted])'],
  [
    'a JWT inside of other words',
    'x.session-eyJhbGciOiJI.eyJzdWIi.sig.eyJhbGciOiJI.b.c',
    'x.session-[redacted].[redacted]',
  ],
  ['the password of an address', 'at http://me:hunter2@example.com/x', 'at http://[redacted]@example.com/x'],
])('%s is masked', (_, text, masked) => expect(redactText(text)).toBe(masked));

test.each([
  ['a host name', 'www.example.com'],
  ['a version', 'v1.2.3-rc.1'],
  ['the beginning of a header', 'eyJhbGciOiJI.eyJzdWIi'],
  ['a name that only begins like a runner token', 'rt_session_of_the_main_thread'],
  ['a port', 'http://localhost:8080/a@b'],
])('%s is left alone', (_, text) => expect(redactText(text)).toBe(text));

const SECRETS = [
  'api_key=abc',
  'secret : abc',
  "token': abc",
  'TOKEN\n=\tabc',
  'token\u000b:abc',
  '"token"\f:"abc"',
  'password=abc',
  'Authorization: abc',
  'bearer abcdefgh',
  'BASIC\nabcdefgh',
  'sk_abcdef',
  'slk_abcdef',
  'dsc_abcdef',
  'api_abcdef',
  `rt_${'a'.repeat(43)}`,
  ...['oat', 'ort', 'oac', 'odc'].map((prefix) => `${prefix}_${'a'.repeat(43)}`),
  `agt_${'a'.repeat(43)}`,
  'eyJhbGciOiJI.eyJzdWIi.c2ln',
  'http://:b@host',
  'HTTP://"a\\:b"@host',
];

test.each(SECRETS)('%j is found in a document after any character', (secret) => {
  for (const before of ['', ' ', '"', '\\', '\n', '\b', '\f', '\r', '\t', '\u0001', '.', '/', '\ud800'])
    expect(redactDocument({ note: before + secret })).toEqual({ note: redactText(before + secret) });
  expect(redactText(secret)).toContain('[redacted]');
});

test.each([
  'Authorization',
  'bearer',
  'passwd',
  'PASSWORD',
  'my-secret',
  'refresh_token',
  'apiKey',
  'x-api-key',
  'access_key',
  'AccessKey',
  'set-cookie',
  'credentials',
  'private-key',
  'a\ntoken',
])('a text under the key %j is masked', (key) =>
  expect(redactDocument([{ [key]: 'x' }])).toEqual([{ [key]: '[redacted]' }]),
);

test('a document without anything to mask is printed as it is', () => {
  const document = {
    a: ['b', 1, null, { tokens: 'many', task_id: 'x' }],
    url: 'http://localhost:8080/a',
    gone: undefined,
  };
  expect(redactedJson(document)).toBe(JSON.stringify(document));
});

test('what is masked is masked before the text is clipped', () =>
  expect(redactText(`sk_${'a'.repeat(50)} and on`, 12)).toBe('[redacted] a…'));

test('texts under a key that names a secret are masked whole, amounts are not', () => {
  expect(redactDocument({ clientSecret: 'x', nested: [{ note: 'token: abc' }], maxTokens: 5 })).toEqual({
    clientSecret: '[redacted]',
    nested: [{ note: 'token: [redacted]' }],
    maxTokens: 5,
  });
});

test.each(['a.', 'eyJ-', 'eyJaaaaaaaa.', 'a://', 'token=', 'token="', 'bearer ', 'eyJaaaaaaaa.b.c.', ' '])(
  'a text of nothing but %j is masked in time proportional to its length',
  (part) => {
    const redact = (length: number) => redactText(part.repeat(length / part.length));
    expect(growthOf(redact, 12_000, 16)).toBeLessThan(64);
  },
);
