import { Me } from '../areas/account/documents.ts';
import { ModelPage } from '../areas/model-providers/model.ts';
import { ListOrganizations, OrganizationPage } from '../areas/organizations/documents.ts';
import {
  CreateProject,
  ListProjects,
  Project,
  ProjectDeleted,
  ProjectPage,
  UpdateProject,
} from '../areas/projects/documents.ts';
import {
  CreateServer,
  ListServers,
  Server,
  ServerDeleted,
  ServerPage,
  UpdateServer,
} from '../areas/servers/documents.ts';
import { CatalogService } from '../gen/assay/v1/catalog.ts';
import { operation } from '../operation.ts';
import { closed, open } from '../schema.ts';

export const getMe = operation({
  method: 'GET',
  path: '/me',
  tag: 'Account',
  summary: 'Read who the caller is.',
  access: 'key',
  service: 'catalog',
  rpc: CatalogService.getMe,
  input: open({}),
  status: 200,
  reply: Me,
});

export const listOrganizations = operation({
  method: 'GET',
  path: '/organizations',
  tag: 'Account',
  summary: 'List the organizations within reach of the caller, newest first.',
  description:
    'A key belongs to one organization, so its list has one entry; a person who signed in sees all that they belong to.',
  access: 'key',
  service: 'catalog',
  rpc: CatalogService.listOrganizations,
  input: ListOrganizations,
  status: 200,
  reply: OrganizationPage,
});

export const listModels = operation({
  method: 'GET',
  path: '/models',
  tag: 'Models',
  summary: 'List the models that this installation hosts.',
  access: 'public',
  service: 'catalog',
  rpc: CatalogService.listModels,
  input: open({}),
  status: 200,
  reply: ModelPage,
});

export const listProjects = operation({
  method: 'GET',
  path: '/projects',
  tag: 'Projects',
  summary: 'List the projects that the caller may see, newest first.',
  access: 'key',
  service: 'catalog',
  rpc: CatalogService.listProjects,
  input: ListProjects,
  status: 200,
  reply: ProjectPage,
});

export const createProject = operation({
  method: 'POST',
  path: '/projects',
  tag: 'Projects',
  summary: 'Create a project.',
  description: 'Whoever creates a project owns it. Names need not be unique.',
  access: 'member',
  service: 'catalog',
  rpc: CatalogService.createProject,
  input: CreateProject,
  status: 201,
  reply: Project,
});

export const getProject = operation({
  method: 'GET',
  path: '/projects/{projectId}',
  tag: 'Projects',
  summary: 'Read a project.',
  access: 'viewer',
  service: 'catalog',
  rpc: CatalogService.getProject,
  input: open({}),
  status: 200,
  reply: Project,
});

export const updateProject = operation({
  method: 'PATCH',
  path: '/projects/{projectId}',
  tag: 'Projects',
  summary: 'Edit a project.',
  description: 'An absent field keeps its value; null clears a description or an icon.',
  access: 'admin',
  service: 'catalog',
  rpc: CatalogService.updateProject,
  input: UpdateProject,
  status: 200,
  reply: Project,
});

export const deleteProject = operation({
  method: 'DELETE',
  path: '/projects/{projectId}',
  tag: 'Projects',
  summary: 'Delete a project and everything in it.',
  access: 'admin',
  service: 'catalog',
  rpc: CatalogService.deleteProject,
  input: closed({}),
  bodyOptional: true,
  status: 200,
  reply: ProjectDeleted,
});

export const listProjectServers = operation({
  method: 'GET',
  path: '/projects/{projectId}/servers',
  tag: 'Servers',
  summary: 'List the saved servers of a project, newest first.',
  access: 'viewer',
  service: 'catalog',
  rpc: CatalogService.listServers,
  input: ListServers,
  status: 200,
  reply: ServerPage,
});

export const createProjectServer = operation({
  method: 'POST',
  path: '/projects/{projectId}/servers',
  tag: 'Servers',
  summary: 'Save a server.',
  description:
    'Nothing is connected yet. A field of the other transport is refused, and so is a second server of the same name (409). Also refused: cross-app access ' +
    '(`useXaa`, `authServerMode` and the fields `xaa…`) unless a field of it is empty or `false`, and any `authMethod`, `oauthRegistrationStrategy` or `registrationMode` that is not listed.',
  access: 'member',
  service: 'catalog',
  rpc: CatalogService.createServer,
  input: CreateServer,
  status: 201,
  reply: Server,
});

export const getProjectServer = operation({
  method: 'GET',
  path: '/projects/{projectId}/servers/{serverId}',
  tag: 'Servers',
  summary: 'Read a saved server.',
  access: 'viewer',
  service: 'catalog',
  rpc: CatalogService.getServer,
  input: open({}),
  status: 200,
  reply: Server,
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
  rpc: CatalogService.updateServer,
  input: UpdateServer,
  status: 200,
  reply: Server,
});

export const deleteProjectServer = operation({
  method: 'DELETE',
  path: '/projects/{projectId}/servers/{serverId}',
  tag: 'Servers',
  summary: 'Delete a saved server.',
  access: 'member',
  service: 'catalog',
  rpc: CatalogService.deleteServer,
  input: closed({}),
  bodyOptional: true,
  status: 200,
  reply: ServerDeleted,
});
