import type { RunStopped } from '@assay/contract/areas/eval-runs/documents';
import type { RunSpec } from '@assay/contract/areas/eval-runs/run-spec';
import { conflict, reasons } from '@assay/contract/problem';
import type { DecisionOrFault } from '@assay/grading/decisions/decide-cases';
import type { SeriesWindow } from '@assay/findings/series-window';
import type { FoundGaps } from '@assay/grading/decisions/grading-gap';

/** A run as it is stored: its specification, and its progress. */
export interface Run {
  id: string;
  projectId: string;
  organizationId: string;
  suiteId: string;
  runNumber: number;
  source: 'ui' | 'api' | 'sdk' | 'schedule';
  spec: RunSpec;
  status: 'pending' | 'running' | 'grading' | 'completed' | 'failed' | 'cancelled' | 'timed_out';
  result: 'passed' | 'failed' | 'inconclusive' | null;
  /** The number of case variants, which decide a run that is graded per case. */
  variants: number;
  variantsPassed: number;
  variantsFailed: number;
  total: number;
  finished: number;
  passed: number;
  failed: number;
  /**
   * Excluded: finished iterations that say nothing about the server. Skipped: iterations that were not needed or could
   * not begin. Both are in neither count above.
   */
  excluded: number;
  skipped: number;
  /** The usage of model calls; the price is known for `costed` of the `metered` iterations with calls. */
  inputTokens: number;
  outputTokens: number;
  modelCalls: number;
  costMicros: number;
  metered: number;
  costed: number;
  /** The only model of the run; set at the end of an ingested run. */
  effectiveModel: string | null;
  /** Why the run ended before its iterations did. */
  stop: RunStopped | null;
  /** Why it has no verdict, in words. */
  undecidedDetail: string | null;
  /** Its cases that nothing decides; null when there is none. */
  casesWithoutGrading: FoundGaps | null;
  /** The version of the grading rules that its verdict rests on. */
  gradingVersion: number;
  /** The hashes of the surfaces that it met, in hex. */
  surfaces: { serverId: string; hash: string }[];
  createdAt: Date;
  startedAt: Date | null;
  completedAt: Date | null;
}

/** Fields that only the read of a single run needs. */
export interface RunDetails {
  decision: DecisionOrFault | null;
  /** Whether there are further rows to read: runs are polled often, so most reads skip them. */
  isJudged: boolean;
  hasInsights: boolean;
  hasWaivers: boolean;
}

/** The window of a run's findings: runs of one suite are compared with each other. */
export const windowOfRun = ({ id, suiteId }: Pick<Run, 'id' | 'suiteId'>): SeriesWindow => ({
  seriesId: suiteId,
  windowId: id,
});

const UNDER_WAY: ReadonlySet<string> = new Set<Run['status']>(['pending', 'running', 'grading']);

/** @throws CONFLICT when the run is not over. */
export function assertRunOver({ status }: Pick<Run, 'status'>): void {
  if (UNDER_WAY.has(status)) throw conflict('The run has not ended yet.', { reason: reasons.RUN_NOT_TERMINAL, status });
}

/** @throws CONFLICT for an ingested run: its iterations keep the verdicts of their reporter. */
export function assertNotIngested({ spec }: Pick<Run, 'spec'>): void {
  if (spec.ingestion) throw conflict('The run was ingested: its iterations keep the verdicts of their reporter.');
}
