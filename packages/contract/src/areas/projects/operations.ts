import { NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import { closed, open } from '../../schema.ts';
import { ProjectCapabilities } from './capabilities.ts';
import { CreateProject, ListProjects, Project, ProjectDeleted, ProjectPage, UpdateProject } from './documents.ts';

export const createProject = operation({
  method: 'POST',
  path: '/projects',
  headers: ['idempotencyKey'],
  tag: 'Projects',
  summary: 'Create a project.',
  description: 'The caller becomes the owner of the new project. Names need not be unique.',
  access: 'member',
  service: 'catalog',
  input: CreateProject,
  status: 201,
  reply: Project,
});

export const deleteProject = operation({
  method: 'DELETE',
  path: '/projects/{projectId}',
  tag: 'Projects',
  summary: 'Delete a project and everything in it.',
  access: 'admin',
  service: 'catalog',
  input: closed({}),
  bodyOptional: true,
  status: 200,
  reply: ProjectDeleted,
});

export const getProject = operation({
  method: 'GET',
  path: '/projects/{projectId}',
  tag: 'Projects',
  summary: 'Read a project.',
  access: 'viewer',
  service: 'catalog',
  tool: true,
  input: open({}),
  status: 200,
  reply: Project,
});

export const listProjects = operation({
  method: 'GET',
  path: '/projects',
  tag: 'Projects',
  summary: 'List the projects that the caller may see, newest first.',
  access: 'key',
  service: 'catalog',
  tool: true,
  input: ListProjects,
  status: 200,
  reply: ProjectPage,
});

export const updateProject = operation({
  method: 'PATCH',
  path: '/projects/{projectId}',
  tag: 'Projects',
  summary: 'Edit a project.',
  description: 'An absent field keeps its value; null clears a description or an icon.',
  access: 'admin',
  service: 'catalog',
  input: UpdateProject,
  status: 200,
  reply: Project,
});

export const getProjectCapabilities = operation({
  method: 'GET',
  path: '/projects/{projectId}/capabilities',
  tag: 'Projects',
  access: 'viewer',
  service: 'catalog',
  summary: 'Read which actions the caller may take in a project.',
  description: 'To plan with: the answer holds at its time, and every write decides for itself.',
  input: NoQuery,
  status: 200,
  reply: ProjectCapabilities,
});
