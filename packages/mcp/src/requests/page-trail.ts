import type { Cause } from '@assay/contract/areas/diagnosis/cause';

/** Why a list was not read to its end, though the server answered. */
export type ListFault = Extract<Cause, 'list_endless' | 'cursor_invalid'>;

export const LIST_FAULTS: Record<ListFault, string> = {
  list_endless: 'The pages of the list do not end.',
  cursor_invalid: 'The cursor of the next page is not a string.',
};

/** The rules of a session for cursors. */
export interface CursorRules {
  /** In revision 2026-07-28 an empty cursor is a cursor like any other; servers of older revisions end a list with it. */
  emptyCursorEnds?: boolean;
}

/** A page's reference to the next one; no reference at the end of a list. */
export interface PageReference {
  nextCursor?: string;
  /** Set where the cursor is not a string, so that no client can follow it. */
  cursorInvalid?: true;
}

/** The highest number of pages of a list. */
export const MAX_PAGES = 200;

/** Reads `nextCursor` of a result. Many servers write `null` on the last page, which every client takes for none. */
export function referenceIn(nextCursor: unknown, { emptyCursorEnds = false }: CursorRules): PageReference {
  if (nextCursor === undefined || nextCursor === null || (nextCursor === '' && emptyCursorEnds)) return {};
  return typeof nextCursor === 'string' ? { nextCursor } : { cursorInvalid: true };
}

/** The way through the pages of one list: the cursor of the next page, or the reason why none follows. */
export class PageTrail {
  readonly #cursors = new Set<string>();
  readonly #pages = new Set<string>();
  #fault: ListFault | undefined;

  /** The fault that ended the list before its last page. */
  get fault(): ListFault | undefined {
    return this.#fault;
  }

  /** The cursor of the page after this one; `identities` are the names or URIs on this one. */
  after({ nextCursor, cursorInvalid }: PageReference, identities: readonly unknown[]): string | undefined {
    if (cursorInvalid) this.#fault = 'cursor_invalid';
    if (nextCursor === undefined) return undefined;
    const page = identities.length > 0 ? JSON.stringify(identities) : undefined;
    const repeats = this.#cursors.has(nextCursor) || (page !== undefined && this.#pages.has(page));
    if (repeats || this.#cursors.size >= MAX_PAGES) {
      this.#fault = 'list_endless';
      return undefined;
    }
    this.#cursors.add(nextCursor);
    if (page !== undefined) this.#pages.add(page);
    return nextCursor;
  }
}
