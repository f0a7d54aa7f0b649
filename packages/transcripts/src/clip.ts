import type { WireEntry } from '@assay/contract/areas/transcripts/trace';

/** At most so much of one message is stored, in bytes of its text. */
export const MAX_MESSAGE_BYTES = 64 * 1024;

/** An entry with at most the first 64 KB of its message. */
export function clipEntry(entry: WireEntry): WireEntry {
  const { message, text, ...seen } = entry;
  const said = text ?? (message === undefined ? '' : JSON.stringify(message));
  const bytes = Buffer.from(said);
  if (bytes.length <= MAX_MESSAGE_BYTES) return entry;
  // Streaming mode leaves out a character that the cut went through.
  const head = new TextDecoder().decode(bytes.subarray(0, MAX_MESSAGE_BYTES), { stream: true });
  return { ...seen, text: head, truncated: true };
}
