import type { JourneyRun } from '@assay/contract/areas/journey-runs/documents';
import type { RunDecision } from '@assay/contract/areas/analysis/decision';
import { brokenOffSessions, openSessions } from './run-report.ts';
import type { JourneyRunSpec } from './run-spec.ts';
import type { Tally } from './tally.ts';

/** A stored run. */
export interface StoredRun {
  id: string;
  organizationId: string;
  projectId: string;
  journeyId: string;
  waveId: string;
  requestHash: string;
  status: JourneyRun['status'];
  isCanceled: boolean;
  isStale: boolean;
  error: string | null;
  spec: JourneyRunSpec;
  tally: Tally;
  /** Rises with every change that followers see. */
  change: number;
  keyId: string;
  createdAt: Date;
  lastHeartbeatAt: Date;
  endedAt: Date | null;
  /** When retention deleted the transcripts and traces of its sessions. */
  tracesGoneAt: Date | null;
}

/** A run as it is read, with the verdict that is stored beside its final counts; null before, or without a decision. */
export type DecidedRun = StoredRun & { verdict: RunDecision['verdict'] | null };

/** Whether a run is over and graded, so that nothing of it changes. */
export const isSettled = ({ status, tally }: Pick<StoredRun, 'status' | 'tally'>): boolean =>
  status !== 'running' && !isJudged(tally);

/** Whether every session is over and graded, so that the report of these counts is final. */
export const isFinal = (tally: Tally): boolean => openSessions(tally) === 0 && !isJudged(tally);

/** Whether judges are still to grade sessions. */
export const isJudged = (tally: Tally): boolean => (tally['grading/queued'] ?? 0) + (tally['grading/running'] ?? 0) > 0;

/** The status of a run by its counts: `running` until every session is over. */
export function statusOfRun(tally: Tally): StoredRun['status'] {
  if (openSessions(tally) > 0) return 'running';
  const of = (lifecycle: string) => tally[`lifecycle/${lifecycle}`] ?? 0;
  if (of('ran') > 0) return brokenOffSessions(tally) > 0 ? 'partial' : 'completed';
  return of('limited') > 0 && of('broke') === 0 ? 'rate_limited' : 'failed';
}
