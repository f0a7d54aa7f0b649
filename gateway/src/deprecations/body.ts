/** The JSON of a body. */
export type Body = Record<string, unknown>;

/** What runtimes know (JSON.parse source text access) and TypeScript's library does not yet. */
const json = JSON as unknown as {
  parse(text: string, revive: (key: string, value: unknown, context: { source: string }) => unknown): unknown;
  rawJSON(text: string): unknown;
  isRawJSON(value: unknown): boolean;
};
const utf8 = new TextDecoder('utf-8', { fatal: true });

const isBody = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !json.isRawJSON(value);

/** The object that a body is, with its numbers as they were written; undefined for anything else, which its owner refuses. */
export function bodyOf(bytes: Uint8Array): Body | undefined {
  if (bytes.length === 0) return {};
  try {
    const body = json.parse(utf8.decode(bytes), (_key, value, { source }) =>
      typeof value === 'number' && String(value) !== source ? json.rawJSON(source) : value,
    );
    return isBody(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

export const bytesOf = (body: Body): Buffer => Buffer.from(JSON.stringify(body));

/** The body with its own fields under other names. What is deeper is none of our words: it may be anybody's. */
export const within = (names: ReadonlyMap<string, string>, body: Body): Body =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [names.get(name) ?? name, value]));

/** Likewise for the items of a list, too. */
export const withinPage = (names: ReadonlyMap<string, string>, body: Body): Body =>
  within(
    names,
    Array.isArray(body.items)
      ? { ...body, items: body.items.map((item: unknown) => (isBody(item) ? within(names, item) : item)) }
      : body,
  );
