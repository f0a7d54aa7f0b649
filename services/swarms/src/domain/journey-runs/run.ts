import type { JourneyRun } from '@assay/contract/areas/journey-runs/documents';
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
  keyId: string;
  createdAt: Date;
  lastHeartbeatAt: Date;
  endedAt: Date | null;
}

/** The status of a run by its counts: `running` until every session is over. */
export function statusOfRun(tally: Tally): StoredRun['status'] {
  if (openSessions(tally) > 0) return 'running';
  const of = (lifecycle: string) => tally[`lifecycle/${lifecycle}`] ?? 0;
  if (of('ran') > 0) return brokenOffSessions(tally) > 0 ? 'partial' : 'completed';
  return of('limited') > 0 && of('broke') === 0 ? 'rate_limited' : 'failed';
}
