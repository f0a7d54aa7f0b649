import { readEveryPage, readPages, PRIMITIVE_LISTS, pageSchema } from './pages.ts';

test.each([
  ['every page', false, ['a', 'b'], true],
  ['the first page alone', true, ['a'], false],
])('%s of a list is read, and whether that is all', async (_, firstPageOnly, items, isComplete) => {
  const read = async (cursor: string | undefined) =>
    cursor === undefined ? { items: ['a'], nextCursor: 'next' } : { items: ['b'] };
  expect(await readPages(read, firstPageOnly)).toEqual({ items, isComplete });
  expect(await readPages(async () => ({ items: ['a'] }), firstPageOnly)).toEqual({ items: ['a'], isComplete: true });
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

const read = (value: unknown) => pageSchema(PRIMITIVE_LISTS.tools)['~standard'].validate(value);

test('items are taken as they are', () => {
  const tools = [{ name: 'a', inputSchema: 'odd', _meta: {} }];
  expect(read({ tools, nextCursor: 'n', other: 1 })).toEqual({ value: { items: tools, nextCursor: 'n' } });
});

test.each([
  [{}],
  [{ tools: {} }],
  [{ tools: [1] }],
  [{ tools: [null] }],
  [{ tools: [{}] }],
  [{ tools: [{ name: 1 }] }],
])('%j is no page', (value) => {
  expect(read(value)).toHaveProperty('issues');
});
