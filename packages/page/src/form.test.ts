import { fieldsOf } from './form.ts';

test('a form says what it says first, and nothing that it is not asked for', () => {
  expect(fieldsOf(Buffer.from('email=a%40b&email=c&x=1&name=J+%C3%B6'), 'email', 'name', 'password')).toEqual({ email: 'a@b', name: 'J ö' });
});

test('a form that is longer than ours can be is refused before it is read', () => {
  const startedAt = performance.now();
  expect(() => fieldsOf(Buffer.from('a&'.repeat(5_000_000)), 'a')).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR', details: { maxBytes: 32_768 } }));
  expect(performance.now() - startedAt).toBeLessThan(500);
});
