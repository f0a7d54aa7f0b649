import { prefixOf, treeOf, typeWord, type HeldResource } from './resource-tree.ts';

const held = (uri: string, kind: HeldResource['kind'] = 'listed', mimeType?: string): HeldResource => ({
  uri,
  kind,
  name: undefined,
  mimeType,
});

test('addresses are told by kind and by their prefix', () => {
  const tree = treeOf(
    [held('a://policy/refunds'), held('a://policy/shipping'), held('a://t/{id}', 'template'), held('note', 'linked')],
    '',
    new Set(),
  );
  expect(tree.map((line) => (line.kind === 'head' ? `${line.word}: ${line.about}` : line.text))).toEqual([
    'Resources: 2 listed',
    'a://policy/',
    'refunds',
    'shipping',
    'Templates: 1',
    'a://t/{id}',
    'Linked in results: 1, not listed',
    'note',
  ]);
});

test('large prefixes of many addresses are folded until they are opened or searched', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => held(`a://files/${index}`));
  expect(treeOf(many, '', new Set())).toHaveLength(2);
  expect(treeOf(many, '', new Set(['listed a://files/*']))).toHaveLength(10_002);
  expect(treeOf(many, '/9999', new Set())).toHaveLength(3);
});

test.each([
  ['a://b/c', 'a://b/'],
  ['a://b/c/', 'a://b/'],
  ['urn:x', undefined],
])('the prefix of %s', (uri, prefix) => expect(prefixOf(uri)).toBe(prefix));

test.each([
  ['text/markdown; charset=utf-8', 'markdown'],
  ['application/vnd.api+json', 'api'],
  ['image/png', 'png'],
])('%s in a word', (mimeType, word) => expect(typeWord(mimeType)).toBe(word));
