import { openCursors, pageOf, pageSize } from './cursor.ts';

const cursors = openCursors('secret');

test('a cursor leads back to its position', () => {
  expect(cursors.decode('runs p1', cursors.encode('runs p1', [1_700_000_000_123, 'run_1']))).toEqual([1_700_000_000_123, 'run_1']);
  expect(cursors.decode('runs p1', undefined)).toBeUndefined();
});

test.each([
  ['another list', cursors.encode('runs p2', [1, 'a'])],
  ['another installation', openCursors('other').encode('runs p1', [1, 'a'])],
  ['nobody', 'aGFsbG8'],
  ['nobody, and too short to be signed', 'eA'],
  ['us, then altered', `${cursors.encode('runs p1', [1, 'a']).slice(0, -2)}AA`],
])('a cursor issued by %s is refused', (_, cursor) =>
  expect(() => cursors.decode('runs p1', cursor)).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR', details: { issues: [expect.objectContaining({ path: '/cursor' })] } })));

test.each([[undefined, 50], ['', 50], ['0', 50], ['abc', 50], ['-3', 1], ['7', 7], ['7.9', 7], ['900', 200], [12, 12]])('a limit of %s reads as %d', (limit, size) =>
  expect(pageSize(limit, 50, 200)).toBe(size));

test('a page has a next one exactly when there is one row more', () => {
  const after = (last: number) => `after ${last}`;
  expect(pageOf([1, 2, 3], 2, after)).toEqual({ items: [1, 2], nextCursor: 'after 2' });
  expect(pageOf([1, 2], 2, after)).toEqual({ items: [1, 2] });
  expect(pageOf([], 2, after)).toEqual({ items: [] });
});
