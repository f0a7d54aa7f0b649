import type {
  Grade,
  LaneCoverage,
  ObservationState,
  ReadinessKind,
  ReadinessRun,
  ReadinessRunReceipt,
  StageResult,
  SubmissionFact,
  SubmissionMode,
} from '@assay/contract/areas/readiness/documents';
import type { ReadinessEvidence } from '@assay/contract/areas/readiness/work';
import type { DirectoryRun } from '../directory-runs/directory-run.ts';

/** The request of a readiness run. */
export interface ReadinessRequest {
  serverUrl: string;
  submissionMode: SubmissionMode | null;
  includeLlmObservations: boolean;
  /** Absent in runs without stated facts. */
  submissionFacts?: SubmissionFact[];
}

/** The outcome of a readiness run, in short. */
export interface ReadinessOutcome {
  overallStatus: Grade;
  lanes: LaneCoverage[];
  stages: StageResult[];
  authMode: ReadinessRun['authMode'];
  capabilities: string[];
  policySnapshotDate: string;
  engineVersion: string;
  sdkVersion: string;
}

export type StoredReadiness = DirectoryRun<ReadinessRequest, ReadinessOutcome> & {
  variant: ReadinessKind;
  serverId: string;
};

const NONE = {
  overallStatus: null,
  lanes: [],
  stages: [],
  authMode: null,
  capabilities: [],
  policySnapshotDate: null,
  engineVersion: null,
  sdkVersion: null,
};

/** A run as the API shows it. */
export function readinessRun({
  id,
  projectId,
  serverId,
  variant,
  status,
  attempts,
  request,
  outcome,
  terminalReason,
  errorMessage,
  hasReport,
  createdAt,
  updatedAt,
}: StoredReadiness): ReadinessRun {
  return {
    id,
    readinessKind: variant,
    serverId,
    ...request,
    status,
    ...(outcome ?? NONE),
    attemptCount: attempts,
    terminalReason,
    errorMessage,
    llmObservations: NO_OBSERVATIONS,
    hasReport,
    reportUrl: hasReport ? `/api/v1/projects/${projectId}/readiness-runs/${id}/report` : null,
    createdAt: createdAt.getTime(),
    updatedAt: updatedAt.getTime(),
  };
}

/** The answer to the start of a run. */
export const readinessReceipt = (
  { id: runId, projectId, serverId, variant: readinessKind, status, request }: StoredReadiness,
  deduped: boolean,
): ReadinessRunReceipt => ({
  runId,
  projectId,
  serverId,
  readinessKind,
  status,
  deduped,
  includeLlmObservations: request.includeLlmObservations,
});

/** Requests for observations by a model are refused. */
export const NO_OBSERVATIONS: ObservationState = { status: 'not-requested', reason: 'not_requested' };

const AUTH_MODES: Record<ReadinessEvidence['credential'], ReadinessRun['authMode']> = {
  none: null,
  header: 'provided-token',
  grant: 'interactive',
  'client-credentials': 'headless',
};

/** How the runner authenticated to the server. */
export const authModeOf = ({ credential }: ReadinessEvidence): ReadinessRun['authMode'] => AUTH_MODES[credential];
