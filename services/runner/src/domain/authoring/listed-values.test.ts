import { fitsProperty, listedValues, listTools, singular } from './listed-values.ts';

const text = (value: unknown) => ({ content: [{ type: 'text', text: JSON.stringify(value) }] });
const reads = { readOnlyHint: true };

test('a list tool is asked when it says that it only reads and needs no argument', () => {
  const tools = [
    { name: 'list_projects', annotations: reads },
    { name: 'listUsers', annotations: reads, inputSchema: { required: [] } },
    { name: 'list_files', annotations: reads, inputSchema: { required: ['path'] } },
    { name: 'list_unmarked' },
    { name: 'list_and_purge', annotations: { ...reads, destructiveHint: true } },
    { name: 'listen', annotations: reads },
    { name: 'repos-list', annotations: reads },
    { name: 'list_fourth', annotations: reads },
  ];
  expect(listTools(tools)).toEqual(['list_projects', 'listUsers', 'repos-list']);
});

test.each([
  ['structured content', { structuredContent: { page: { items: [{ id: 'p-1' }, { id: 'p-2' }] } } }, [['id', 'p-1']]],
  [
    'a text that is JSON',
    text([{ id: 7, name: 'one', more: {} }]),
    [
      ['id', 7],
      ['name', 'one'],
    ],
  ],
  ['a list of texts', text(['berlin', 'rome']), [['', 'berlin']]],
  ['a line that is a path', { content: [{ type: 'text', text: 'Allowed:\n/srv/notes' }] }, [['path', '/srv/notes']]],
  ['an error', { isError: true, ...text([{ id: 1 }]) }, []],
  ['a secret', text([{ apiKey: 'k', access_token: 't' }]), []],
  ['prose', { content: [{ type: 'text', text: 'Nothing here.' }] }, []],
])('the values of a list are read from %s', (_, result, expected) => {
  expect(listedValues('list_projects', result).map(({ key, value }) => [key, value])).toEqual(expected);
  expect(listedValues('list_projects', result).every(({ noun }) => noun === 'project')).toBe(true);
});

test.each([
  ['project', 'id', 'get_issue', 'projectId', true],
  ['project', 'id', 'get_issue', 'project', true],
  ['project', 'id', 'get_project', 'id', true],
  ['project', 'id', 'get_issue', 'id', false],
  ['alloweddirectory', 'path', 'read_file', 'path', true],
  ['city', '', 'weather', 'city', true],
  ['city', '', 'weather', 'text', false],
])('a value of %s.%s fits a property by its name: %s %s is %s', (noun, key, tool, property, fits) => {
  expect(fitsProperty({ noun, key, value: 'x' }, tool, property)).toBe(fits);
});

test('a singular keeps words that only end like plurals', () => {
  expect(['cities', 'paths', 'address', 'status'].map(singular)).toEqual(['city', 'path', 'address', 'status']);
});
