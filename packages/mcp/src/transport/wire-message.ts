import { given } from '@assay/contract/given';

/** A message on the wire to or from a server. Headers are not part of it. */
export interface WireMessage {
  /** Milliseconds since `connect` was called. */
  atMs: number;
  direction: 'sent' | 'received';
  /** Status of the HTTP response that carried a received message. */
  httpStatus?: number;
  /** Size of the message in UTF-8 bytes, also when `text` is cut. */
  bytes: number;
  /** The message as it was written, usually JSON-RPC; the body of a failed HTTP response otherwise. */
  text: string;
  /** `text` holds only the first 64 KB. */
  truncated?: true;
}

/**
 * Receives every message at once, as it was written: tool results are evidence, so masking them here would falsify the
 * grading and cost every call. Stores and reports mask secrets later.
 */
export type OnWire = (message: WireMessage) => void;

/** Logs a message on the wire. */
export type WireLog = (direction: WireMessage['direction'], text: string, httpStatus?: number) => void;

/** `startedAt` is the zero of the log's times, on the clock of `performance.now()`. */
export const wireLog =
  (startedAt: number, onWire: OnWire | undefined): WireLog =>
  (direction, text, httpStatus) =>
    onWire?.({
      atMs: Math.round((performance.now() - startedAt) * 10) / 10,
      direction,
      ...given({ httpStatus }),
      ...clipWireText(text),
    });

const MAX_TEXT_BYTES = 64 * 1024;

/** The size of `text` and, when it is large, a copy of its beginning that does not retain the rest in memory. */
export function clipWireText(text: string): Pick<WireMessage, 'bytes' | 'text' | 'truncated'> {
  const bytes = Buffer.byteLength(text);
  if (bytes <= MAX_TEXT_BYTES) return { bytes, text };
  const head = Buffer.from(text.slice(0, MAX_TEXT_BYTES)).subarray(0, MAX_TEXT_BYTES);
  // Streaming mode drops a character that the cut splits.
  return { bytes, text: new TextDecoder().decode(head, { stream: true }), truncated: true };
}
