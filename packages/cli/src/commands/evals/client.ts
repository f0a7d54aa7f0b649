import * as clients from '@assay/contract/areas/clients/operations';
import { commandsOf } from '../../declare/operation-command.ts';

const ofClient = commandsOf(clients);

export const clientCommands = [
  ofClient('listClients', {
    words: 'client list',
    columns: { NAME: 'name', MODEL: 'modelId', SERVERS: 'serverCount', CHANGED: 'updatedAt', ID: 'id' },
    examples: ['assay client list'],
  }),
  ofClient('getClient', { words: 'client show', examples: ['assay client show "Claude Desktop"'] }),
  ofClient('createClient', {
    words: 'client create',
    argument: 'name',
    done: 'client {name} is created: {id}',
    examples: ['assay client create Support --template claude', 'assay client create Support --body @client.json'],
    see: ['client templates'],
  }),
  ofClient('updateClient', {
    words: 'client update',
    reads: { operation: 'getClient', fields: { expectedName: 'name', expectedConfigId: 'configId' } },
    done: 'client {name} is changed.',
    examples: [`assay client update Support -d '{"set": {"temperature": 0.2}}'`],
  }),
  ofClient('setClientServers', {
    words: 'client servers',
    summary: 'Choose the servers of a client.',
    reads: { operation: 'getClient', fields: { expectedConfigId: 'configId' } },
    done: 'client {client} has the given servers.',
    examples: ['assay client servers Support --server helpdesk --server carrier-tracking'],
  }),
  ofClient('duplicateClient', {
    words: 'client duplicate',
    done: 'client {name} is created: {id}',
    examples: ['assay client duplicate Support --name "Support at night"'],
  }),
  ofClient('deleteClient', {
    words: 'client rm',
    done: 'client {client} is deleted.',
    examples: ['assay client rm Support --yes'],
  }),
  ofClient('listClientVersions', {
    words: 'client versions',
    columns: { VERSION: 'versionNumber', CHANGED: 'changed', WHEN: 'createdAt', ID: 'versionId' },
    examples: ['assay client versions Support'],
    see: ['client changes'],
  }),
  ofClient('compareClientVersions', {
    words: 'client changes',
    examples: ['assay client changes Support --from 1 --to 3'],
  }),
  ofClient('getClientCatalog', { words: 'client templates', examples: ['assay client templates --json'] }),
  ofClient('listHarnessBuiltinTools', {
    words: 'client tools',
    columns: { NAME: 'name', USE: 'toolUseKind', DESCRIPTION: 'description' },
    examples: ['assay client tools claude-code'],
  }),
];
