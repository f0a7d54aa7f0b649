import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, Id } from '../../schema.ts';
import { HEADER_TEXT } from '../../header-text.ts';
import { Prose } from '../../text.ts';

/** Stands in place of a header or a variable of a server: the value of a secret, behind an optional prefix. */
export type SecretReference = Static<typeof SecretReference>;
export const SecretReference = closed(
  {
    secretId: { ...Id, description: 'A secret of the same project.' },
    prefix: Type.Optional(
      Prose(256, { pattern: HEADER_TEXT, description: 'Stands before the value, such as `Bearer ` with its blank.' }),
    ),
  },
  { $id: 'SecretReference' },
);
