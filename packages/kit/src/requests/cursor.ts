import { invalid } from '@assay/contract/problem';
import { boundsOf, type PageQuery } from '@assay/contract/schema';
import { openSignedToken, signToken } from '../security/signed-token.ts';

/** Where a page ended: the values of the list's sort key. */
export type CursorPosition = readonly (string | number)[];

/** Keyset cursors: opaque to callers, signed, and good only for the list they were issued for. */
export interface Cursors {
  encode(list: string, position: CursorPosition): string;
  /** VALIDATION_ERROR, which names the `parameter` that it came in, when the cursor is not one we issued for this list. */
  decode(list: string, cursor: string | undefined, parameter?: string): CursorPosition | undefined;
}

export function openCursors(secret: string): Cursors {
  const scopeOf = (list: string) => ({ purpose: 'cursors', subject: list });
  return {
    encode: (list, position) =>
      signToken(secret, scopeOf(list), Buffer.from(JSON.stringify(position))).toString('base64url'),
    decode: (list, cursor, parameter = 'cursor') => {
      if (!cursor) return undefined;
      const body = openSignedToken(secret, scopeOf(list), Buffer.from(cursor, 'base64url'));
      if (!body)
        throw invalid(`/${parameter} is not one that this list issued.`, {
          issues: [{ path: `/${parameter}`, message: 'is not one that this list issued' }],
        });
      return JSON.parse(body.toString()) as CursorPosition;
    },
  };
}

/** Rows per page, within the bounds that the operation declares: absent, zero or unreadable gives its default, anything else is clamped. */
export function pageSize({ input }: { input: PageQuery }, limit: string | number | undefined): number {
  const { fallback, max } = boundsOf(input);
  const wanted = Math.trunc(Number(limit ?? 0));
  return Number.isFinite(wanted) && wanted !== 0 ? Math.min(Math.max(wanted, 1), max) : fallback;
}

/** Cuts `size + 1` found rows to a page; the extra row proves that there is a next one. */
export function pageOf<T>(
  found: T[],
  size: number,
  cursorAfter: (last: T) => string,
): { items: T[]; nextCursor?: string } {
  const items = found.slice(0, size);
  const last = items.at(-1);
  return { items, ...(found.length > size && last !== undefined && { nextCursor: cursorAfter(last) }) };
}

/** A list as `listed` needs it: its name, the rows that follow a position, and the position of a row. */
export interface PagedList<Item, After extends CursorPosition> {
  name: string;
  find: (after: After | undefined, limit: number) => Promise<Item[]>;
  positionOf: (item: Item) => [...After];
}

/** The page of a list that a query of the operation asks for. */
export async function pageOfList<Item, After extends CursorPosition>(
  operation: { input: PageQuery },
  cursors: Cursors,
  query: { cursor?: string; limit?: string | number },
  { name, find, positionOf }: PagedList<Item, After>,
): Promise<{ items: Item[]; nextCursor?: string }> {
  const after = cursors.decode(name, query.cursor) as After | undefined;
  const size = pageSize(operation, query.limit);
  return pageOf(await find(after, size + 1), size, (last) => cursors.encode(name, positionOf(last)));
}
