/** A JSON object as a body. */
export type JsonBody = Record<string, unknown>;

/**
 * JSON.parse source text access, which TypeScript's library does not declare yet. The packed command line also runs on
 * Node.js 20, which has none: numbers are spelled anew there.
 */
const json = JSON as unknown as {
  parse(text: string, revive?: (key: string, value: unknown, context: { source: string }) => unknown): unknown;
  rawJSON?: (text: string) => unknown;
  isRawJSON?(value: unknown): boolean;
};
const utf8 = new TextDecoder('utf-8', { fatal: true });

const isBody = (value: unknown): value is JsonBody =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !json.isRawJSON?.(value);

/**
 * Parses a body, with the original spelling of its numbers; undefined when it is not an object, which its service
 * refuses.
 */
export function bodyOf(bytes: Uint8Array): JsonBody | undefined {
  if (bytes.length === 0) return {};
  try {
    const { rawJSON } = json;
    const body = json.parse(
      utf8.decode(bytes),
      rawJSON &&
        ((_key, value, { source }) =>
          typeof value === 'number' && String(value) !== source ? rawJSON(source) : value),
    );
    return isBody(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

export const bytesOf = (body: JsonBody): Buffer => Buffer.from(JSON.stringify(body));

/** Renames the body's own fields. Nested fields stay: they may be user data. */
const renameFields = (names: ReadonlyMap<string, string>, body: JsonBody): JsonBody =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [names.get(name) ?? name, value]));

/** Renames the body's own fields, and the fields of a list's items. */
export const renamePageFields = (names: ReadonlyMap<string, string>, body: JsonBody): JsonBody =>
  renameFields(
    names,
    Array.isArray(body.items)
      ? { ...body, items: body.items.map((item: unknown) => (isBody(item) ? renameFields(names, item) : item)) }
      : body,
  );
