import { createHash } from 'node:crypto';
import { TypeID, typeidUnboxed } from 'typeid-js';
import type { IdPrefix } from '@assay/contract/id-prefix';

/** A fresh TypeID (prefix and a UUIDv7 in base32): sortable by the time it was made, recognisable by its prefix. */
export const newId = (prefix: IdPrefix): string => typeidUnboxed(prefix);

/**
 * The TypeID that `text` always gets: its SHA-256 as a UUIDv8 (RFC 9562), so that a repeated request names the same
 * thing.
 */
export function derivedId(prefix: IdPrefix, text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return TypeID.fromUUIDBytes(prefix, bytes).toString();
}
