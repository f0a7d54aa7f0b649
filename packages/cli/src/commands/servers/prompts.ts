import { any, one } from '../../declare/arguments.ts';
import { command, takes } from '../../declare/command.ts';
import { text } from '../../declare/options.ts';
import { listPrimitivesInput } from './primitives-input.ts';

export const getInput = takes({
  arguments: {
    server: one('The server, by name or id.'),
    prompt: one('The name of the prompt.'),
    argument: any('name=text, name:=json or name=@file.'),
  },
  options: { data: text('<json|@file|->', 'All arguments as one JSON object.', { short: 'd' }) },
  needs: 'project',
  prints: 'document',
});

export const promptCommands = [
  command({
    words: 'prompts list',
    summary: 'List the prompts of a server.',
    input: listPrimitivesInput,
    examples: ['assay prompts list helpdesk'],
    operations: ['listPrompts'],
    see: ['prompts get'],
    load: async () => (await import('../../actions/primitives/list.ts')).listPrompts,
  }),
  command({
    words: 'prompts get',
    summary: 'Get a prompt of a server, filled in.',
    input: getInput,
    examples: ['assay prompts get helpdesk summarize ticket=T-1041'],
    operations: ['getPrompt'],
    load: async () => (await import('../../actions/primitives/read.ts')).getPrompt,
  }),
];
