import type { WireEntry } from '@assay/contract/areas/transcripts/trace';
import { given } from '@assay/contract/given';
import type { WireMessage } from './wire-message.ts';

/** A message on the wire as documents show it: parsed where it is whole JSON. */
export function wireEntryOf({
  direction,
  bytes,
  text,
  truncated,
  httpStatus,
}: WireMessage): Omit<WireEntry, 'atMs' | 'serverId'> {
  const entry = { direction, bytes, ...given({ httpStatus }) };
  if (truncated) return { ...entry, text, truncated };
  try {
    return { ...entry, message: JSON.parse(text) as unknown };
  } catch {
    return { ...entry, text };
  }
}
