import { Type } from './type.ts';

export const IdempotencyKey = Type.String({
  pattern: '^[^\\u0000]*$',
  description: 'Same as the Idempotency-Key header, which wins.',
});
