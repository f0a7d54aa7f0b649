import {
  expiringToken,
  idOfToken,
  isSameText,
  openSignedToken,
  readStatement,
  signStatement,
  signToken,
} from './signed-token.ts';

const scope = { purpose: 'letters', subject: 'a' };
const token = signToken('secret', scope, Buffer.from('body'));

test('a signed token gives its body back', () =>
  expect(openSignedToken('secret', scope, token)?.toString()).toBe('body'));

test.each([
  ['another secret', 'other', scope, token],
  ['another purpose', 'secret', { ...scope, purpose: 'parcels' }, token],
  ['another subject', 'secret', { ...scope, subject: 'b' }, token],
  ['an altered body', 'secret', scope, Buffer.concat([token, Buffer.from('!')])],
  ['an altered signature', 'secret', scope, Buffer.from(token.map((byte, i) => (i === 31 ? byte ^ 1 : byte)))],
  ['a signature without a body', 'secret', scope, token.subarray(0, 32)],
  ['a text shorter than a signature', 'secret', scope, token.subarray(0, 31)],
  ['no bytes', 'secret', scope, Buffer.alloc(0)],
])('a token is refused for %s', (_, secret, of, bytes) => expect(openSignedToken(secret, of, bytes)).toBeUndefined());

test('the first of several secrets signs, and all of them verify', () => {
  const opened = (secret: string, signed: Buffer) => openSignedToken(secret, scope, signed)?.toString();
  const rotated = signToken('new,secret', scope, Buffer.from('body'));
  expect([opened('new,secret', token), opened('new,secret', rotated), opened('new', rotated)]).toEqual([
    'body',
    'body',
    'body',
  ]);
  expect([opened('secret', rotated), opened('new', token)]).toEqual([undefined, undefined]);
});

test.each([
  [-60_001, { refused: 'stale' }],
  [-60_000, { statement: { id: 1 }, at: 1_000_000 }],
  [60_000, { statement: { id: 1 }, at: 1_000_000 }],
  [60_001, { refused: 'stale' }],
])('a statement read %i ms after its signature gives %j when it is valid for a minute', (afterMs, read) => {
  const signed = signStatement('secret', scope, { id: 1 }, 1_000_000);
  expect(readStatement('secret', scope, signed, { validMs: 60_000, now: 1_000_000 + afterMs })).toEqual(read);
});

test('a forged statement is told from a stale one', () =>
  expect(readStatement('secret', scope, token.subarray(1), { validMs: 1, now: 0 })).toEqual({ refused: 'forged' }));

test.each([
  [1_000, 'art_1'],
  [1_001, undefined],
])('a token that expires at 1,000 ms gives at %i ms %s', (now, id) =>
  expect(idOfToken('secret', scope, expiringToken('secret', scope, 'art_1', 1_000), now)).toBe(id),
);

test('a token that was signed elsewhere gives no id', () =>
  expect(idOfToken('secret', scope, expiringToken('other', scope, 'art_1', 1_000), 0)).toBeUndefined());

test.each([
  ['abc', 'abc', true],
  ['abc', 'abd', false],
  ['abc', 'ab', false],
  ['', '', true],
])('%j and %j are the same text: %j', (one, other, same) => expect(isSameText(one, other)).toBe(same));
