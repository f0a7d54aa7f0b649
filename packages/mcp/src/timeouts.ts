/** How long to wait for a server, in milliseconds. */
export interface ServerTimeouts {
  /**
   * From the start of the command or the first byte sent to the end of the handshake: both eras of the protocol and the
   * older transport included.
   */
  connectMs: number;
  /** For a request without an answer or a progress notification. */
  idleMs: number;
  /** For a whole request; progress does not extend it. */
  totalMs: number;
}

export const DEFAULT_TIMEOUTS: ServerTimeouts = { connectMs: 30_000, idleMs: 30_000, totalMs: 120_000 };
