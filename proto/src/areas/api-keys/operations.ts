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
const anybodys = {
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
    'It acts as its owner, with their role, in one organization and never beyond it. The answer shows the key, and nothing does so again. ' +
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
  description: 'In every organization, revoked ones among them. No list shows a key itself.',
  input: ListApiKeys,
  status: 200,
  reply: ApiKeyPage,
});

export const listOrganizationApiKeys = operation({
  ...anybodys,
  method: 'GET',
  path: '/organizations/{organizationId}/api-keys',
  summary: 'List the API keys of everybody in an organization, newest first.',
  description: 'Revoked ones among them, and those of people who left.',
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
  ...anybodys,
  method: 'DELETE',
  path: '/organizations/{organizationId}/api-keys/{keyId}',
  summary: "Revoke anybody's API key in an organization.",
  description: 'It is refused within a second, and for good. Revoking it again answers the same.',
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: ApiKeyRevoked,
});
