import { csrfTokenOf, isCsrfToken } from './csrf.ts';

const [session, other] = ['s'.repeat(43), 't'.repeat(43)];
const token = csrfTokenOf('secret', session);

test('a token is good for its session alone, and says nothing of it', () => {
  expect([
    isCsrfToken('secret', session, token),
    isCsrfToken('secret', other, token),
    isCsrfToken('another secret', session, token),
  ]).toEqual([true, false, false]);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(token).not.toContain(session.slice(0, 8));
});

test.each(['', 'x', 'x'.repeat(43), `${token}x`, token.slice(1), 'ä'.repeat(43)])('%j is no token', (sent) => {
  expect(isCsrfToken('secret', session, sent)).toBe(false);
});
