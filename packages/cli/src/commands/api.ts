import { maybe } from '../declare/arguments.ts';
import { command, takes } from '../declare/command.ts';
import { flag, number, text, texts } from '../declare/options.ts';

export const apiInput = takes({
  arguments: { operation: maybe('The id of the operation, such as getEvalRun; a word to search for with --list.') },
  options: {
    param: texts(
      '<name=value>',
      'A parameter of the path or the query, or an option of the call; may be given several times.',
      { short: 'p' },
    ),
    body: text('<json|@file|->', 'The body: JSON, or the bytes of a file for an upload.', { short: 'd' }),
    all: flag('Follow the pages of a list, and print its items.'),
    limit: number('<count>', 'The most items, with --all.'),
    list: flag('List the operations, or the ones with a word.'),
    out: text('<file>', 'Write the answer to a file; - is standard output.', { short: 'o' }),
  },
  needs: 'project',
  prints: 'list',
});

export const apiCommands = [
  command({
    words: 'api',
    summary: 'Call any operation of the API by its id.',
    description:
      'Parameters are values of the API, so ids and no names, but for projectId and organizationId, which are the ones of the command without them. The events of a stream are printed one a line.',
    input: apiInput,
    examples: [
      'assay api --list schedule',
      'assay api getMe',
      'assay api listEvalRuns --all --param status=completed --jsonl',
      `assay api planEvalTrials -p baselineRate=0.95 -p drop=0.1`,
    ],
    exits: { 2: 'there is no such operation, or a parameter is missing' },
    load: async () => (await import('../actions/api/call.ts')).callApi,
  }),
];
