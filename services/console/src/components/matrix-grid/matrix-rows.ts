import type { ReactNode } from 'react';
import type { MarkKind } from '../mark/mark.tsx';

/** One case in one run. */
export interface MatrixCell {
  kind: MarkKind;
  /** `9 of 10`. */
  text: string;
  /** At the right: `181 ms`. */
  figure: string;
  /** As in the base: it is drawn faint. */
  isSame: boolean;
}

/** A case: its cells by the id of their column; a column that it does not have is absent. */
export interface MatrixRow {
  id: string;
  title: string;
  isFaint: boolean;
  cells: ReadonlyMap<string, MatrixCell>;
}

/** Rows under a head of their own; without one they stand alone. */
export interface MatrixGroup {
  id: string;
  head: ReactNode;
  rows: readonly MatrixRow[];
}

/** A line of the grid: the head of a group, or a row with its place among all rows. */
export type MatrixLine = { head: ReactNode; id: string } | { row: MatrixRow; place: number };

/** The lines of groups below each other. */
export function matrixLines(groups: readonly MatrixGroup[]): MatrixLine[] {
  let place = 0;
  return groups.flatMap(({ id, head, rows }): MatrixLine[] => [
    ...(head === undefined || rows.length === 0 ? [] : [{ head, id }]),
    ...rows.map((row) => ({ row, place: place++ })),
  ]);
}

/** A chosen cell. */
export interface MatrixPlace {
  rowId: string;
  columnId: string;
}

/** The place beside another one by rows and columns, within the grid; the first one without a place. */
export function movedPlace(
  rowIds: readonly string[],
  columnIds: readonly string[],
  from: MatrixPlace | undefined,
  [down, right]: readonly [down: number, right: number],
): MatrixPlace | undefined {
  const clamp = (at: number, length: number): number => Math.min(Math.max(at, 0), length - 1);
  const row = from ? rowIds.indexOf(from.rowId) : -1;
  const column = from ? columnIds.indexOf(from.columnId) : -1;
  const isPlaced = row >= 0 && column >= 0;
  const rowId = rowIds[isPlaced ? clamp(row + down, rowIds.length) : 0];
  const columnId = columnIds[isPlaced ? clamp(column + right, columnIds.length) : 0];
  return rowId === undefined || columnId === undefined ? undefined : { rowId, columnId };
}
