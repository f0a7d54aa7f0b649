import { NoInput, NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import {
  CreateOrganization,
  ListOrganizations,
  Organization,
  OrganizationDeleted,
  OrganizationPage,
  UpdateOrganization,
} from './documents.ts';
import { OrganizationSettings, UpdateOrganizationSettings } from './settings.ts';

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
  input: CreateOrganization,
  status: 201,
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
    'From then on the organization cannot be reached: its API keys answer ORPHANED_KEY, its runners stop, and its data is removed for good. There is no way back. The only organization of an installation stays (409).',
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: OrganizationDeleted,
});

export const getOrganization = operation({
  ...common,
  method: 'GET',
  path: organization,
  access: 'viewer',
  summary: 'Read the organization that the caller acts in.',
  input: NoQuery,
  status: 200,
  reply: Organization,
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
  input: ListOrganizations,
  status: 200,
  reply: OrganizationPage,
});

export const updateOrganization = operation({
  ...common,
  method: 'PATCH',
  path: organization,
  access: 'owner',
  personal: true,
  summary: 'Rename an organization.',
  input: UpdateOrganization,
  status: 200,
  reply: Organization,
});

export const getOrganizationSettings = operation({
  ...common,
  method: 'GET',
  path: `${organization}/settings`,
  access: 'viewer',
  summary: 'Read the settings of an organization: its features, limits, retention, and rules for servers.',
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
  summary: 'Change the settings of an organization.',
  description:
    "An absent field stays as it is, and null restores the installation's own value. Two requests at the same time that change different fields both hold. " +
    "A limit above the operator's maximum is refused (400); a limit whose maximum was lowered since counts as that maximum.",
  input: UpdateOrganizationSettings,
  status: 200,
  reply: OrganizationSettings,
});
