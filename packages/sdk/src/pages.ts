/** Asks for one page; `cursor` is absent for the first one. */
type AskPage = (cursor: string | undefined) => Promise<unknown>;

/** The items of all pages, each page asked for when it is needed. */
export async function* itemsOfPages(list: string, ask: AskPage): AsyncGenerator {
  let cursor: string | undefined;
  for (;;) {
    const page = (await ask(cursor)) as Record<string, unknown>;
    yield* (page[list] ?? []) as unknown[];
    const { nextCursor: next } = page;
    if (typeof next !== 'string' || next === '') return;
    if (next === cursor) throw new Error('The platform answered the same page again.');
    cursor = next;
  }
}
