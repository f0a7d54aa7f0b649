import type { ImportApproval } from '@assay/contract/documents/run';
import type { Decided, ValidityPolicy } from '@assay/grading/decide-cases';

export interface RunServer { id: string; name: string }

/** A run as it is stored. */
export interface Run {
  id: string; projectId: string; organizationId: string; suiteId: string; runNumber: number;
  status: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled' | 'timed_out';
  result: 'passed' | 'failed' | 'inconclusive' | null; source: 'ui' | 'api' | 'sdk' | 'schedule'; notes: string | null;
  minimumAccuracy: number; servers: RunServer[];
  /** Set where the run is graded per case, by variants: cases with each of their models. */
  caseGrading: ValidityPolicy | null; variants: number; variantsPassed: number; variantsFailed: number;
  total: number; finished: number; passed: number; failed: number;
  createdAt: Date; startedAt: Date | null; completedAt: Date | null;
}

/** What is only read of a single run. */
export interface RunDetails { decision: Decided | null; importApprovals: ImportApproval[] | null }
