import { PRIMITIVE_LISTS } from '@assay/mcp/requests/pages';
import { diagnosisOf } from '@assay/mcp/diagnosis/diagnosis';
import { findListFlaw } from './list-flaws.ts';

const tool = (more: object = {}) => ({ name: 'a', inputSchema: { type: 'object' }, ...more });

test.each<[string, keyof typeof PRIMITIVE_LISTS, unknown, string | undefined]>([
  ['a plain tool', 'tools', tool(), undefined],
  [
    'properties that are true or schemas',
    'tools',
    tool({ inputSchema: { type: 'object', properties: { a: true, b: {} }, required: ['a'] } }),
    undefined,
  ],
  ['a tool without a schema', 'tools', tool({ inputSchema: undefined }), 'has no inputSchema'],
  ['a schema that is a text', 'tools', tool({ inputSchema: 'none' }), 'has an inputSchema that is no JSON Schema'],
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
    'has an inputSchema that is no JSON Schema',
  ],
  [
    'required that is no list',
    'tools',
    tool({ inputSchema: { type: 'object', required: true } }),
    'has an inputSchema that is no JSON Schema',
  ],
  [
    'an output schema that is a list',
    'tools',
    tool({ outputSchema: [] }),
    'has an outputSchema that is no JSON Schema',
  ],
  ['a text among the tools', 'tools', 'print', 'is no object'],
  ['an empty name', 'tools', tool({ name: '' }), 'has no name'],
  ['a resource without an address', 'resources', { name: 'a' }, 'has no uri'],
  ['a template', 'resourceTemplates', { uriTemplate: 'file:///{a}' }, undefined],
  [
    'arguments without names',
    'prompts',
    { name: 'a', arguments: [{}] },
    'has arguments that are no list of named ones',
  ],
])('%s', (_, list, item, why) => {
  const { items, flaw } = findListFlaw(PRIMITIVE_LISTS[list], [[item]]);
  const diagnosis = flaw && diagnosisOf(flaw);
  expect([items, diagnosis?.cause, diagnosis?.evidence.invalid]).toEqual(
    why === undefined ? [[item], undefined, undefined] : [[], 'items_invalid', [{ index: 0, why }]],
  );
});

test('well-formed items are kept, and an index counts over all pages', () => {
  const { items, flaw } = findListFlaw(PRIMITIVE_LISTS.tools, [[tool()], [tool({ name: 'b' }), null]]);
  expect(items).toEqual([tool(), tool({ name: 'b' })]);
  expect(diagnosisOf(flaw!).evidence).toMatchObject({
    pages: 2,
    items: 3,
    invalid: [{ index: 2, why: 'is no object' }],
  });
});

test('a name repeated on another page means that the list moved, on the same page a duplicate', () => {
  const causeOf = (...pages: unknown[][]) => diagnosisOf(findListFlaw(PRIMITIVE_LISTS.tools, pages).flaw!);
  expect(causeOf([tool()], [tool()])).toMatchObject({ cause: 'list_changed_while_read', evidence: { names: ['a'] } });
  expect(causeOf([tool(), tool()], [tool({ name: 'b' })])).toMatchObject({
    cause: 'names_repeated',
    evidence: { names: ['a'] },
  });
});
