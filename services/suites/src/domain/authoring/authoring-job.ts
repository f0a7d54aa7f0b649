import type { CaseDraft, DraftOrigin } from '@assay/contract/areas/authoring/drafts';
import type {
  CaseIssues,
  EvalAuthoringJob,
  EvalAuthoringJobAccepted,
  EvalAuthoringJobSummary,
  SkippedDraft,
} from '@assay/contract/areas/authoring/documents';
import type { CaseModel } from '@assay/contract/areas/cases/documents';
import { given } from '@assay/contract/given';
import type { Static } from 'typebox';

export type Skipped = Static<typeof SkippedDraft>;

/** The input of a job's drafts. */
export interface JobRequest {
  caseModels?: CaseModel[];
  content?: string;
  fileName?: string;
  /** Nothing is written before a person commits. */
  hold?: boolean;
  /** The names of the servers that were asked. */
  servers?: string[];
  /** The session that the draft was made from. */
  sessionId?: string;
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
  /** Drafts that are not written as cases. */
  drafts: CaseDraft[];
  /** Ids of the cases that were written. */
  created: string[];
  /** The issues of the drafts that were written, by case. */
  caseIssues: CaseIssues[];
  /** The drafts that the latest commit skipped; null before the first commit. */
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

/** The status of a job that has written nothing. */
export const toAccepted = ({ id, status, generationModel, error }: AuthoringJob): EvalAuthoringJobAccepted => ({
  kind: 'authoringJob',
  jobId: id,
  status,
  ...given({ error: error ?? undefined, generationModel: generationModel ?? undefined }),
  created: [],
  counts: { normal: 0, negative: 0 },
});

/** A job in a list, and how many of its drafts are in which state. */
export type JobSummary = Omit<AuthoringJob, 'drafts' | 'caseIssues' | 'skipped' | 'requestHash'> & {
  counts: EvalAuthoringJobSummary['counts'];
};

/** A job of a list, as the API shows it. */
export const toJobSummary = ({ request, created, counts, ...job }: JobSummary): EvalAuthoringJobSummary => {
  const { drafts: _drafts, ...shown } = toJob({
    ...job,
    request,
    created,
    drafts: [],
    caseIssues: [],
    skipped: null,
    requestHash: null,
  });
  return { ...shown, origin: originOf({ source: job.source, request }), counts, created: created.length };
};

/** The input that the drafts of a job were made from. */
export function originOf({ source, request }: Pick<AuthoringJob, 'source' | 'request'>): DraftOrigin {
  const { servers, fileName, sessionId } = request;
  if (source === 'generation') return { kind: 'tools', ...given({ servers }) };
  if (source === 'import' || source === 'markdown') return { kind: 'document', ...given({ fileName, servers }) };
  return sessionId === undefined ? { kind: 'recording' } : { kind: 'session', sessionId };
}
