import { pageOf, readPages, PRIMITIVE_LISTS, type ListPage } from './pages.ts';

test.each([
  ['every page', false, ['a', 'b'], true],
  ['the first page alone', true, ['a'], false],
])('%s of a list is read, and whether that is all', async (_, firstPageOnly, items, isComplete) => {
  const pageAt = async (cursor: string | undefined): Promise<ListPage<{ n: string }>> =>
    cursor === undefined ? { items: [{ n: 'a' }], nextCursor: 'next' } : { items: [{ n: 'b' }] };
  const options = { identity: 'n', firstPageOnly } as const;
  const expected = { items: items.map((n) => ({ n })), isComplete, invalidItems: [] };
  expect(await readPages(pageAt, options)).toEqual(expected);
  const whole = { items: [{ n: 'a' }], isComplete: true, invalidItems: [] };
  expect(await readPages(async () => ({ items: [{ n: 'a' }] }), options)).toEqual(whole);
});

interface Item {
  n: number;
}
const readAll = (read: (cursor: string | undefined) => Promise<ListPage<Item>>) => readPages(read, { identity: 'n' });

test('a list is read page by page in order, and an empty cursor is a cursor', async () => {
  const pages = new Map<string | undefined, ListPage<Item>>([
    [undefined, { items: [{ n: 1 }], nextCursor: '' }],
    ['', { items: [{ n: 2 }], nextCursor: 'b' }],
    ['b', { items: [] }],
  ]);
  expect(await readAll(async (cursor) => pages.get(cursor)!)).toMatchObject({
    items: [{ n: 1 }, { n: 2 }],
    isComplete: true,
  });
});

test('a page may hold more items than a function call takes arguments', async () => {
  const { items } = await readAll(async () => ({ items: Array.from({ length: 200_000 }, (_, n) => ({ n })) }));
  expect(items).toHaveLength(200_000);
});

test.each<[string, (page: number) => ListPage<Item>, number]>([
  ['a cursor comes back', (page) => ({ items: [{ n: page }], nextCursor: 'again' }), 2],
  ['the empty cursor comes back', (page) => ({ items: [{ n: page }], nextCursor: '' }), 2],
  ['a page comes back under new cursors', (page) => ({ items: [{ n: 1 }], nextCursor: String(page) }), 2],
  ['it is endless', (page) => ({ items: [{ n: page }], nextCursor: String(page) }), 201],
])('reading a list ends with what was read when %s', async (_, pageAt, asked) => {
  let pages = 0;
  const { items, ...rest } = await readAll(async () => pageAt((pages += 1)));
  expect(pages).toBe(asked);
  expect(rest).toEqual({ isComplete: false, fault: 'list_endless', invalidItems: [] });
  expect(new Set(items.map(({ n }) => n)).size).toBe(items.length);
});

test.each([[1], [{}], [false]])('the cursor %j ends a list and is named', async (nextCursor) => {
  const page = read({ tools: [sound], nextCursor })!;
  expect(page).toEqual({ items: [sound], cursorInvalid: true });
  expect(await readPages(async () => page, { identity: 'name' })).toMatchObject({
    items: [sound],
    isComplete: false,
    fault: 'cursor_invalid',
  });
});

test('a cursor that is null ends a list', () =>
  expect(read({ tools: [sound], nextCursor: null })).toEqual({ items: [sound] }));

test('an empty cursor ends a list of an older revision', () => {
  const rules = { mirrorsHeaders: false, emptyCursorEnds: true };
  expect(pageOf(PRIMITIVE_LISTS.tools, { tools: [sound], nextCursor: '' }, rules)).toEqual({ items: [sound] });
  expect(read({ tools: [sound], nextCursor: '' })).toEqual({ items: [sound], nextCursor: '' });
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
      { index: 0, why: 'is not an object', leftOut: true, item: 1 },
      { index: 1, name: 'odd', why: 'has an inputSchema that is not a JSON Schema' },
      { index: 2, why: 'has no name', leftOut: true, item: {} },
      { index: 4, why: 'has no name', leftOut: true, item: { name: 1 } },
    ],
  });
});

test('entries that break the protocol are placed in the whole list', async () => {
  const pages = [read({ tools: [null, sound], nextCursor: 'b' })!, read({ tools: [sound, 7] })!];
  const { items, invalidItems } = await readPages(async (cursor) => pages[cursor === undefined ? 0 : 1]!, {
    identity: 'name',
  });
  expect([items.length, invalidItems.map(({ index }) => index)]).toEqual([2, [0, 3]]);
});

test.each([[{}], [{ tools: {} }], [{ tools: [], resultType: 'someday' }]])('%j is no page', (value) => {
  expect(read(value)).toBeUndefined();
});
