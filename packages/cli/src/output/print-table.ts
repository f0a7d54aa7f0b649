import stringWidth from 'fast-string-width';
import { shortenMiddle } from './visible-text.ts';

/** A column of a table. */
export interface Column<Item> {
  title: string;
  /** The text of the cell, already safe to print. */
  cell: (item: Item) => string;
  /** Names are cut where the terminal is narrow; numbers and ids never are. */
  isName?: boolean;
}

/** The width to which names are cut before columns are left out, and the narrowest column of names. */
const [READABLE, NARROW] = [24, 12];

/**
 * A table with two spaces before each line and between columns. Where the terminal is too narrow, long names are cut
 * in the middle first, the widest column first, and then columns are left out from the right. Cells never wrap.
 */
export function printTable<Item>(
  columns: readonly Column<Item>[],
  items: readonly Item[],
  width: number | undefined,
): string {
  const shown = columns.map((column) => {
    const cells = [column.title, ...items.map((item) => column.cell(item))];
    return { isName: column.isName === true, cells, width: Math.max(...cells.map((cell) => stringWidth(cell))) };
  });
  const total = () => shown.reduce((sum, column) => sum + 2 + column.width, 0);
  if (width !== undefined) {
    const cut = (least: number) => {
      const names = shown.filter(({ isName, width: wide }) => isName && wide > least);
      // The widest first, so that short names stay whole.
      for (const column of names.toSorted((a, b) => b.width - a.width))
        column.width = Math.max(least, column.width - Math.max(0, total() - width));
    };
    cut(READABLE);
    while (shown.length > 2 && total() > width) shown.pop();
    cut(NARROW);
    while (shown.length > 1 && total() > width) shown.pop();
  }
  return Array.from({ length: items.length + 1 }, (_, row) => {
    const cells = shown.map(({ cells, width: wide }) => {
      const text = stringWidth(cells[row]!) > wide ? shortenMiddle(cells[row]!, wide) : cells[row]!;
      return text + ' '.repeat(Math.max(0, wide - stringWidth(text)));
    });
    return `  ${cells.join('  ').trimEnd()}\n`;
  }).join('');
}
