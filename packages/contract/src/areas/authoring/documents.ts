import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, Id, meant, nullable, oneOf, open, variants } from '../../schema.ts';
import { DuplicatePolicy, OverrideReason } from '../cases/batch.ts';
import { CaseChecks, CaseModel, CaseModelsInput, EvalCase } from '../cases/documents.ts';
import { EvalCaseSource } from '../cases/origin.ts';
import { MatchOptions } from '../cases/match-options.ts';
import { EvalTestStep } from '../cases/step.ts';
import { NameReference, Prose } from '../../text.ts';

const IdempotencyKey = Type.String({
  minLength: 1,
  maxLength: 256,
  pattern: '^[^\\u0000]*$',
  description: 'Same as the Idempotency-Key header, which wins.',
});
const Servers = Type.Array(NameReference(), {
  minItems: 1,
  maxItems: 50,
  description: "Ids or names of the suite's servers; all of them when absent. Not together with `environmentId`.",
});
const Share = Type.Integer({ minimum: 0, maximum: 10 });

const grounding = {
  servers: Type.Optional(Servers),
  environmentId: Type.Optional(Id),
  caseModels: Type.Optional({ ...CaseModelsInput, description: 'The models of the cases that are made.' }),
  idempotencyKey: Type.Optional(IdempotencyKey),
};

/** The body that drafts cases from the primitives of the suite's servers. */
export type GenerateEvalCases = Static<typeof GenerateEvalCases>;
export const GenerateEvalCases = closed(
  {
    ...grounding,
    mode: Type.Optional(oneOf(['normal', 'negative'], { description: 'Not used when `caseMix` asks for anything.' })),
    caseMix: Type.Optional(
      closed(
        {
          simple: Type.Optional(Share),
          multiTool: Type.Optional(Share),
          multiTurn: Type.Optional(Share),
          complex: Type.Optional(Share),
          negative: Type.Optional(Share),
        },
        { description: 'How many cases of each kind.' },
      ),
    ),
    varyUserStyles: Type.Optional(Type.Boolean({ description: 'Prompts as different people would write them.' })),
  },
  { $id: 'EvalCaseGenerateRequest' },
);

/** The body that drafts cases from a document. */
export type ImportEvalCases = Static<typeof ImportEvalCases>;
export const ImportEvalCases = closed(
  {
    ...grounding,
    content: Type.String({
      minLength: 1,
      maxLength: 102_400,
      description: 'The document, at most 102400 bytes of UTF-8.',
    }),
    fileName: Type.Optional(Prose(255, { minLength: 1 })),
    duplicatePolicy: Type.Optional(DuplicatePolicy),
    overrideReason: Type.Optional(OverrideReason),
  },
  { $id: 'EvalCaseImportRequest' },
);

/** The body that drafts a case from a chat session. */
export type DraftCaseFromSession = Static<typeof DraftCaseFromSession>;
export const DraftCaseFromSession = closed(
  {
    sessionId: { ...Id, description: 'A chat session of the project that the caller may read, or one of a study.' },
    turnIds: Type.Optional(
      Type.Array(Id, {
        minItems: 1,
        maxItems: 100,
        description: 'The turns to take, in the order of the session; all that ended when absent.',
      }),
    ),
    title: Type.Optional(Prose(500, { minLength: 1, description: 'The title of the session by default.' })),
  },
  { $id: 'EvalCaseFromSessionRequest' },
);

/** The body that writes the drafts of a job into its suite. */
export type CommitEvalAuthoringJob = Static<typeof CommitEvalAuthoringJob>;
export const CommitEvalAuthoringJob = closed(
  {
    duplicatePolicy: Type.Optional(DuplicatePolicy),
    overrideReason: Type.Optional(OverrideReason),
  },
  { $id: 'EvalAuthoringCommitRequest' },
);

export const AuthoringStatus = oneOf(['pending', 'completed', 'failed', 'cancelled']);
export const AuthoringPhase = oneOf(['prepare', 'plan', 'draft', 'validate', 'publish']);
export const AuthoringSource = oneOf(['markdown', 'generation', 'agent', 'import']);

/** A doubt about a draft. A blocking issue keeps the draft from being committed until a person resolves it. */
export type DraftIssue = Static<typeof DraftIssue>;
export const DraftIssue = open({
  code: oneOf([
    'missing_expectation',
    'missing_prerequisite',
    'unclear_expectation',
    'unsupported_workflow',
    'unknown_tool',
    'invalid_arguments',
    'missing_evidence',
  ]),
  message: Prose(2000, { minLength: 1 }),
  stepId: Type.Optional(Type.String()),
  blocking: Type.Boolean(),
  origin: oneOf(['model', 'validation']),
  resolution: Type.Optional(Prose(2000, { minLength: 10 })),
});

/** A proposed case that is not written yet. */
export type CaseDraft = Static<typeof CaseDraft>;
export const CaseDraft = open(
  {
    version: Type.Literal(1),
    draftId: Type.String({ minLength: 1 }),
    revision: Type.Integer({ minimum: 0 }),
    case: open({
      title: Type.String(),
      steps: Type.Array(meant(EvalTestStep), { description: 'Steps of a case; some may be incomplete.' }),
      expectedOutput: Type.Optional(Type.String()),
      isNegativeTest: Type.Boolean(),
      runs: Type.Integer({ minimum: 1, maximum: 10 }),
      models: Type.Array(CaseModel),
      scenario: Type.Optional(Type.String()),
      checks: Type.Optional(CaseChecks),
      matchOptions: Type.Optional(MatchOptions),
    }),
    source: Type.Optional(EvalCaseSource),
    issues: Type.Array(DraftIssue, { maxItems: 100 }),
    evidenceNotes: Type.Array(Prose(2000), { maxItems: 100 }),
    additions: Type.Array(open({ id: Type.String(), path: Type.String(), explanation: Type.String() }), {
      maxItems: 200,
      description: 'What the model added that the source does not say; a person has to accept it.',
    }),
    review: oneOf(['required', 'accepted']),
  },
  { $id: 'EvalCaseDraft' },
);

/** The body that resolves the issues of a draft, so that it can be committed. */
export type ReviewCaseDraft = Static<typeof ReviewCaseDraft>;
export const ReviewCaseDraft = closed(
  {
    expectedRevision: Type.Integer({
      minimum: 0,
      description: "The draft's `revision` that was read; a CONFLICT when the draft was reviewed since.",
    }),
    resolutions: Type.Optional(
      Type.Array(
        closed({
          issue: Type.Integer({ minimum: 0, description: 'Its place in `issues`, from 0.' }),
          resolution: Prose(2000, { minLength: 10, description: 'Why the issue need not block the draft.' }),
        }),
        { maxItems: 100 },
      ),
    ),
    acceptAdditions: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), { maxItems: 200, description: 'Ids of additions that are accepted.' }),
    ),
  },
  { $id: 'EvalCaseDraftReviewRequest' },
);

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
