import * as organizations from '@assay/contract/areas/organizations/operations';
import { commandsOf } from '../../declare/operation-command.ts';

const ofOrganization = commandsOf(organizations);

export const organizationCommands = [
  ofOrganization('listOrganizations', {
    words: 'organization list',
    columns: { NAME: 'name', ROLE: 'myRole', CHANGED: 'updatedAt', ID: 'id' },
    examples: ['assay organization list'],
  }),
  ofOrganization('getOrganization', { words: 'organization show', examples: ['assay organization show'] }),
  ofOrganization('createOrganization', {
    words: 'organization create',
    argument: 'name',
    done: 'organization {name} is created: {id}',
    examples: ['assay organization create "Support tools"'],
  }),
  ofOrganization('updateOrganization', {
    words: 'organization update',
    done: 'organization {name} is changed.',
    examples: ['assay organization update --name "Support tools"'],
  }),
  ofOrganization('getOrganizationSettings', {
    words: 'organization settings',
    examples: ['assay organization settings'],
  }),
  ofOrganization('updateOrganizationSettings', {
    words: 'organization set',
    examples: [`assay organization set -d '{"retention": {"days": 90}}'`],
  }),
];
