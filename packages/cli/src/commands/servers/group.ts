import * as groups from '@assay/contract/areas/server-groups/operations';
import { commandsOf } from '../../declare/operation-command.ts';

const ofGroup = commandsOf(groups);

export const groupCommands = [
  ofGroup('listServerGroups', {
    words: 'group list',
    columns: { NAME: 'name', SERVERS: ({ serverIds }) => String(serverIds.length), CHANGED: 'updatedAt', ID: 'id' },
    examples: ['assay group list'],
  }),
  ofGroup('getServerGroup', { words: 'group show', examples: ['assay group show helpdesk'] }),
  ofGroup('createServerGroup', {
    words: 'group create',
    argument: 'name',
    done: 'server group {name} is created: {id}',
    examples: ['assay group create helpdesk --server helpdesk --server carrier-tracking'],
    see: ['environment create'],
  }),
  ofGroup('updateServerGroup', {
    words: 'group update',
    reads: { operation: 'getServerGroup', fields: { expectedRevision: 'revision' } },
    done: 'server group {name} is changed.',
    examples: ['assay group update helpdesk --server helpdesk'],
  }),
  ofGroup('snapshotServerGroup', {
    words: 'group snapshot',
    done: 'the servers of {group} are kept as {id}.',
    examples: ['assay group snapshot helpdesk'],
  }),
  ofGroup('deleteServerGroup', {
    words: 'group rm',
    done: 'server group {group} is deleted.',
    examples: ['assay group rm helpdesk --yes'],
  }),
];
