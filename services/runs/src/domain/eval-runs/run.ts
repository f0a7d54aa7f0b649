import type { GatePolicy } from '@assay/contract/areas/gates/documents';
import type { MatchOptionsInput } from '@assay/contract/areas/cases/match-options';
import type { ImportApproval, RunBudget } from '@assay/contract/areas/eval-runs/launch';
import type { RunCi, RunClient, RunLauncher, RunStopped } from '@assay/contract/areas/eval-runs/documents';
import type { CassetteInput, RunExecution } from '@assay/contract/areas/eval-runs/execution';
import type { EarlyStopping } from '@assay/contract/areas/analysis/statistics';
import type { Judge } from '@assay/contract/areas/suites/settings';
import type { DecisionOrFault, ValidityPolicy } from '@assay/grading/decisions/decide-cases';
import type { Ingestion } from '../ingestion/ingestion.ts';

export interface RunServer {
  id: string;
  name: string;
}

/** Where the models of a run came from. */
export type ModelSource = 'case' | 'client_default' | 'override';

/** A run as it is stored. */
export interface Run {
  id: string;
  projectId: string;
  organizationId: string;
  suiteId: string;
  runNumber: number;
  status: 'pending' | 'running' | 'grading' | 'completed' | 'failed' | 'cancelled' | 'timed_out';
  result: 'passed' | 'failed' | 'inconclusive' | null;
  source: 'ui' | 'api' | 'sdk' | 'schedule';
  notes: string | null;
  minimumAccuracy: number;
  servers: RunServer[];
  /** Set where the run is graded per case, by variants: cases with each of their models. */
  caseGrading: ValidityPolicy | null;
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
  client: RunClient | null;
  modelSource: ModelSource | null;
  effectiveModel: string | null;
  launcher: RunLauncher | null;
  ci: RunCi | null;
  keyId: string | null;
  runGroupId: string | null;
  arm: string | null;
  rerunOf: string | null;
  rerunScope: 'failed_cases' | null;
  externalRunId: string | null;
  name: string | null;
  tags: string[] | null;
  framework: string | null;
  earlyStopping: EarlyStopping | null;
  cassette: CassetteInput | null;
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
  importApprovals: ImportApproval[] | null;
  execution: RunExecution | null;
  runnerLabels: string[];
  /** As the suite had them when the run was made; no gate is null. */
  judge: Judge | null;
  gate: GatePolicy | null;
  /** How long the run waits for its judge. */
  gradingUntil: Date | null;
  /** Null for runs that are older than this. */
  suiteName: string | null;
  /** What the launch laid over the cases' own match options. */
  matchOptions: MatchOptionsInput | null;
  /** What the launch itself asked for; null where it left that to the suite, or set no budget. */
  minimumPassRate: number | null;
  budget: RunBudget | null;
  /** Set where it was made elsewhere. */
  ingestion: Ingestion | null;
  /** What there is to be read beyond its row: people who wait for a run read it often. */
  isJudged: boolean;
  hasInsights: boolean;
  hasWaivers: boolean;
}
