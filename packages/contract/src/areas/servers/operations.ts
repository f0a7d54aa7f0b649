import { operation } from '../../operation.ts';
import { closed, open } from '../../schema.ts';
import { CreateServer, ListServers, Server, ServerDeleted, ServerPage, UpdateServer } from './documents.ts';

export const createProjectServer = operation({
  method: 'POST',
  path: '/projects/{projectId}/servers',
  headers: ['idempotencyKey'],
  tag: 'Servers',
  summary: 'Save a server.',
  description:
    'Nothing is connected yet. A field of the other transport is refused, and so is a second server of the same name (409). Also refused: cross-app access ' +
    '(`useXaa`, `authServerMode` and the fields `xaa…`) unless a field of it is empty or `false`, with that reason, and any `authMethod`, `oauthRegistrationStrategy` or `registrationMode` that is not listed.',
  access: 'member',
  service: 'catalog',
  input: CreateServer,
  status: 201,
  reply: Server,
});

export const deleteProjectServer = operation({
  method: 'DELETE',
  path: '/projects/{projectId}/servers/{serverId}',
  tag: 'Servers',
  summary: 'Delete a saved server.',
  access: 'member',
  service: 'catalog',
  input: closed({}),
  bodyOptional: true,
  status: 200,
  reply: ServerDeleted,
});

export const getProjectServer = operation({
  method: 'GET',
  path: '/projects/{projectId}/servers/{serverId}',
  tag: 'Servers',
  summary: 'Read a saved server.',
  access: 'viewer',
  service: 'catalog',
  tool: true,
  input: open({}),
  status: 200,
  reply: Server,
});

export const listProjectServers = operation({
  method: 'GET',
  path: '/projects/{projectId}/servers',
  tag: 'Servers',
  summary: 'List the saved servers of a project, newest first.',
  access: 'viewer',
  service: 'catalog',
  tool: true,
  input: ListServers,
  status: 200,
  reply: ServerPage,
});

export const updateProjectServer = operation({
  method: 'PATCH',
  path: '/projects/{projectId}/servers/{serverId}',
  tag: 'Servers',
  summary: 'Edit a saved server.',
  description:
    'An absent field keeps its value and null clears it. Changing the transport drops the settings of the former one.',
  access: 'member',
  service: 'catalog',
  input: UpdateServer,
  status: 200,
  reply: Server,
});
