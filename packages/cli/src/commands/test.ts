import { any, rest } from '../declare/arguments.ts';
import { command, takes, type Given } from '../declare/command.ts';
import { flag, number, text, texts } from '../declare/options.ts';
import { reportOptions } from '../reporters/report-options.ts';

export const testInput = takes({
  arguments: {
    suite: any('Suite files; without one, cases are drafted from the tools of the server.'),
    server: rest('The command of a server that speaks over standard input and output.'),
  },
  options: {
    server: text('<url>', 'The address of a server.'),
    mcpConfig: text('<mcp.json>', 'A file with servers; a name after it chooses one.'),
    header: texts('<header>', "A header of the server: 'Name: env:VAR', 'Name: @file', or @file with a line for each."),
    case: texts('<case>', 'Only this case, by id, title or number; may be given several times.'),
    tag: texts('<tag>', 'Only suites with this tag, and cases with this intent; may be given several times.'),
    trials: number('<n>', 'Trials of every case.', { max: 10 }),
    model: text('<model>', 'The model of all cases with a prompt, as provider/name.'),
    budget: number('<tokens>', 'The most that each suite may use of models (500000).'),
    save: text('<file>', 'Write the drafted suite to a file.'),
    keep: flag('Keep the data, and say how to open it.'),
    ...reportOptions,
  },
  prints: 'verdict',
});

export type TestOptions = Given<typeof testInput>['options'];

export const testCommands = [
  command({
    words: 'test',
    summary: 'Run a suite, a server or a command once, here, and keep nothing.',
    description:
      'Starts a temporary Assay on this machine, which ends and is removed with the command. Servers that a suite file names come from --server, from the command after --, or from mcp.json or .mcp.json beside the file. Models are used with the keys of the environment, such as OPENAI_API_KEY.',
    input: testInput,
    examples: [
      'assay test -- npx -y @modelcontextprotocol/server-everything',
      'assay test --server http://127.0.0.1:3001/mcp --save suite.yaml',
      'assay test suite.yaml --junit out.xml',
      "assay test suite.yaml --server https://crm.example/mcp --header 'Authorization: Bearer env:CRM_TOKEN'",
    ],
    exits: {
      0: 'every suite passed',
      1: 'a suite failed, or its file has faults',
      3: 'not established: the server is down, nothing was decided, or the suite was drafted',
    },
    see: ['run', 'dev', 'suite validate'],
    load: async () => (await import('../actions/local-test/test-here.ts')).testHere,
  }),
];
