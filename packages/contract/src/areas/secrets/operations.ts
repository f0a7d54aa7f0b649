import { NoInput, NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import {
  CreateSecret,
  ListSecrets,
  Secret,
  SecretDeleted,
  SecretDetail,
  SecretPage,
  UpdateSecret,
} from './documents.ts';

const secrets = { tag: 'Secrets', service: 'catalog' } as const;
const secretPath = '/projects/{projectId}/secrets/{secretId}';

export const createSecret = operation({
  ...secrets,
  method: 'POST',
  path: '/projects/{projectId}/secrets',
  headers: ['idempotencyKey'],
  access: 'admin',
  summary: 'Save a secret.',
  description:
    'Headers and variables of servers name it by its id: `{"secretId": …}`. A second secret of the same name is refused (409), and so is one beyond 500 in a project.',
  input: CreateSecret,
  status: 201,
  reply: Secret,
});

export const deleteSecret = operation({
  ...secrets,
  method: 'DELETE',
  path: secretPath,
  access: 'admin',
  summary: 'Delete a secret that no server uses.',
  description: 'A secret in use is refused (409, SECRET_IN_USE); `details.servers` names the servers.',
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: SecretDeleted,
});

export const getSecret = operation({
  ...secrets,
  method: 'GET',
  path: secretPath,
  access: 'viewer',
  summary: 'Read what is known about a secret, and which servers use it.',
  description: 'The value is never returned.',
  input: NoQuery,
  status: 200,
  reply: SecretDetail,
});

export const listSecrets = operation({
  ...secrets,
  method: 'GET',
  path: '/projects/{projectId}/secrets',
  access: 'viewer',
  summary: 'List the secrets of a project, newest first, without their values.',
  input: ListSecrets,
  status: 200,
  reply: SecretPage,
});

export const updateSecret = operation({
  ...secrets,
  method: 'PATCH',
  path: secretPath,
  access: 'admin',
  summary: 'Rotate, rename or describe a secret.',
  description:
    'An absent field keeps its value; null clears the description. Servers that use the secret send the new value from their next connection on; sessions with the old one are not asked again.',
  input: UpdateSecret,
  status: 200,
  reply: Secret,
});
