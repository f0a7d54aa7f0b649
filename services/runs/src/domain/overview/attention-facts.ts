import type { Budget } from '@assay/contract/areas/budgets/documents';
import type { ProjectSchedule } from '@assay/contract/areas/schedules/documents';
import type { EvalSuite } from '@assay/contract/areas/suites/listed-suites';
import type { ProjectCounts } from '@assay/contract/areas/overview/attention';

/** Drafts of a suite that wait for a decision; `doubtful` ones are blocked by something. */
export interface WaitingDrafts {
  suiteId: string;
  suiteName: string;
  open: number;
  doubtful: number;
  jobId: string;
  newestAtMs: number;
}

/** A waiver that is in force and ends soon. */
export interface EndingWaiver {
  id: string;
  runId: string;
  suiteId: string;
  reason: string;
  expiresAt: Date;
}

/** The fields of a saved server that items are made of. */
export interface AttentionServer {
  id: string;
  name: string;
  enabled: boolean;
  updatedAt: number;
  state?: string;
  stateSince?: number;
  surfaceChange?: { breaking: number; additive: number; cosmetic: number; seenAt: number };
  lastDiagnosis?: { cause?: string; explanation?: string };
}

/** The facts that the services know about a project. Budgets are all that its caller may see. */
export interface AttentionFacts {
  projectId: string;
  organizationId: string;
  suites: EvalSuite[];
  servers: AttentionServer[];
  schedules: ProjectSchedule[];
  drafts: WaitingDrafts[];
  waivers: EndingWaiver[];
  budgets: Budget[];
  runs: ProjectCounts['runs'];
}
