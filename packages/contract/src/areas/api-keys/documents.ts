import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, Id, open, page, pageQuery } from '../../schema.ts';
import { Name } from '../../text.ts';

export type CreateApiKey = Static<typeof CreateApiKey>;
export const CreateApiKey = closed(
  {
    name: Name({ description: 'For people: what the key is used for.' }),
    organizationId: Type.Optional({
      ...Id,
      description: 'The organization that the key acts in; the one that the session acts in when absent.',
    }),
  },
  { $id: 'ApiKeyCreateRequest' },
);

const fields = {
  id: Id,
  name: Type.String(),
  prefix: Type.String({ description: 'The beginning of the key, to recognise it by.' }),
  organizationId: Type.Optional({
    ...Id,
    description: 'Absent once the organization is gone; the key answers ORPHANED_KEY then.',
  }),
  createdAt: EpochMs(),
  lastUsedAt: Type.Optional(EpochMs('Exact to a minute; absent before the first use.')),
  revokedAt: Type.Optional(EpochMs()),
};

export type ApiKey = Static<typeof ApiKey>;
export const ApiKey = open(fields, { $id: 'ApiKey' });
export const ApiKeyPage = page(ApiKey, 'ApiKeyPage');

export type OrganizationApiKey = Static<typeof OrganizationApiKey>;
export const OrganizationApiKey = open(
  {
    ...fields,
    user: open({ id: Id, name: Type.String(), email: Type.String() }, { description: 'As whom the key acts.' }),
    revokedBy: Type.Optional({ ...Id, description: 'The user who revoked it.' }),
  },
  { $id: 'OrganizationApiKey' },
);
export const OrganizationApiKeyPage = page(OrganizationApiKey, 'OrganizationApiKeyPage');

export const ApiKeyCreated = open(
  {
    ...fields,
    key: Type.String({
      description:
        'The key itself: `sk_`, 40 digits of base62, and 6 more that are the CRC-32 of what is before them. It is shown here and never again.',
    }),
  },
  { $id: 'ApiKeyCreated' },
);

export const ApiKeyRevoked = open({ id: Id, revoked: Type.Literal(true) }, { $id: 'ApiKeyRevoked' });
export const ListApiKeys = pageQuery('ListApiKeys', 50, 200);
