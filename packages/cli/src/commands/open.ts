import { maybe } from '../declare/arguments.ts';
import { command, takes } from '../declare/command.ts';

export const openInput = takes({
  arguments: { what: maybe('The id of a run; the page of the project when absent.') },
  needs: 'project',
});

export const openCommands = [
  command({
    words: 'open',
    summary: 'Open the page of the project, or of a run, in the browser.',
    description: 'Without a browser on this machine the address is printed alone.',
    input: openInput,
    examples: ['assay open', 'assay open run_01kb9mg1e9fwsrqgf0q3vn7t5e'],
    see: ['whoami'],
    load: async () => (await import('../actions/platform/open.ts')).openPage,
  }),
];
