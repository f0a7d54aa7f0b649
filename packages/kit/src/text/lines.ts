/** Where a line of a text begins and, without its terminator, ends. */
export interface LineSpan {
  start: number;
  end: number;
}

/** Lines end at CR LF, LF or CR, also when a text mixes them; what follows the last one is a line, too. */
export function linesOf(text: string): LineSpan[] {
  const lines: LineSpan[] = [];
  let start = 0;
  for (const { 0: terminator, index } of text.matchAll(/\r\n|\n|\r/g)) {
    lines.push({ start, end: index });
    start = index + terminator.length;
  }
  return [...lines, { start, end: text.length }];
}
