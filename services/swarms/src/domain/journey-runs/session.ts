import type { JourneyRunSession } from '@assay/contract/areas/journey-runs/documents';
import type { SessionResult, SessionUsage } from '@assay/contract/areas/journey-runs/session-work';
import type { FrozenCriterion } from '../journeys/rubric.ts';

export type SessionLifecycle = JourneyRunSession['lifecycle'];
export type SessionGrading = JourneyRunSession['gradingState'];
export type SessionStatus = NonNullable<JourneyRunSession['outcome']>;

/** Why a conversation ended by itself, or broke off. */
export type SessionEndReason = NonNullable<SessionResult['endReason']> | NonNullable<SessionResult['error']>['ending'];

/** How a session fared by one criterion. */
export interface SessionCriterion {
  id: string;
  kind: FrozenCriterion['kind'];
  role: FrozenCriterion['role'];
  status: 'passed' | 'failed' | 'pending' | 'error' | 'not_applicable';
  reason: string;
}

/** The part of a session that its verdict and the counts of its run follow from. */
export interface SessionFacts {
  targetIndex: number;
  lifecycle: SessionLifecycle;
  errorCode: string | null;
  endReason: SessionEndReason | null;
  wasStarted: boolean;
  grading: SessionGrading;
  criteria: SessionCriterion[];
  /** Over all tries that are over. */
  usage: SessionUsage | null;
}

/** A stored session. */
export interface StoredSession extends Omit<SessionFacts, 'wasStarted'> {
  id: string;
  runId: string;
  projectId: string;
  position: number;
  sessionIndex: number;
  seed: number;
  status: SessionStatus;
  attemptId: string;
  /** The change of the run that it was last part of; 0 until it begins. */
  change: number;
  errorMessage: string | null;
  turnCount: number;
  messageCount: number;
  preview: string;
  startedAt: Date | null;
  lastActivityAt: Date | null;
  endedAt: Date | null;
}

export const factsOf = ({ startedAt, ...session }: StoredSession): SessionFacts => ({
  ...session,
  wasStarted: startedAt !== null,
});

/** A session before and after a change. */
export interface SessionChange {
  before: StoredSession;
  after: StoredSession;
}

export const changedFacts = ({ before, after }: SessionChange): { before: SessionFacts; after: SessionFacts } => ({
  before: factsOf(before),
  after: factsOf(after),
});

/** Error codes of sessions that are over without a conversation of their own. */
export const sessionErrors = {
  canceled: { code: 'canceled', message: 'The run was cancelled.' },
  settledEarly: { code: 'settled_early', message: 'The verdict about the target was decided before this session.' },
  stale: { code: 'stale_runner', message: 'No runner reported on the run for too long.' },
} as const;

/** Why no further session with the model can succeed at the moment. */
export const BUDGET_EXHAUSTED = 'BUDGET_EXHAUSTED';

/** The status of the session in the words of attempts. */
export const statusOf = (lifecycle: SessionLifecycle): SessionStatus =>
  ({
    pending: 'pending',
    running: 'running',
    ran: 'succeeded',
    broke: 'failed',
    limited: 'rate_limited',
    withdrawn: 'failed',
  })[lifecycle] as SessionStatus;
