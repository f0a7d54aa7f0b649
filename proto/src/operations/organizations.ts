import { ProjectCapabilities } from '../areas/projects/capabilities.ts';
import { ChatSessionPage, ListChatSessions } from '../areas/chat-sessions/documents.ts';
import { NoInput, NoQuery } from '../none.ts';
import { OrganizationSettings, UpdateOrganizationSettings } from '../areas/organizations/settings.ts';
import {
  CreateOrganization,
  Organization,
  OrganizationDeleted,
  UpdateOrganization,
} from '../areas/organizations/documents.ts';
import { OrganizationsService } from '../gen/assay/v1/organizations.ts';
import { operation } from '../operation.ts';

const common = { tag: 'Organizations', service: 'catalog' } as const;
const organization = '/organizations/{organizationId}';

export const createOrganization = operation({
  ...common,
  method: 'POST',
  path: '/organizations',
  access: 'owner',
  personal: true,
  summary: 'Found an organization.',
  description:
    'For owners of the organization that the session acts in, up to 20 that one person owns (409). Its founder owns it. ' +
    'The session goes on to act where it did; switch it to act in the new one. Names need not be unique.',
  rpc: OrganizationsService.createOrganization,
  input: CreateOrganization,
  status: 201,
  reply: Organization,
});

export const getOrganization = operation({
  ...common,
  method: 'GET',
  path: organization,
  access: 'viewer',
  summary: 'Read the organization that the caller acts in.',
  rpc: OrganizationsService.getOrganization,
  input: NoQuery,
  status: 200,
  reply: Organization,
});

export const updateOrganization = operation({
  ...common,
  method: 'PATCH',
  path: organization,
  access: 'owner',
  personal: true,
  summary: 'Rename an organization.',
  rpc: OrganizationsService.updateOrganization,
  input: UpdateOrganization,
  status: 200,
  reply: Organization,
});

export const deleteOrganization = operation({
  ...common,
  method: 'DELETE',
  path: organization,
  access: 'owner',
  personal: true,
  summary: 'Delete an organization with every project in it.',
  description:
    'Nobody reaches anything of it from then on: its API keys answer ORPHANED_KEY, its runners stop, and what it kept is removed for good. There is no way back. The only organization of an installation stays (409).',
  rpc: OrganizationsService.deleteOrganization,
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: OrganizationDeleted,
});

export const getOrganizationSettings = operation({
  ...common,
  method: 'GET',
  path: `${organization}/settings`,
  access: 'viewer',
  summary: 'Read what holds for an organization: its features, limits, and how long it keeps what.',
  rpc: OrganizationsService.getOrganizationSettings,
  input: NoQuery,
  status: 200,
  reply: OrganizationSettings,
});

export const updateOrganizationSettings = operation({
  ...common,
  method: 'PATCH',
  path: `${organization}/settings`,
  access: 'owner',
  personal: true,
  summary: 'Change what holds for an organization.',
  description:
    "An absent field stays as it is, and null brings back the installation's own value. Two requests at the same time that change different fields both hold. " +
    'A limit above what the operator allows is refused (400); one that the operator lowered since counts for as much as is allowed.',
  rpc: OrganizationsService.updateOrganizationSettings,
  input: UpdateOrganizationSettings,
  status: 200,
  reply: OrganizationSettings,
});

export const getProjectCapabilities = operation({
  method: 'GET',
  path: '/projects/{projectId}/capabilities',
  tag: 'Projects',
  access: 'viewer',
  service: 'catalog',
  summary: 'Read what the caller may do in a project.',
  description: 'To plan with: what it says holds when it is said, and every write decides for itself.',
  rpc: OrganizationsService.getProjectCapabilities,
  input: NoQuery,
  status: 200,
  reply: ProjectCapabilities,
});

export const listChatSessions = operation({
  method: 'GET',
  path: '/chat-sessions',
  tag: 'Chat sessions',
  access: 'key',
  service: 'catalog',
  summary: 'List the chat sessions that the caller may see, the one that was active last first.',
  description: 'Those of projects that the caller may see, and of these the private ones of others never.',
  rpc: OrganizationsService.listChatSessions,
  input: ListChatSessions,
  status: 200,
  reply: ChatSessionPage,
});
