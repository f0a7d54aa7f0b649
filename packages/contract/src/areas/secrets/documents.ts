import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, Id, nullable, open, page, pageQuery } from '../../schema.ts';
import { Name, Prose } from '../../text.ts';

const name = (description?: string) => Name({ maxLength: 100, ...(description && { description }) });
const description = Prose(2_000);
const value = Type.String({
  minLength: 1,
  maxLength: 32_768,
  pattern: '^[^\\u0000\\p{Cs}]*$',
  'x-prints': '^[^\\u0000]*$',
  'x-says': 'must hold complete characters and no NUL',
  format: 'password',
  description: 'Kept encrypted, and never returned.',
});

export type CreateSecret = Static<typeof CreateSecret>;
export const CreateSecret = closed(
  {
    name: name('Unique in the project, without regard to case and characters that cannot be seen.'),
    value,
    description: Type.Optional(description),
  },
  { $id: 'SecretCreateRequest' },
);

export type UpdateSecret = Static<typeof UpdateSecret>;
export const UpdateSecret = closed(
  {
    name: Type.Optional(name()),
    value: Type.Optional({ ...value, description: 'Replaces the value in every server that uses the secret.' }),
    description: Type.Optional(nullable(description)),
    expectedRevision: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          'The `revision` that was read; a CONFLICT when the secret was changed since. Without it the last write wins.',
      }),
    ),
  },
  { $id: 'SecretUpdateRequest', minProperties: 1 },
);

const fields = {
  id: Id,
  projectId: Id,
  name: Type.String(),
  description: Type.Optional(Type.String()),
  revision: Type.Integer({ minimum: 1, description: 'Rises with every change.' }),
  createdAt: EpochMs(),
  updatedAt: EpochMs(),
  rotatedAt: EpochMs('When the present value was written, in milliseconds since the epoch.'),
};

/** A secret without its value. */
export type Secret = Static<typeof Secret>;
export const Secret = open(fields, { $id: 'ProjectSecret' });
export const SecretPage = page(Secret, 'ProjectSecretPage');
export const ListSecrets = pageQuery('ListProjectSecrets', 50, 200);

/** A server that uses a secret, and where. */
export type SecretUse = Static<typeof SecretUse>;
export const SecretUse = open({
  id: Id,
  name: Type.String(),
  headerNames: Type.Array(Type.String(), { description: 'Headers that hold the value.' }),
  envNames: Type.Array(Type.String(), { description: 'Variables that hold the value.' }),
});

export type SecretDetail = Static<typeof SecretDetail>;
export const SecretDetail = open(
  { ...fields, usedBy: open({ servers: Type.Array(SecretUse, { description: 'By name.' }) }) },
  { $id: 'ProjectSecretDetail' },
);
export const SecretDeleted = open({ id: Id, deleted: Type.Literal(true) }, { $id: 'ProjectSecretDeleted' });
