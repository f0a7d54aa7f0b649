import { pageOf, readEveryPage, readPages, PRIMITIVE_LISTS } from './pages.ts';

test.each([
  ['every page', false, ['a', 'b'], true],
  ['the first page alone', true, ['a'], false],
])('%s of a list is read, and whether that is all', async (_, firstPageOnly, items, isComplete) => {
  const read = async (cursor: string | undefined) =>
    cursor === undefined ? { items: ['a'], nextCursor: 'next' } : { items: ['b'] };
  expect(await readPages(read, firstPageOnly)).toEqual({ items, isComplete, invalidItems: [] });
  const whole = { items: ['a'], isComplete: true, invalidItems: [] };
  expect(await readPages(async () => ({ items: ['a'] }), firstPageOnly)).toEqual(whole);
});

test('a list is read page by page in order', async () => {
  const pages = new Map([
    [undefined, { items: [{ n: 1 }], nextCursor: '' }],
    ['', { items: [{ n: 2 }], nextCursor: 'b' }],
    ['b', { items: [] }],
  ]);
  expect(await readEveryPage(async (cursor) => pages.get(cursor)!)).toEqual([{ n: 1 }, { n: 2 }]);
});

test('a page may hold more items than a function call takes arguments', async () => {
  expect(await readEveryPage(async () => ({ items: Array.from({ length: 200_000 }, (_, n) => ({ n })) }))).toHaveLength(
    200_000,
  );
});

test('reading ends when a server repeats a cursor', async () => {
  await expect(readEveryPage(async () => ({ items: [], nextCursor: 'again' }))).rejects.toMatchObject({
    code: 'SERVER_UNREACHABLE',
  });
});

test('reading ends when a list never ends', async () => {
  let page = 0;
  await expect(readEveryPage(async () => ({ items: [], nextCursor: String((page += 1)) }))).rejects.toMatchObject({
    details: { pages: 201 },
  });
});

const read = (value: Record<string, unknown>) => pageOf(PRIMITIVE_LISTS.tools, value, { mirrorsHeaders: true });
const sound = { name: 'a', inputSchema: { type: 'object' }, _meta: {} };

test('items are taken as they are', () =>
  expect(read({ tools: [sound], nextCursor: 'n', other: 1 })).toEqual({ items: [sound], nextCursor: 'n' }));

test('a page whose entries break the protocol keeps the others and names each', () => {
  const odd = { name: 'odd', inputSchema: null };
  expect(read({ tools: [1, odd, {}, sound, { name: 1 }] })).toEqual({
    items: [odd, sound],
    invalidItems: [
      { index: 0, why: 'is no object', leftOut: true, item: 1 },
      { index: 1, name: 'odd', why: 'has an inputSchema that is no JSON Schema' },
      { index: 2, why: 'has no name', leftOut: true, item: {} },
      { index: 4, why: 'has no name', leftOut: true, item: { name: 1 } },
    ],
  });
});

test('entries that break the protocol are placed in the whole list', async () => {
  const pages = [read({ tools: [null, sound], nextCursor: 'b' })!, read({ tools: [sound, 7] })!];
  const { items, invalidItems } = await readPages(async (cursor) => pages[cursor === undefined ? 0 : 1]!);
  expect([items.length, invalidItems.map(({ index }) => index)]).toEqual([2, [0, 3]]);
});

test.each([[{}], [{ tools: {} }], [{ tools: [], resultType: 'someday' }]])('%j is no page', (value) => {
  expect(read(value)).toBeUndefined();
});
