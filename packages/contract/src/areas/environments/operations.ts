import { NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import { open } from '../../schema.ts';
import {
  AdhocEnvironment,
  AdhocEnvironmentEnsured,
  CreateEnvironment,
  EnvironmentCapabilities,
  EnvironmentRevisionPage,
  EnvironmentRevisionRequest,
  ListEnvironmentRevisions,
  ListEnvironments,
  NameEnvironment,
  ProjectEnvironment,
  ProjectEnvironmentPage,
  ResolvedEnvironment,
  RestoredEnvironment,
  UpdateEnvironment,
} from './documents.ts';
import { unlaunchable } from './unlaunchable.ts';

const read = { tag: 'Environments', access: 'viewer', service: 'environments' } as const;
const write = { ...read, access: 'admin' } as const;
const ENVIRONMENTS = '/projects/{projectId}/environments';
const ENVIRONMENT = '/projects/{projectId}/environments/{environmentId}';
const STALE = 'A CONFLICT has the present revision in `details.currentRevision`.';

export const getEnvironmentCapabilities = operation({
  ...read,
  method: 'GET',
  path: `${ENVIRONMENTS}/capabilities`,
  summary: 'Read what environments can do in this installation.',
  input: open({}),
  status: 200,
  reply: EnvironmentCapabilities,
});

export const listEnvironments = operation({
  ...read,
  method: 'GET',
  path: ENVIRONMENTS,
  summary: 'List the environments of a project, newest first.',
  description: 'Archived ones are listed with `includeArchived`, ad-hoc ones never.',
  tool: true,
  input: ListEnvironments,
  status: 200,
  reply: ProjectEnvironmentPage,
});

export const createEnvironment = operation({
  ...write,
  method: 'POST',
  path: ENVIRONMENTS,
  headers: ['idempotencyKey'],
  summary: 'Create an environment: a client with the servers that suites run against.',
  description:
    'Without `serverAttachmentId` its servers are the servers of the client. Nothing is connected; `resolve` tells whether it can be launched.',
  input: CreateEnvironment,
  status: 201,
  reply: ProjectEnvironment,
});

export const ensureAdhocEnvironment = operation({
  ...write,
  method: 'POST',
  path: `${ENVIRONMENTS}/ensure-adhoc`,
  summary: 'Find or create the ad-hoc environment with the given settings.',
  description:
    'Equal settings always find the same environment. It has no name, is not listed and never changes; `name` turns it into an ordinary one.',
  input: AdhocEnvironment,
  status: 200,
  reply: AdhocEnvironmentEnsured,
});

export const getEnvironment = operation({
  ...read,
  method: 'GET',
  path: ENVIRONMENT,
  summary: 'Read an environment.',
  input: NoQuery,
  status: 200,
  reply: ProjectEnvironment,
});

export const updateEnvironment = operation({
  ...write,
  method: 'PATCH',
  path: ENVIRONMENT,
  summary: 'Change an environment, unless it was changed since `expectedRevision`.',
  description: `${STALE} It names something to change. An edit without an effect keeps the revision. An archived environment can be edited, an ad-hoc one cannot.`,
  input: UpdateEnvironment,
  status: 200,
  reply: ProjectEnvironment,
});

export const archiveEnvironment = operation({
  ...write,
  method: 'POST',
  path: `${ENVIRONMENT}/archive`,
  summary: 'Archive an environment.',
  description: `It stays attached to its suites, whose launches against it answer CONFLICT with \`details.code\` ENV_ARCHIVED until it is restored. Its name becomes free, and it no longer keeps its client and its server group from being deleted. ${STALE}`,
  input: EnvironmentRevisionRequest,
  status: 200,
  reply: ProjectEnvironment,
});

export const restoreEnvironment = operation({
  ...write,
  method: 'POST',
  path: `${ENVIRONMENT}/restore`,
  summary: 'Restore an archived environment.',
  description: `Refused when its name is taken now, or its client or server group was deleted: edit it first. Pinned plugin versions that were deleted are taken out, and named in \`droppedPluginVersionIds\`. ${STALE}`,
  input: EnvironmentRevisionRequest,
  status: 200,
  reply: RestoredEnvironment,
});

export const nameEnvironment = operation({
  ...write,
  method: 'POST',
  path: `${ENVIRONMENT}/name`,
  summary: 'Give an ad-hoc environment a name, which makes it an ordinary one.',
  description: STALE,
  input: NameEnvironment,
  status: 200,
  reply: ProjectEnvironment,
});

export const resolveEnvironment = operation({
  ...read,
  method: 'GET',
  path: `${ENVIRONMENT}/resolve`,
  summary: 'Read what a launch against an environment would use.',
  description: [
    'The client and its settings, the model, the servers, the plugins and the skills, all as of one moment. Nothing is connected.',
    'An environment that cannot be launched answers CONFLICT with the cause in `details.code`:',
    Object.entries(unlaunchable)
      .map(([code, message]) => `- \`${code}\`: ${message}`)
      .join('\n'),
  ].join('\n\n'),
  input: NoQuery,
  status: 200,
  reply: ResolvedEnvironment,
  also: [409],
});

export const listEnvironmentRevisions = operation({
  ...read,
  method: 'GET',
  path: `${ENVIRONMENT}/revisions`,
  summary: 'List the revisions of an environment, newest first.',
  input: ListEnvironmentRevisions,
  status: 200,
  reply: EnvironmentRevisionPage,
});
