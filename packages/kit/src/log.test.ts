import { Writable } from 'node:stream';
import { createLog } from './log.ts';
import { redactText } from './security/redact.ts';

test.each([
  ['a key of ours', 'key sk_abcdefghijklmnop failed', 'key [redacted] failed'],
  ['a bearer value', 'sent Authorization: Bearer abc.def-123456', 'sent Authorization: [redacted]'],
  ['a standalone scheme', 'with Basic dXNlcjpwYXNz now', 'with Basic [redacted] now'],
  ['a password in an address', 'postgres://me:hunter2@db/x', 'postgres://[redacted]@db/x'],
  ['a quoted pair', '{"apiKey":"abc123"}', '{"apiKey":[redacted]}'],
  ['a JWT', 'got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', 'got [redacted]'],
  ['nothing', 'the token bucket is full', 'the token bucket is full'],
])('%s is masked in text', (_, text, masked) => expect(redactText(text)).toBe(masked));

test('text is clipped', () => expect(redactText('x'.repeat(500), 400)).toHaveLength(401));

test('a log line carries no secret, wherever it was put', () => {
  let written = '';
  const log = createLog(
    'test',
    'info',
    new Writable({
      write(piece, _, done) {
        written += String(piece);
        done();
      },
    }),
  );
  log.info({ headers: { authorization: 'Bearer abcdefghijk' }, server: { token: 'tok-1' } }, 'key sk_abcdefghijklmnop');
  log.error({ err: new Error('password=hunter2 refused') }, 'failed');
  log.error({ err: 'password=hunter2' }, 'a text was thrown');
  expect(written).toContain('failed');
  expect(written).toContain('a text was thrown');
  expect(written).not.toMatch(/abcdefgh|tok-1|hunter2/);
});
