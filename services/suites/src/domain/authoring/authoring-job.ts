import type {
  CaseDraft,
  EvalAuthoringJob,
  EvalAuthoringJobAccepted,
  SkippedDraft,
} from '@assay/contract/areas/authoring/documents';
import type { CaseModel } from '@assay/contract/areas/cases/documents';
import type { Static } from 'typebox';

export type Skipped = Static<typeof SkippedDraft>;

/** What the drafts of a job are made of. */
export interface JobRequest {
  caseModels?: CaseModel[];
  content?: string;
  fileName?: string;
}

export interface AuthoringJob {
  id: string;
  projectId: string;
  suiteId: string;
  source: EvalAuthoringJob['source'];
  status: EvalAuthoringJob['status'];
  phase: EvalAuthoringJob['phase'];
  request: JobRequest;
  generationModel: string | null;
  error: string | null;
  warnings: string[];
  /** Drafts that are not written. */
  drafts: CaseDraft[];
  /** Ids of the cases that were. */
  created: string[];
  /** What the latest commit left; null before the first. */
  skipped: Skipped[] | null;
  requestHash: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** A job with its drafts, as the API shows it. */
export const toJob = ({
  id,
  status,
  projectId,
  suiteId,
  source,
  phase,
  generationModel,
  error,
  warnings,
  drafts,
  createdAt,
  updatedAt,
}: AuthoringJob): EvalAuthoringJob => ({
  jobId: id,
  status,
  projectId,
  suiteId,
  source,
  phase,
  ...(generationModel !== null && { generationModel }),
  error,
  warnings,
  drafts,
  createdAt: createdAt.getTime(),
  updatedAt: updatedAt.getTime(),
});

/** Where a job stands that has written nothing. */
export const toAccepted = ({ id, status, generationModel, error }: AuthoringJob): EvalAuthoringJobAccepted => ({
  jobId: id,
  status,
  ...(error !== null && { error }),
  ...(generationModel !== null && { generationModel }),
  created: [],
  counts: { normal: 0, negative: 0 },
});
