import { NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import { closed, open } from '../../schema.ts';
import {
  ListServerChanges,
  ListServerDays,
  ListServerDiagnoses,
  ServerChangePage,
  ServerDays,
  ServerDiagnosisPage,
} from './diagnoses.ts';
import { ServerUseCounts, ServerUses } from './uses.ts';
import { CreateServer, Server, ServerDeleted, UpdateServer } from './documents.ts';
import { ListServers, ServerPage } from './listed-servers.ts';

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
  summary: 'List the saved servers of a project, with the state of each.',
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

export const listServerDiagnoses = operation({
  method: 'GET',
  path: '/projects/{projectId}/servers/{serverId}/diagnoses',
  tag: 'Server diagnostics',
  summary: 'List the diagnoses of a server, newest first.',
  description: 'What is kept of each report of the doctor; the last 200 of a server.',
  access: 'viewer',
  service: 'catalog',
  input: ListServerDiagnoses,
  status: 200,
  reply: ServerDiagnosisPage,
});

export const listServerChanges = operation({
  method: 'GET',
  path: '/projects/{projectId}/server-changes',
  tag: 'Server diagnostics',
  summary: "List the changes of a project's servers, newest first.",
  description: 'A change of state or of first cause between two diagnoses, and a change of what a server offers.',
  access: 'viewer',
  service: 'catalog',
  input: ListServerChanges,
  status: 200,
  reply: ServerChangePage,
});

export const listServerDays = operation({
  method: 'GET',
  path: '/projects/{projectId}/server-days',
  tag: 'Server diagnostics',
  summary: 'Read the worst diagnosis of each server and day.',
  access: 'viewer',
  service: 'catalog',
  input: ListServerDays,
  status: 200,
  reply: ServerDays,
});

export const getServerUses = operation({
  method: 'GET',
  path: '/projects/{projectId}/servers/{serverId}/uses',
  tag: 'Servers',
  summary: 'List what uses a server.',
  description:
    'Suites, environments, clients, server groups, journeys and studies: they no longer run when it is deleted.',
  access: 'viewer',
  service: 'suites',
  input: NoQuery,
  status: 200,
  reply: ServerUses,
});

export const countServerUses = operation({
  method: 'GET',
  path: '/projects/{projectId}/server-uses',
  tag: 'Servers',
  summary: 'Count what uses each server of a project.',
  access: 'viewer',
  service: 'suites',
  input: NoQuery,
  status: 200,
  reply: ServerUseCounts,
});
