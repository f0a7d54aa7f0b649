/** A place in a JSON document: the value at a pointer, or a range of the text there in UTF-16 code units, `end` exclusive. */
export interface CodeMark {
  pointer: string;
  start?: number | undefined;
  end?: number | undefined;
}

/** A piece of a line of JSON; a marked one is cited evidence. */
export interface CodePiece {
  text: string;
  kind: 'key' | 'string' | 'number' | 'punct' | 'space';
  isMarked: boolean;
}

export type CodeLine = CodePiece[];

interface Writer {
  lines: CodeLine[];
  marks: readonly CodeMark[];
  isOneLine: boolean;
}

/** A JSON document as lines of pieces, indented by two; with `isOneLine` without blanks in one line. */
export function jsonLines(value: unknown, marks: readonly CodeMark[] = [], { isOneLine = false } = {}): CodeLine[] {
  const writer: Writer = { lines: [[]], marks, isOneLine };
  writeValue(writer, value, { pointer: '', depth: 0, isMarked: false });
  return writer.lines;
}

interface Place {
  pointer: string;
  depth: number;
  /** Whether the value is part of a marked one. */
  isMarked: boolean;
}

const add = ({ lines }: Writer, kind: CodePiece['kind'], text: string, isMarked: boolean): void => {
  if (text !== '') lines.at(-1)!.push({ text, kind, isMarked });
};

function breakLine(writer: Writer, depth: number): void {
  if (writer.isOneLine) return;
  writer.lines.push([]);
  add(writer, 'space', '  '.repeat(depth), false);
}

function writeValue(writer: Writer, value: unknown, place: Place): void {
  const marks = writer.marks.filter(({ pointer }) => pointer === place.pointer);
  const isMarked = place.isMarked || marks.some(({ start }) => start === undefined);
  if (typeof value === 'string') {
    const ranges = isMarked ? [{ start: 0, end: value.length }] : marks;
    writeString(writer, value, ranges as { start: number; end?: number }[]);
  } else if (Array.isArray(value)) {
    writeItems(writer, ['[', ']'], value, { ...place, isMarked });
  } else if (typeof value === 'object' && value !== null) {
    writeItems(writer, ['{', '}'], Object.entries(value), { ...place, isMarked });
  } else {
    add(writer, 'number', JSON.stringify(value) ?? 'null', isMarked);
  }
}

function writeItems(
  writer: Writer,
  [begin, end]: readonly [string, string],
  items: readonly unknown[],
  place: Place,
): void {
  add(writer, 'punct', begin, place.isMarked);
  items.forEach((item, index) => {
    breakLine(writer, place.depth + 1);
    const [key, value] = begin === '{' ? (item as [string, unknown]) : [index, item];
    if (typeof key === 'string') {
      add(writer, 'key', JSON.stringify(key), place.isMarked);
      add(writer, 'punct', ':', place.isMarked);
      if (!writer.isOneLine) add(writer, 'space', ' ', false);
    }
    writeValue(writer, value, { ...place, pointer: `${place.pointer}/${escaped(key)}`, depth: place.depth + 1 });
    if (index < items.length - 1) add(writer, 'punct', ',', place.isMarked);
  });
  if (items.length > 0) breakLine(writer, place.depth);
  add(writer, 'punct', end, place.isMarked);
}

/** A text with its quotes; what a range marks is escaped by itself, so that the range counts unescaped characters. */
function writeString(writer: Writer, text: string, ranges: readonly { start: number; end?: number }[]): void {
  const inner = (part: string): string => JSON.stringify(part).slice(1, -1);
  add(writer, 'string', '"', false);
  let at = 0;
  for (const { start, end = text.length } of [...ranges].sort((a, b) => a.start - b.start)) {
    if (end <= at) continue;
    add(writer, 'string', inner(text.slice(at, Math.max(at, start))), false);
    add(writer, 'string', inner(text.slice(Math.max(at, start), end)), true);
    at = end;
  }
  add(writer, 'string', inner(text.slice(at)), false);
  add(writer, 'string', '"', false);
}

/** A key as a token of a JSON Pointer (RFC 6901). */
const escaped = (key: string | number): string => String(key).replaceAll('~', '~0').replaceAll('/', '~1');

/** The value at a JSON Pointer; undefined where there is none. */
export function valueAt(document: unknown, pointer: string): unknown {
  if (pointer === '') return document;
  let value = document;
  for (const token of pointer.slice(1).split('/')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[token.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return value;
}
