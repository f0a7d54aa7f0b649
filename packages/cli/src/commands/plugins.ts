import { one } from '../declare/arguments.ts';
import * as plugins from '@assay/contract/areas/plugins/operations';
import { command, takes } from '../declare/command.ts';
import { commandsOf } from '../declare/operation-command.ts';

export const pluginPushInput = takes({
  arguments: { path: one('A folder, or a zip of one. A folder is packed without links, .git and node_modules.') },
  needs: 'project',
});

const ofPlugin = commandsOf(plugins);

export const pluginCommands = [
  ofPlugin('listProjectPlugins', {
    words: 'plugins list',
    columns: { NAME: 'name', ON: 'enabled', DESCRIPTION: 'description', CHANGED: 'updatedAt', ID: 'id' },
    examples: ['assay plugins list'],
  }),
  ofPlugin('listPluginVersions', {
    words: 'plugins versions',
    columns: { VERSION: 'declaredVersion', STATUS: 'status', CREATED: 'createdAt', ID: 'id' },
    examples: ['assay plugins versions tools'],
  }),
  ofPlugin('getPluginVersion', {
    words: 'plugins version',
    examples: ['assay plugins version plugver_01kb2v7k9q2n5w8x4m6t0r1abc'],
  }),
  ofPlugin('deleteProjectPlugin', {
    words: 'plugins rm',
    done: 'plugin {plugin} is deleted.',
    examples: ['assay plugins rm tools --yes'],
  }),
  ofPlugin('deletePluginVersion', {
    words: 'plugins rm-version',
    done: 'version {pluginVersion} is deleted.',
    examples: ['assay plugins rm-version tools plugver_01kb2v7k9q2n5w8x4m6t0r1abc --yes'],
  }),
  command({
    words: 'plugins push',
    summary: 'Bring a plugin into a project, or a new version of it.',
    description: 'It is checked on this machine, and sent only without faults.',
    input: pluginPushInput,
    operations: ['pushProjectPlugin'],
    examples: ['assay plugins push ./my-plugin'],
    exits: { 1: 'it has faults; each is printed with its line' },
    load: async () => (await import('../actions/bundles/push.ts')).pushPlugin,
  }),
];
