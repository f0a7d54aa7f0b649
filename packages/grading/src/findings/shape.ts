/** The length of the text that is read, and of the shape that is kept, in characters. */
const [READ, KEPT] = [1_000, 200];

/** The parts that vary between occurrences of one failure, and their placeholders; applied in this order. */
const variable: [pattern: RegExp, as: string][] = [
  [/"(?:[^"\\]|\\[^])*(?:"|\\?$)/g, '"…"'],
  [/'[^']*'/g, "'…'"],
  [/\bhttps?:\/\/\S+/gi, '<url>'],
  [/[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{1,64}/g, '<email>'],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, '<id>'],
  [/(?<![\w-])(?=[\w-]*\d)[\w-]{12,}/g, '<id>'],
  [/\d+(?:[.,:]\d+)*/g, '#'],
  [/\s+/g, ' '],
];

/**
 * The shape of an error: its text without values, numbers and ids, so that two occurrences of one failure have the same
 * shape.
 */
export function errorShapeOf(text: string): string {
  return variable
    .reduce((shape, [pattern, as]) => shape.replace(pattern, as), withoutObjects(text.slice(0, READ)))
    .trim()
    .toLowerCase()
    .slice(0, KEPT);
}

/** JSON objects are data, at any depth. */
function withoutObjects(text: string): string {
  let [shape, depth] = ['', 0];
  for (const char of text) {
    if (char === '{' && depth++ === 0) shape += '{…}';
    else if (char === '}' && depth > 0) depth--;
    else if (depth === 0) shape += char;
  }
  return shape;
}
