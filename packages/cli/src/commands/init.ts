import { command, takes } from '../declare/command.ts';
import { choice } from '../declare/options.ts';

export const initInput = takes({
  options: { ci: choice(['github', 'gitlab', 'none'], 'The CI system; it is found by the files of the repository.') },
});

export const initCommands = [
  command({
    words: 'init',
    summary: 'Write a suite file and a CI file, and say what comes next.',
    description:
      'Files that exist stay as they are. In a folder that is linked to a platform the CI job runs the suite there, elsewhere in the job itself.',
    input: initInput,
    examples: ['assay init', 'assay init --ci github'],
    see: ['test', 'run', 'use'],
    load: async () => (await import('../actions/init/init-folder.ts')).initFolder,
  }),
];
