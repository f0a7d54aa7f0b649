/** An object as JSON, with further fields whose values are JSON texts already: they are not parsed and printed again. */
export function jsonWith(document: object, printed: Record<string, string>): Buffer {
  const fields = Object.entries(printed).map(([field, json]) => `${JSON.stringify(field)}:${json}`);
  const own = JSON.stringify(document).slice(1, -1);
  return Buffer.from(`{${[...(own ? [own] : []), ...fields].join(',')}}`);
}
