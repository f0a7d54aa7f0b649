/**
 * Several JUnit documents as one: the suites of all of them under one `testsuites`, whose counts are the sums. Each text
 * is a report of the API, so its root is `testsuites`.
 */
export function joinJunit(documents: readonly string[]): string {
  if (documents.length === 1) return documents[0]!;
  const parts = documents.map((document) => {
    const [opening, attributes] = /<testsuites((?:\s+[^\s=]+="[^"]*")*)\s*\/?>/.exec(document)!;
    const from = document.indexOf(opening) + opening.length;
    const to = document.lastIndexOf('</testsuites>');
    return { attributes, body: to < from ? '' : document.slice(from, to).replace(/^\n/, '').trimEnd() };
  });
  const sums = COUNTS.flatMap(({ name, digits }) => {
    const values = parts.map(({ attributes }) => new RegExp(` ${name}="([^"]*)"`).exec(attributes!)?.[1]);
    if (values.every((value) => value === undefined)) return [];
    const sum = values.reduce((total, value) => total + Number(value ?? 0), 0);
    return [` ${name}="${sum.toFixed(digits)}"`];
  });
  const bodies = parts.map(({ body }) => body).filter((body) => body !== '');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${sums.join('')}>\n${bodies.join('\n')}\n</testsuites>\n`;
}

/** Attributes that are summed, with the decimals that they are written with. */
const COUNTS = [
  { name: 'tests', digits: 0 },
  { name: 'failures', digits: 0 },
  { name: 'errors', digits: 0 },
  { name: 'skipped', digits: 0 },
  { name: 'time', digits: 3 },
] as const;
