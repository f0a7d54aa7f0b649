import { given } from '@assay/contract/given';
import { operations } from '@assay/contract/operations';
import type { ApiRequest } from './handler.ts';
import { fieldsOf } from './request-fields.ts';

const deviceOf = (cookie?: string) =>
  new Map(fieldsOf(operations.signIn))
    .get('deviceToken')!
    .read({ headers: { ...given({ cookie }) } } as ApiRequest, () => {}, 'http://localhost');

test('a cookie that an operation reads may be absent, and is refused when it is too long', () => {
  expect([deviceOf(), deviceOf('other=1'), deviceOf(`assay_device=${'x'.repeat(128)}`)]).toEqual([
    '',
    '',
    'x'.repeat(128),
  ]);
  expect(() => deviceOf(`assay_device=${'x'.repeat(129)}`)).toThrow(
    expect.objectContaining({ code: 'VALIDATION_ERROR', message: expect.stringContaining('assay_device') }),
  );
});
