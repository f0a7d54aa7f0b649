import { command, takes } from '../declare/command.ts';
import { flag, number, text } from '../declare/options.ts';

export const devInput = takes({
  options: {
    data: text('<folder>', 'The folder for its data (.assay).'),
    port: number('<n>', 'The port (4000, or another one where that is taken).', { max: 65_535 }),
    noOpen: flag('Open no browser.'),
  },
});

export const devCommands = [
  command({
    words: 'dev',
    summary: 'Run a local Assay for this folder until Ctrl-C, with its console.',
    description:
      'Keeps its data in the folder, signs this machine in to it, and links the folder with assay.json where it has no link yet. The settings of npm start apply, and servers may be commands of this machine.',
    input: devInput,
    examples: ['assay dev', 'assay dev --data /tmp/assay-temporary-x1y2z3 --no-open'],
    exits: { 0: 'ended by Ctrl-C', 4: 'it could not start, or ended by itself' },
    see: ['test', 'run'],
    load: async () => (await import('../actions/dev/run-locally.ts')).runLocally,
  }),
];
