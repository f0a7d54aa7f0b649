import { matrixLines, movedPlace, type MatrixRow } from './matrix-rows.ts';

const row = (id: string): MatrixRow => ({ id, title: id, isFaint: false, cells: new Map() });

test('groups become lines with a head each, and an empty group none', () => {
  const lines = matrixLines([
    { id: 'a', head: 'A', rows: [row('1')] },
    { id: 'b', head: 'B', rows: [] },
    { id: 'c', head: undefined, rows: [row('2'), row('3')] },
  ]);
  expect(lines.map((line) => ('row' in line ? `${line.row.id}:${line.place}` : line.id))).toEqual([
    'a',
    '1:0',
    '2:1',
    '3:2',
  ]);
});

test('a place moves within the grid, and begins at the first cell', () => {
  const move = (from: Parameters<typeof movedPlace>[2], by: readonly [number, number]) =>
    movedPlace(['1', '2'], ['x', 'y'], from, by);
  expect(move(undefined, [1, 0])).toEqual({ rowId: '1', columnId: 'x' });
  expect(move({ rowId: '1', columnId: 'x' }, [5, 1])).toEqual({ rowId: '2', columnId: 'y' });
  expect(move({ rowId: '2', columnId: 'y' }, [-9, -9])).toEqual({ rowId: '1', columnId: 'x' });
  expect(movedPlace([], [], undefined, [0, 1])).toBeUndefined();
});
