import { NoInput } from '../../none.ts';
import { operation } from '../../operation.ts';
import {
  ApiKeyCreated,
  ApiKeyPage,
  ApiKeyRevoked,
  CreateApiKey,
  ListApiKeys,
  OrganizationApiKeyPage,
} from './documents.ts';

const own = { tag: 'API keys', access: 'person', service: 'catalog' } as const;
const membersKeys = {
  tag: 'API keys',
  access: 'admin',
  personal: true,
  service: 'catalog',
} as const;

export const createApiKey = operation({
  ...own,
  method: 'POST',
  path: '/api-keys',
  summary: 'Make an API key.',
  description:
    'It acts as its owner, with their role, in one organization and never beyond it. The key is shown in this answer and never again. ' +
    'An organization that the person does not belong to is a 404. One person has at most 100 keys that are not revoked in an organization (409).',
  input: CreateApiKey,
  status: 201,
  reply: ApiKeyCreated,
});

export const listApiKeys = operation({
  ...own,
  method: 'GET',
  path: '/api-keys',
  summary: 'List the API keys of the person who is signed in, newest first.',
  description: 'In every organization, revoked ones included. No list shows a key itself.',
  input: ListApiKeys,
  status: 200,
  reply: ApiKeyPage,
});

export const listOrganizationApiKeys = operation({
  ...membersKeys,
  method: 'GET',
  path: '/organizations/{organizationId}/api-keys',
  summary: 'List the API keys of all members of an organization, newest first.',
  description: 'Includes revoked keys, and keys of people who left.',
  input: ListApiKeys,
  status: 200,
  reply: OrganizationApiKeyPage,
});

export const revokeApiKey = operation({
  ...own,
  method: 'DELETE',
  path: '/api-keys/{keyId}',
  summary: "Revoke an API key of one's own.",
  description: 'It is refused within a second, and for good. Revoking it again answers the same.',
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: ApiKeyRevoked,
});

export const revokeOrganizationApiKey = operation({
  ...membersKeys,
  method: 'DELETE',
  path: '/organizations/{organizationId}/api-keys/{keyId}',
  summary: 'Revoke an API key of any member of an organization.',
  description: 'It is refused within a second, and for good. Revoking it again answers the same.',
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: ApiKeyRevoked,
});
