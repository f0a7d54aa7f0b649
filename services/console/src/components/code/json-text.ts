/** A range of a text, in UTF-16 units; the end is not part of it. */
export interface TextRange {
  start: number;
  end: number;
}

/** Cited evidence in a JSON document: a value, and where it is a text, the part of it that is cited. */
export interface EvidencePlace {
  /** JSON Pointer (RFC 6901). */
  pointer: string;
  range?: TextRange | undefined;
}

const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** A document as JSON, indented or on one line, and the ranges of the cited places that it has. */
export function writeJson(
  document: unknown,
  evidence: readonly EvidencePlace[] = [],
  { isOneLine = false } = {},
): { text: string; marks: readonly TextRange[] } {
  if (evidence.length === 0)
    return { text: JSON.stringify(document, null, isOneLine ? 0 : 2) ?? 'undefined', marks: [] };
  const parts: string[] = [];
  const marks: TextRange[] = [];
  let length = 0;
  const put = (text: string): void => {
    parts.push(text);
    length += text.length;
  };
  const write = (value: unknown, pointer: string, indent: string): void => {
    const start = length;
    const entries = entriesOf(value);
    if (!entries || entries.length === 0) {
      put(JSON.stringify(value) ?? 'null');
    } else {
      const isList = Array.isArray(value);
      put(isList ? '[' : '{');
      for (const [index, [key, each]] of entries.entries()) {
        const before = isOneLine ? '' : `\n${indent}  `;
        put(`${index > 0 ? ',' : ''}${before}${isList ? '' : `${JSON.stringify(key)}:${isOneLine ? '' : ' '}`}`);
        write(each, `${pointer}/${escaped(key)}`, `${indent}  `);
      }
      put(`${isOneLine ? '' : `\n${indent}`}${isList ? ']' : '}'}`);
    }
    for (const place of evidence)
      if (place.pointer === pointer) marks.push(markIn(value, { start, end: length }, place.range));
  };
  write(document, '', '');
  return { text: parts.join(''), marks };
}

const entriesOf = (value: unknown): [string, unknown][] | undefined =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).filter(([, each]) => each !== undefined)
    : undefined;

/** The range of a part of a text within its JSON, without the quotes; the whole value where nothing is known of a part. */
function markIn(value: unknown, whole: TextRange, range: TextRange | undefined): TextRange {
  if (typeof value !== 'string') return whole;
  if (range === undefined) return { start: whole.start + 1, end: whole.end - 1 };
  const lengthOf = (text: string): number => JSON.stringify(text).length - 2;
  const start = whole.start + 1 + lengthOf(value.slice(0, range.start));
  return { start, end: start + lengthOf(value.slice(range.start, range.end)) };
}
