import { offeredTools } from './offered-tools.ts';
import { searchTools } from './tool-search.ts';

const tools = offeredTools([
  {
    serverId: 'srv_1',
    serverName: 'files',
    complete: true,
    tools: [
      { name: 'read_file', description: 'Reads a document.' },
      { name: 'print', description: 'Prints a document on paper.' },
      { name: 'größe' },
    ],
  },
  {
    serverId: 'srv_2',
    serverName: 'many',
    complete: true,
    tools: Array.from({ length: 20 }, (_, i) => ({ name: `job_${i}` })),
  },
]);
const found = (query: string) => searchTools(tools, query).map(({ toolName }) => toolName);

test.each<[string, string, string[]]>([
  ['a word of a name', 'PRINT', ['print']],
  ['a word of a description', 'paper', ['print']],
  ['a name before a description', 'document read', ['read_file', 'print']],
  ['a word in another script', 'Größe', ['größe']],
  ['no tool', 'weather', []],
])('a search finds tools by %s', (_, query, expected) => expect(found(query)).toEqual(expected));

test('a search finds a few tools at most, and the first ones without a word', () => {
  expect(found('job')).toHaveLength(8);
  expect(found(' ')).toEqual(['read_file', 'print', 'größe', 'job_0', 'job_1', 'job_2', 'job_3', 'job_4']);
});
