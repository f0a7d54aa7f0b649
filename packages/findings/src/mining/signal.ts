import type { SeriesWindow } from '../series-window.ts';

/** A signal apart from the sessions that showed it. */
export interface KnownSignal {
  fingerprint: string;
  dimension: string;
  detail: string;
  subject: { kind: string; id: string; label: string };
}

/** A signal as a session showed it. */
export interface ShownSignal extends Omit<KnownSignal, 'fingerprint'> {
  occurrences: number;
  /** The turn that showed it first. */
  promptIndex: number;
  /** Masked. */
  excerpt: string;
}

/** The signals of one session. */
export interface SignalsOfSession extends SeriesWindow {
  sessionId: string;
  signals: readonly ShownSignal[];
}

/** A session that showed a signal. */
export interface SignalEvidence {
  sessionId: string;
  promptIndex: number;
  occurrences: number;
  excerpt: string;
}
