import { one } from '../../declare/arguments.ts';
import { command, takes } from '../../declare/command.ts';
import { text } from '../../declare/options.ts';
import { listPrimitivesInput } from './primitives-input.ts';

export const readInput = takes({
  arguments: { server: one('The server, by name or id.'), uri: one('The URI of the resource.') },
  options: {
    out: text('<file>', 'Write the contents to a file, a blob as bytes; - is standard output.', { short: 'o' }),
  },
  needs: 'project',
  prints: 'document',
});

export const resourceCommands = [
  command({
    words: 'resources list',
    summary: 'List the resources of a server.',
    input: listPrimitivesInput,
    examples: ['assay resources list helpdesk'],
    operations: ['listResources'],
    see: ['resources read', 'resources templates'],
    load: async () => (await import('../../actions/primitives/list.ts')).listResources,
  }),
  command({
    words: 'resources templates',
    summary: 'List the resource templates of a server.',
    input: listPrimitivesInput,
    examples: ['assay resources templates helpdesk'],
    operations: ['listResourceTemplates'],
    load: async () => (await import('../../actions/primitives/list.ts')).listResourceTemplates,
  }),
  command({
    words: 'resources read',
    summary: 'Read a resource of a server.',
    input: readInput,
    examples: [
      'assay resources read helpdesk ticket://T-1041',
      'assay resources read everything demo://resource/dynamic/blob/1 -o resource.bin',
    ],
    operations: ['readResource'],
    load: async () => (await import('../../actions/primitives/read.ts')).readResource,
  }),
];
