import { NoInput, NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import {
  ClientCatalog,
  ClientDeleted,
  ClientDetail,
  ClientPage,
  ClientVersionComparison,
  ClientVersionPage,
  CompareClientVersions,
  CreateClient,
  DuplicateClient,
  HarnessToolPage,
  ListClients,
  ListClientVersions,
  SetClientServers,
  UpdateClient,
} from './documents.ts';

const common = { tag: 'Clients', access: 'member', service: 'environments' } as const;
const CLIENTS = '/projects/{projectId}/clients';
const CLIENT = '/projects/{projectId}/clients/{clientId}';
const REFERENCE =
  '`clientId` is the id or the name of a client. Case and invisible characters of a name do not count; a name that several clients have is a CONFLICT with their ids in `details.candidates`.';

export const listClients = operation({
  ...common,
  method: 'GET',
  path: CLIENTS,
  access: 'viewer',
  summary: 'List the clients of a project, newest first.',
  description: 'Every project has a default client (`isDefault`), which the first request that needs it makes.',
  input: ListClients,
  status: 200,
  reply: ClientPage,
});

export const createClient = operation({
  ...common,
  method: 'POST',
  path: CLIENTS,
  headers: ['idempotencyKey'],
  summary: 'Create a client from a template or from settings.',
  description:
    'Either `template` or `config`. Servers of `config` must be saved servers of the project, and skills its skills. Headers that look like credentials are refused: they belong to the servers, which keep them sealed.',
  input: CreateClient,
  status: 201,
  reply: ClientDetail,
});

export const getClient = operation({
  ...common,
  method: 'GET',
  path: CLIENT,
  access: 'viewer',
  summary: 'Read a client with its settings.',
  description: REFERENCE,
  input: NoQuery,
  status: 200,
  reply: ClientDetail,
  also: [409],
});

export const updateClient = operation({
  ...common,
  method: 'PATCH',
  path: CLIENT,
  summary: 'Rename a client or change its settings, unless they changed since you read them.',
  description: [
    REFERENCE,
    '`name` needs `expectedName`; `config` (all settings) or `set` (some settings) needs `expectedConfigId`. A request may have both, and is written as a whole or not at all.',
    'A change without an effect writes nothing: `versionId` and `updatedAt` stay as they are. Every other change of the settings makes a version; a rename makes none.',
  ].join('\n\n'),
  input: UpdateClient,
  status: 200,
  reply: ClientDetail,
});

export const deleteClient = operation({
  ...common,
  method: 'DELETE',
  path: CLIENT,
  summary: 'Delete a client that nothing uses.',
  description: `${REFERENCE}\n\nA CONFLICT names what uses the client, in \`details.usedBy\`. The default client of a project cannot be deleted.`,
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: ClientDeleted,
});

export const setClientServers = operation({
  ...common,
  method: 'POST',
  path: '/projects/{projectId}/clients/{clientId}/servers',
  summary: 'Choose the servers of a client.',
  description: REFERENCE,
  input: SetClientServers,
  status: 200,
  reply: ClientDetail,
});

export const duplicateClient = operation({
  ...common,
  method: 'POST',
  path: '/projects/{projectId}/clients/{clientId}/duplicate',
  headers: ['idempotencyKey'],
  summary: 'Create a client with the settings of another one.',
  description: REFERENCE,
  input: DuplicateClient,
  bodyOptional: true,
  status: 201,
  reply: ClientDetail,
});

export const listClientVersions = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/clients/{clientId}/versions',
  access: 'viewer',
  summary: "List the versions of a client's settings, newest first.",
  description: REFERENCE,
  input: ListClientVersions,
  status: 200,
  reply: ClientVersionPage,
  also: [409],
});

export const compareClientVersions = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/clients/{clientId}/version-changes',
  access: 'viewer',
  summary: "Compare two versions of a client's settings.",
  description: REFERENCE,
  input: CompareClientVersions,
  status: 200,
  reply: ClientVersionComparison,
  also: [409],
});

export const getClientCatalog = operation({
  ...common,
  method: 'GET',
  path: '/client-catalog',
  access: 'public',
  summary: 'Read the templates of clients.',
  description: 'Each template with the settings of a client that is created from it, and how they are known.',
  input: NoQuery,
  status: 200,
  reply: ClientCatalog,
});

export const listHarnessBuiltinTools = operation({
  ...common,
  method: 'GET',
  path: '/harness/{harnessId}/builtin-tools',
  tag: 'Harness',
  access: 'key',
  summary: 'List the tools that a harness brings along.',
  description:
    'Known for the harnesses that a client may name: `claude-code`, `codex` and `cursor`. The list says what `builtInToolIds` of a client may name; whether this installation can run the harness is checked at launch.',
  input: NoQuery,
  status: 200,
  reply: HarnessToolPage,
});
