import { pageQuery } from '@assay/contract/schema';
import { pageOfList, openCursors, pageOf, pageSize } from './cursor.ts';

const cursors = openCursors('secret');
const operation = { input: pageQuery('', 50, 200) };

test('a cursor leads back to its position', () => {
  expect(cursors.decode('runs p1', cursors.encode('runs p1', [1_700_000_000_123, 'run_1']))).toEqual([
    1_700_000_000_123,
    'run_1',
  ]);
  expect(cursors.decode('runs p1', undefined)).toBeUndefined();
});

test.each([
  ['another list', cursors.encode('runs p2', [1, 'a'])],
  ['another installation', openCursors('other').encode('runs p1', [1, 'a'])],
  ['another system', 'aGFsbG8'],
  ['another system, and too short to be signed', 'eA'],
  ['us, then altered', `${cursors.encode('runs p1', [1, 'a']).slice(0, -2)}AA`],
])('a cursor issued by %s is refused', (_, cursor) =>
  expect(() => cursors.decode('runs p1', cursor)).toThrow(
    expect.objectContaining({
      code: 'VALIDATION_ERROR',
      details: { issues: [expect.objectContaining({ path: '/cursor' })] },
    }),
  ),
);

test.each([
  [undefined, 50],
  ['', 50],
  ['0', 50],
  ['abc', 50],
  ['-3', 1],
  ['7', 7],
  ['7.9', 7],
  ['900', 200],
  [12, 12],
])('a limit of %s reads as %d where a page has 50 rows, and 200 at most', (limit, size) =>
  expect(pageSize(operation, limit)).toBe(size),
);

test('a page has a next one exactly when there is one row more', () => {
  const after = (last: number) => `after ${last}`;
  expect(pageOf([1, 2, 3], 2, after)).toEqual({ items: [1, 2], nextCursor: 'after 2' });
  expect(pageOf([1, 2], 2, after)).toEqual({ items: [1, 2] });
  expect(pageOf([], 2, after)).toEqual({ items: [] });
});

describe('a list of numbers up to 120', () => {
  const page = (query: { cursor?: string; limit?: string }) =>
    pageOfList(operation, cursors, query, {
      name: 'numbers',
      find: async (after: [number] | undefined, limit) => {
        const before = after?.[0] ?? 0;
        return Array.from({ length: Math.min(limit, 120 - before) }, (_, i) => ({ n: before + i + 1 }));
      },
      positionOf: ({ n }) => [n],
    });
  const reach = async (query: { cursor?: string; limit?: string }) => {
    const { items, ...next } = await page(query);
    return { of: [items[0]?.n, items.at(-1)?.n], ...next };
  };

  test("is read in pages of the operation's bounds, up to the last one, which has no cursor", async () => {
    const first = await reach({});
    const second = await reach({ cursor: first.nextCursor! });
    const third = await reach({ cursor: second.nextCursor! });
    expect([first.of, second.of, third.of]).toEqual([
      [1, 50],
      [51, 100],
      [101, 120],
    ]);
    expect(third).not.toHaveProperty('nextCursor');
  });

  test('goes on after a cursor of its own name, and after no other', async () => {
    expect(await reach({ cursor: cursors.encode('numbers', [7]), limit: '2' })).toEqual({
      of: [8, 9],
      nextCursor: cursors.encode('numbers', [9]),
    });
    await expect(page({ cursor: cursors.encode('letters', [7]) })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: '/cursor' }] },
    });
  });
});
