import { judgeItems } from './listed-items.ts';
import { PRIMITIVE_LISTS } from './pages.ts';

const tool = (more: object = {}) => ({ name: 'a', inputSchema: { type: 'object' }, ...more });
const judged = (list: keyof typeof PRIMITIVE_LISTS, entries: unknown[], mirrorsHeaders = true) =>
  judgeItems(PRIMITIVE_LISTS[list], entries, { mirrorsHeaders });

test.each<[string, keyof typeof PRIMITIVE_LISTS, unknown, string | undefined]>([
  ['a plain tool', 'tools', tool(), undefined],
  [
    'properties that are true or schemas',
    'tools',
    tool({ inputSchema: { type: 'object', properties: { a: true, b: {} }, required: ['a'] } }),
    undefined,
  ],
  ['a tool without a schema', 'tools', tool({ inputSchema: undefined }), 'has no inputSchema'],
  ['a schema that is a text', 'tools', tool({ inputSchema: 'none' }), 'has an inputSchema that is not a JSON Schema'],
  [
    'a schema of something else',
    'tools',
    tool({ inputSchema: { type: 'string' } }),
    'has an inputSchema whose type is not "object"',
  ],
  [
    'properties that are names',
    'tools',
    tool({ inputSchema: { type: 'object', properties: { a: 'string' } } }),
    'has an inputSchema that is not a JSON Schema',
  ],
  [
    'required that is not a list',
    'tools',
    tool({ inputSchema: { type: 'object', required: true } }),
    'has an inputSchema that is not a JSON Schema',
  ],
  [
    'an output schema that is a list',
    'tools',
    tool({ outputSchema: [] }),
    'has an outputSchema that is not a JSON Schema',
  ],
  ['a text among the tools', 'tools', 'print', 'is not an object'],
  ['an empty name', 'tools', tool({ name: '' }), 'has no name'],
  ['a resource without an address', 'resources', { name: 'a' }, 'has no uri'],
  ['a template', 'resourceTemplates', { uriTemplate: 'file:///{a}', name: 'a' }, undefined],
  ['a template without a name', 'resourceTemplates', { uriTemplate: 'file:///{a}' }, 'has no name'],
  ['a resource without a name', 'resources', { uri: 'file:///a' }, 'has no name'],
  ['a prompt without a name', 'prompts', { description: 'x' }, 'has no name'],
  ['a schema that is null', 'tools', tool({ inputSchema: null }), 'has an inputSchema that is not a JSON Schema'],
  ['a schema without a type', 'tools', tool({ inputSchema: {} }), 'has an inputSchema whose type is not "object"'],
  ['a description that is null', 'tools', tool({ description: null }), 'has a description that is not text'],
  [
    'a hint that is a word',
    'tools',
    tool({ annotations: { readOnlyHint: 'yes' } }),
    'has a readOnlyHint that is neither true nor false',
  ],
  ['annotations that are a list', 'tools', tool({ annotations: [] }), 'has annotations that are not an object'],
  [
    'an output schema of any type',
    'tools',
    tool({ outputSchema: { type: 'array', items: { type: 'string' } } }),
    undefined,
  ],
  [
    'arguments without names',
    'prompts',
    { name: 'a', arguments: [{}] },
    'has arguments that are not a list of named arguments',
  ],
])('%s is judged by itself', (_, list, item, why) => {
  expect(judged(list, [item]).invalidItems.map((invalid) => invalid.why)).toEqual(why === undefined ? [] : [why]);
});

test('an entry that breaks the protocol stays an item while a client can use it', () => {
  const odd = tool({ inputSchema: null });
  expect(judged('tools', [odd])).toMatchObject({ items: [odd], invalidItems: [{ index: 0, name: 'a' }] });
});

test('an entry that no client can use is left out and kept as it was written', () => {
  const item = { description: 'x' };
  const { items, invalidItems } = judged('tools', [tool(), item, 7]);
  expect([items, invalidItems]).toEqual([
    [tool()],
    [
      { index: 1, why: 'has no name', leftOut: true, item },
      { index: 2, why: 'is not an object', leftOut: true, item: 7 },
    ],
  ]);
});

test('an entry that is nested too deeply is left out, and not kept', () => {
  let deep: unknown = {};
  for (let at = 0; at < 100_000; at++) deep = { deep };
  expect(judged('tools', [{ name: 'a', inputSchema: deep }, tool()])).toEqual({
    items: [tool()],
    invalidItems: [{ index: 0, name: 'a', why: 'is nested too deeply', leftOut: true }],
  });
});

test('a tool whose header is not allowed is left out where arguments are repeated in headers', () => {
  const item = tool({ inputSchema: { type: 'object', properties: { n: { type: 'number', 'x-mcp-header': 'N' } } } });
  const why = 'has an x-mcp-header that belongs to a parameter whose type is not string, integer or boolean (/n)';
  const invalid = { index: 0, name: 'a', why, leftOut: true, item };
  expect(judged('tools', [item])).toEqual({ items: [], invalidItems: [invalid] });
  expect(judged('tools', [item], false)).toEqual({ items: [item], invalidItems: [] });
});
