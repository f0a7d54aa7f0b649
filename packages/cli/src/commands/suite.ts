import { one, some } from '../declare/arguments.ts';
import { command, takes } from '../declare/command.ts';
import { choice, text, texts } from '../declare/options.ts';

export const validateInput = takes({
  arguments: { file: some('Suite files, as YAML or JSON.') },
  prints: 'document',
});

export const convertInput = takes({
  arguments: { file: one('A promptfoo configuration, an mcpServers suite file, or a suite file.') },
  options: {
    from: choice(['promptfoo', 'mcp-servers', 'assay'], 'The format of the file; it is recognised by itself.'),
    to: choice(['yaml', 'json'], 'The notation of the result.'),
    server: texts('<name>', 'A server of the suite; may be given several times.'),
    model: text('<model>', 'The model of cases that need one.'),
    out: text('<file>', 'Write the result to a file.', { short: 'o' }),
  },
});

export const schemaInput = takes({});

export const suiteCommands = [
  command({
    words: 'suite validate',
    summary: 'Check suite files on this machine.',
    input: validateInput,
    examples: ['assay suite validate suite.yaml', 'assay suite validate suites/*.yaml --json'],
    exits: {
      0: 'no file has a fault',
      1: 'a file has faults; each is printed with its line',
      2: 'a file cannot be read',
    },
    see: ['suite schema'],
    load: async () => (await import('../actions/suite/validate.ts')).validateFiles,
  }),
  command({
    words: 'suite convert',
    summary: 'Write a suite file of another tool as a suite file of Assay.',
    description: 'How faithfully each case was converted is printed to standard error.',
    input: convertInput,
    examples: ['assay suite convert promptfooconfig.yaml -o suite.yaml'],
    see: ['suite validate'],
    load: async () => (await import('../actions/suite/convert.ts')).convertFile,
  }),
  command({
    words: 'suite schema',
    summary: 'Print the JSON Schema of suite files, for editors.',
    input: schemaInput,
    examples: ['assay suite schema > suite.schema.json'],
    load: async () => (await import('../actions/suite/schema.ts')).printSchema,
  }),
];
