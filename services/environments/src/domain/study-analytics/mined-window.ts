/** How many ended sessions of a window showed a signal. */
export interface WindowSignal {
  fingerprint: string;
  affected: number;
  occurrences: number;
  /** When the first of these sessions began, and when the last one ended; milliseconds since the epoch. */
  firstAt: number;
  lastAt: number;
}

/** A window with the counts of its mining. */
export interface MinedWindow {
  id: string;
  startAt: Date;
  endAt: Date;
  /** Null when it was not mined yet. */
  minedAt: Date | null;
  /** Its ended sessions, and how many of them have feedback. */
  sessions: number;
  rated: number;
  signals: WindowSignal[];
}
