import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { EpochMs, Id, nullable, oneOf, open, page, pageQuery, variants } from '../../schema.ts';
import { EvalCase } from '../cases/documents.ts';
import { AuthoringSource, DraftIssue, CaseDraft, DraftOrigin, DraftCounts } from './drafts.ts';

export const AuthoringStatus = oneOf(['pending', 'completed', 'failed', 'cancelled']);

export const AuthoringPhase = oneOf(['prepare', 'plan', 'draft', 'validate', 'publish']);

const Counts = open({ normal: Type.Integer(), negative: Type.Integer() });

/** The status of an authoring job; none of its drafts is written yet. */
export type EvalAuthoringJobAccepted = Static<typeof EvalAuthoringJobAccepted>;
export const EvalAuthoringJobAccepted = open(
  {
    kind: Type.Literal('authoringJob'),
    jobId: Id,
    status: AuthoringStatus,
    error: Type.Optional(Type.String({ description: 'Why the job stopped; present only on a failed job.' })),
    generationModel: Type.Optional(Type.String()),
    created: Type.Optional(
      Type.Array(EvalCase, { description: 'Always empty here: nothing is written until the commit.' }),
    ),
    counts: Type.Optional(Counts),
  },
  { $id: 'EvalAuthoringJobAccepted' },
);

export const SkippedDraft = open({
  title: Type.String(),
  error: Type.String({ description: '`CODE: message`, or a message.' }),
  draftId: Type.String(),
});

/** The issues of a draft that was written as a case. */
export type CaseIssues = Static<typeof CaseIssues>;
export const CaseIssues = open({ caseId: Id, issues: Type.Array(DraftIssue) });

/** The cases that a commit wrote, and the drafts that it left on the job. */
export type EvalCaseImported = Static<typeof EvalCaseImported>;
export const EvalCaseImported = open(
  {
    kind: Type.Literal('cases'),
    jobId: Id,
    generationModel: Type.String(),
    created: Type.Array(EvalCase),
    counts: Counts,
    issues: Type.Optional(
      Type.Array(CaseIssues, {
        description:
          'The issues that did not keep a draft from being written, by its case: such as arguments that are guesses.',
      }),
    ),
    skipped: Type.Optional(Type.Array(SkippedDraft)),
    reviewUrl: Type.Optional(
      Type.String({ format: 'uri', description: 'Opens the skipped drafts; present only when something was skipped.' }),
    ),
  },
  { $id: 'EvalCaseImported' },
);

/** The reply to a commit: the written cases, or the job when there is nothing to commit. */
export const CommitReply = variants('kind', [EvalCaseImported, EvalAuthoringJobAccepted], {
  $id: 'EvalCommitReply',
  description: 'The written cases, or the job when there is nothing to commit.',
});

/** An authoring job with its drafts. */
export type EvalAuthoringJob = Static<typeof EvalAuthoringJob>;
export const EvalAuthoringJob = open(
  {
    jobId: Id,
    status: AuthoringStatus,
    projectId: Id,
    suiteId: Id,
    source: AuthoringSource,
    phase: AuthoringPhase,
    generationModel: Type.Optional(Type.String()),
    error: nullable(Type.String()),
    warnings: Type.Array(Type.String()),
    drafts: Type.Array(CaseDraft),
    createdAt: EpochMs(),
    updatedAt: EpochMs(),
  },
  { $id: 'EvalAuthoringJob' },
);

/** A draft on an authoring job of its own that can be committed. */
export type EvalCaseDrafted = Static<typeof EvalCaseDrafted>;
export const EvalCaseDrafted = open({ jobId: Id, suiteId: Id, draft: CaseDraft }, { $id: 'EvalCaseDrafted' });

const { drafts: _drafts, ...jobWithoutDrafts } = EvalAuthoringJob.properties;

/** An authoring job in a list: its drafts are counted. */
export type EvalAuthoringJobSummary = Static<typeof EvalAuthoringJobSummary>;
export const EvalAuthoringJobSummary = open(
  {
    ...jobWithoutDrafts,
    origin: DraftOrigin,
    counts: DraftCounts,
    created: Type.Integer({ description: 'The cases that its commits wrote.' }),
  },
  { $id: 'EvalAuthoringJobSummary' },
);

export const EvalAuthoringJobPage = page(EvalAuthoringJobSummary, 'EvalAuthoringJobPage');

export const ListEvalAuthoringJobs = pageQuery('ListEvalAuthoringJobs', 50, 200);
