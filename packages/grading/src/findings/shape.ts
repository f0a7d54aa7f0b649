/** How much of a text is read, and how much of its shape is kept, in characters. */
const [READ, KEPT] = [1_000, 200];

/** What differs between two tellings of the same failure, and what stands for it; in this order. */
const variable: [pattern: RegExp, as: string][] = [
  [/"(?:[^"\\]|\\.)*(?:"|$)/g, '"…"'],
  [/'[^']*'/g, "'…'"],
  [/\bhttps?:\/\/\S+/gi, '<url>'],
  [/[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{1,64}/g, '<email>'],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, '<id>'],
  [/\b(?=[\w-]*\d)[\w-]{12,}\b/g, '<id>'],
  [/\d+(?:[.,:]\d+)*/g, '#'],
  [/\s+/g, ' '],
];

/** The shape of an error: what is left of its text when values, numbers and ids are taken out, so that two occurrences of one failure look the same. */
export function errorShapeOf(text: string): string {
  return variable
    .reduce((shape, [pattern, as]) => shape.replace(pattern, as), withoutObjects(text.slice(0, READ)))
    .trim()
    .toLowerCase()
    .slice(0, KEPT);
}

/** JSON objects are data, however they nest. */
function withoutObjects(text: string): string {
  let [shape, depth] = ['', 0];
  for (const char of text) {
    if (char === '{' && depth++ === 0) shape += '{…}';
    else if (char === '}' && depth > 0) depth--;
    else if (depth === 0) shape += char;
  }
  return shape;
}
