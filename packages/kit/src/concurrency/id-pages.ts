/** At most this many ids are in a page. */
const PAGE = 500;

/**
 * Ids in their order, page by page, until there are no more or `signal` aborts. `list` answers the ids after one, `limit` at
 * most.
 */
export async function* idPages(
  signal: AbortSignal,
  list: (after: string, limit: number) => Promise<string[]>,
): AsyncGenerator<string[], void> {
  for (let after = ''; !signal.aborted;) {
    const ids = await list(after, PAGE);
    if (ids.length === 0) return;
    yield ids;
    after = ids.at(-1)!;
  }
}
