import { any, one } from '../../declare/arguments.ts';
import { command, takes } from '../../declare/command.ts';
import { flag, text } from '../../declare/options.ts';
import { listPrimitivesInput } from './primitives-input.ts';

export const callInput = takes({
  arguments: {
    server: one('The server, by name or id.'),
    tool: one('The name of the tool.'),
    argument: any('name=text, name:=json or name=@file.'),
  },
  options: {
    data: text('<json|@file|->', 'All arguments as one JSON object.', { short: 'd' }),
    full: flag('Show long texts whole on a terminal.'),
    strict: flag('Refuse arguments that do not fit the schema of the tool.'),
  },
  needs: 'project',
  prints: 'document',
});

export const toolCommands = [
  command({
    words: 'tools list',
    summary: 'List the tools of a server.',
    input: listPrimitivesInput,
    examples: ['assay tools list helpdesk', "assay tools list helpdesk --json name | jq -r '.[].name'"],
    operations: ['listTools'],
    see: ['tools call'],
    load: async () => (await import('../../actions/primitives/list.ts')).listTools,
  }),
  command({
    words: 'tools call',
    summary: 'Call a tool of a server.',
    description:
      'The result is printed as the server wrote it. Arguments that do not fit the schema of the tool are told and sent: the answer of the server is part of the test.',
    input: callInput,
    examples: [
      'assay tools call helpdesk search_tickets query=refund limit:=5',
      `assay tools call helpdesk search_tickets -d '{"query": "refund", "limit": 5}'`,
      'assay tools call helpdesk create_ticket text=@ticket.txt',
    ],
    exits: {
      0: 'the tool answered',
      1: 'it answered with isError, or --strict refused the arguments',
      4: 'the server cannot be reached',
    },
    operations: ['listTools', 'callTool'],
    see: ['tools list', 'server lint'],
    load: async () => (await import('../../actions/tools/call.ts')).callTool,
  }),
];
