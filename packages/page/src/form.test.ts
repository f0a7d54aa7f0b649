import { growthOf } from '@assay/testkit/growth';
import { formFields, queryTexts } from './form.ts';

test('form fields answer their first value, and other fields are left out', () => {
  expect(formFields(Buffer.from('email=a%40b&email=c&x=1&name=J+%C3%B6'), 'email', 'name', 'password')).toEqual({
    email: 'a@b',
    name: 'J ö',
  });
});

test('a form over the size limit is refused before it is parsed', () => {
  const form = Buffer.from('a&'.repeat(800_000));
  const refused = (bytes: number) =>
    expect(() => formFields(form.subarray(0, bytes), 'a')).toThrow(
      expect.objectContaining({ code: 'VALIDATION_ERROR', details: { maxBytes: 32_768 } }),
    );
  expect(growthOf(refused, 100_000, 16, 0)).toBeLessThan(4);
});

test('a query parameter is used when it occurs once and is short enough', () => {
  expect(
    queryTexts({ code: 'c', state: ['a', 'b'], iss: 'x'.repeat(8_193), error: 'x'.repeat(8_192), scope: { a: 'b' } }),
  ).toEqual({ code: 'c', error: 'x'.repeat(8_192) });
});
