import { one } from '../declare/arguments.ts';
import { command, takes } from '../declare/command.ts';

export const pluginPushInput = takes({
  arguments: { path: one('A folder, or a zip of one. A folder is packed without links, .git and node_modules.') },
  needs: 'project',
});

export const pluginCommands = [
  command({
    words: 'plugins push',
    summary: 'Bring a plugin into a project, or a new version of it.',
    description: 'It is checked on this machine, and sent only without faults.',
    input: pluginPushInput,
    examples: ['assay plugins push ./my-plugin'],
    exits: { 1: 'it has faults; each is printed with its line' },
    load: async () => (await import('../actions/bundles/push.ts')).pushPlugin,
  }),
];
