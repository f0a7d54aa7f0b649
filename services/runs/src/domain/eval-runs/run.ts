import type { RunStopped } from '@assay/contract/areas/eval-runs/documents';
import type { RunSpec } from '@assay/contract/areas/eval-runs/run-spec';
import { conflict, reasons } from '@assay/contract/problem';
import type { DecisionOrFault } from '@assay/grading/decisions/decide-cases';

/** A run as it is stored: what was launched, and how far it has come. */
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
  /** Cases with each of their models, which a run that is graded per case is decided by. */
  variants: number;
  variantsPassed: number;
  variantsFailed: number;
  total: number;
  finished: number;
  passed: number;
  failed: number;
  /** Finished trials that say nothing about the server, and those that were not needed or could not be begun; in neither of the counts above. */
  excluded: number;
  skipped: number;
  /** What model calls used; the price is known of `costed` of the `metered` trials that made any. */
  inputTokens: number;
  outputTokens: number;
  modelCalls: number;
  costMicros: number;
  metered: number;
  costed: number;
  /** The only model of the run; a run that is made elsewhere learns it with its end. */
  effectiveModel: string | null;
  /** Why it ended before its trials did. */
  stop: RunStopped | null;
  /** Why it has no verdict, in words. */
  undecidedDetail: string | null;
  createdAt: Date;
  startedAt: Date | null;
  completedAt: Date | null;
}

/** What is only read of a single run. */
export interface RunDetails {
  decision: DecisionOrFault | null;
  /** What there is to be read beyond its row: people who wait for a run read it often. */
  isJudged: boolean;
  hasInsights: boolean;
  hasWaivers: boolean;
}

const UNDER_WAY: ReadonlySet<string> = new Set<Run['status']>(['pending', 'running', 'grading']);

/** Holds that a run is over. */
export function assertOver({ status }: Pick<Run, 'status'>): void {
  if (UNDER_WAY.has(status)) throw conflict('The run is still going on.', { reason: reasons.RUN_NOT_TERMINAL, status });
}

/** Holds that the verdicts on a run's trials are ours: those of a run that was made elsewhere are its reporter's. */
export function assertOurs({ spec }: Pick<Run, 'spec'>): void {
  if (spec.ingestion) throw conflict('The run was made elsewhere: its trials keep the verdicts of their reporter.');
}
