import { createHmac, timingSafeEqual } from 'node:crypto';
import { invalid } from '@assay/contract/problem';

/** Where a page ended: the values of the list's sort key. */
export type Position = readonly (string | number)[];

/** Keyset cursors: opaque to callers, signed, and good only for the list they were issued for. */
export interface Cursors {
  encode(list: string, position: Position): string;
  /** VALIDATION_ERROR when the cursor is not one we issued for this list. */
  decode(list: string, cursor: string | undefined): Position | undefined;
}

const SIGNATURE = 16;

export function openCursors(secret: string): Cursors {
  const key = createHmac('sha256', secret).update('cursors').digest();
  const sign = (list: string, body: Buffer) => createHmac('sha256', key).update(`${list}\n`).update(body).digest().subarray(0, SIGNATURE);
  return {
    encode: (list, position) => {
      const body = Buffer.from(JSON.stringify(position));
      return Buffer.concat([sign(list, body), body]).toString('base64url');
    },
    decode: (list, cursor) => {
      if (!cursor) return undefined;
      const bytes = Buffer.from(cursor, 'base64url');
      const body = bytes.subarray(SIGNATURE);
      const signature = bytes.subarray(0, SIGNATURE);
      if (body.length === 0 || !timingSafeEqual(signature, sign(list, body))) throw invalid('/cursor is not one that this list issued.', { issues: [{ path: '/cursor', message: 'is not one that this list issued' }] });
      return JSON.parse(body.toString()) as Position;
    },
  };
}

/** Rows per page: absent, zero or unreadable gives `fallback`, anything else is clamped to 1..max. */
export function pageSize(limit: string | number | undefined, fallback: number, max: number): number {
  const wanted = Math.trunc(Number(limit ?? 0));
  return Number.isFinite(wanted) && wanted !== 0 ? Math.min(Math.max(wanted, 1), max) : fallback;
}

/** Cuts `size + 1` found rows to a page; the extra row proves that there is a next one. */
export function pageOf<T>(found: T[], size: number, cursorAfter: (last: T) => string): { items: T[]; nextCursor?: string } {
  const items = found.slice(0, size);
  const last = items.at(-1);
  return { items, ...(found.length > size && last !== undefined && { nextCursor: cursorAfter(last) }) };
}
