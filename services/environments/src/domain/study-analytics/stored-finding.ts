import type { FindingStatus } from '@assay/grading/measures/finding-lifecycle';
import type { SignalDimension, SignalSubject } from '@assay/grading/measures/session-signal';

/** Every dimension but the use of a tool, which is no trouble. */
export type FoundDimension = Exclude<SignalDimension, 'toolUsed'>;

/** The evidence of one session for a finding. */
export interface FindingSession {
  sessionId: string;
  promptIndex: number;
  occurrences: number;
  excerpt: string;
}

/** A finding as it is stored, with its newest sessions. */
export interface StoredFinding {
  id: string;
  fingerprint: string;
  dimension: FoundDimension;
  detail: string;
  subject: SignalSubject;
  status: FindingStatus;
  occurrenceCount: number;
  firstWindowId: string;
  lastWindowId: string;
  firstSeenAt: Date;
  lastSeenAt: Date;
  resolvedAt: Date | null;
  dismissedAt: Date | null;
  updatedAt: Date;
  sessions: FindingSession[];
}
