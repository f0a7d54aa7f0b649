import { cpuMs } from '@assay/testkit/cpu';
import { formFields, queryTexts } from './form.ts';

test('a form says what it says first, and nothing that it is not asked for', () => {
  expect(formFields(Buffer.from('email=a%40b&email=c&x=1&name=J+%C3%B6'), 'email', 'name', 'password')).toEqual({
    email: 'a@b',
    name: 'J ö',
  });
});

test('a form that is longer than ours can be is refused before it is read', () => {
  const form = Buffer.from('a&'.repeat(5_000_000));
  const refused = () =>
    expect(() => formFields(form, 'a')).toThrow(
      expect.objectContaining({ code: 'VALIDATION_ERROR', details: { maxBytes: 32_768 } }),
    );
  expect(cpuMs(refused)).toBeLessThan(500);
});

test('of a query only what came as one text of a sound length says anything', () => {
  expect(
    queryTexts({ code: 'c', state: ['a', 'b'], iss: 'x'.repeat(8_193), error: 'x'.repeat(8_192), scope: { a: 'b' } }),
  ).toEqual({ code: 'c', error: 'x'.repeat(8_192) });
});
