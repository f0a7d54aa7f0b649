import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, Id, meant, nullable, oneOf, open, page, pageQuery, variants } from '../../schema.ts';
import { DuplicatePolicy, OverrideReason } from '../cases/batch.ts';
import { CaseChecks, CaseModel, CaseModelsInput, EvalCase } from '../cases/documents.ts';
import { EvalCaseSource } from '../cases/origin.ts';
import { DraftTrial, GuessAnswer } from './draft-trial.ts';
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
  hold: Type.Optional(
    Type.Boolean({
      description:
        'Writes nothing: every draft stays on the job until it is committed, and the answer is 202 with the job. Every doubt then blocks its draft.',
    }),
  ),
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
    draftIds: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
        minItems: 1,
        maxItems: 200,
        description: 'Writes only these drafts; all that are not rejected when absent.',
      }),
    ),
    duplicatePolicy: Type.Optional(DuplicatePolicy),
    overrideReason: Type.Optional(OverrideReason),
  },
  { $id: 'EvalAuthoringCommitRequest' },
);

export const AuthoringStatus = oneOf(['pending', 'completed', 'failed', 'cancelled']);
export const AuthoringPhase = oneOf(['prepare', 'plan', 'draft', 'validate', 'publish']);
export const AuthoringSource = oneOf(['markdown', 'generation', 'agent', 'import']);

const Pointer = Type.String({ description: 'A JSON Pointer into `case` of the draft.' });

/** An argument whose value was made up. */
export type GuessedArgument = Static<typeof GuessedArgument>;
export const GuessedArgument = open(
  {
    toolName: Type.String(),
    argument: Type.String({ description: "A property of the tool's input schema." }),
    value: Type.Unknown({ description: 'As it stands in the draft.' }),
    how: oneOf(['listed', 'pattern', 'type'], {
      description:
        'How it was made: `listed` took a value of such a name from a list tool of the server, `pattern` the shortest text that fits the pattern of the schema, `type` the smallest value of its type.',
    }),
    pointers: Type.Array(Pointer, { description: 'Each place of the value.' }),
  },
  { $id: 'EvalGuessedArgument' },
);

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
    'argument_guessed',
  ]),
  message: Prose(2000, { minLength: 1 }),
  stepId: Type.Optional(Type.String()),
  blocking: Type.Boolean(),
  origin: oneOf(['model', 'validation']),
  guess: Type.Optional(GuessedArgument),
  resolution: Type.Optional(Prose(2000, { minLength: 10 })),
});

export const DraftDecision = oneOf(['kept', 'rejected'], {
  description: 'The decision of a person; absent before it. A rejected draft is never written.',
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
    decision: Type.Optional(DraftDecision),
    trial: Type.Optional(DraftTrial),
  },
  { $id: 'EvalCaseDraft' },
);

/** A change of the case of a draft: absent leaves alone, null clears, a value replaces. */
export type DraftedCasePatch = Static<typeof DraftedCasePatch>;
export const DraftedCasePatch = closed(
  {
    title: Type.Optional(Prose(500, { minLength: 1 })),
    steps: Type.Optional(Type.Array(EvalTestStep, { minItems: 1, maxItems: 200 })),
    expectedOutput: Type.Optional(nullable(Prose(10_000))),
    runs: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })),
    isNegativeTest: Type.Optional(Type.Boolean()),
  },
  { $id: 'EvalDraftedCasePatch' },
);

/** The body that changes, decides or resolves a draft, in this order. */
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
    answers: Type.Optional(
      Type.Array(GuessAnswer, {
        maxItems: 100,
        description: 'Values for guessed arguments; an answered guess is resolved.',
      }),
    ),
    acceptAdditions: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), { maxItems: 200, description: 'Ids of additions that are accepted.' }),
    ),
    case: Type.Optional(DraftedCasePatch),
    decision: Type.Optional(
      nullable({
        ...DraftDecision,
        description:
          '`kept` is a CONFLICT while something blocks the draft; null takes a decision back. Nothing is written before the commit.',
      }),
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

/** The input that drafts were made from. */
export type DraftOrigin = Static<typeof DraftOrigin>;
export const DraftOrigin = open(
  {
    kind: oneOf(['tools', 'document', 'session', 'recording'], {
      description: 'A `recording` is a recorded iteration or a call that another part of the product proposed.',
    }),
    servers: Type.Optional(Type.Array(Type.String(), { description: 'The names of the servers that were asked.' })),
    fileName: Type.Optional(Type.String()),
    sessionId: Type.Optional(Id),
  },
  { $id: 'EvalDraftOrigin' },
);

const DraftCounts = open(
  {
    drafts: Type.Integer({ description: 'Not written; the sum of the next three.' }),
    open: Type.Integer({ description: 'Without a decision.' }),
    kept: Type.Integer(),
    rejected: Type.Integer(),
    doubtful: Type.Integer({ description: 'Of the open ones: something blocks them.' }),
  },
  { $id: 'EvalDraftCounts', description: 'Of a list: of all drafts of the suite, on its first page.' },
);

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

/** A value for a guessed argument, from a case that calls the tool with it. */
export type DraftChoice = Static<typeof DraftChoice>;
export const DraftChoice = open(
  {
    issue: Type.Integer({ description: 'The place of the guess in `issues`, from 0.' }),
    value: Type.Unknown(),
    seenIn: Type.Array(open({ caseId: Id, title: Type.String() }), { description: 'At most 3 cases.' }),
  },
  { $id: 'EvalDraftChoice' },
);

/** A draft of any job of a suite, with what helps to decide it. */
export type EvalCaseDraftEntry = Static<typeof EvalCaseDraftEntry>;
export const EvalCaseDraftEntry = open(
  {
    jobId: Id,
    source: AuthoringSource,
    origin: DraftOrigin,
    generationModel: Type.Optional(Type.String()),
    createdAt: EpochMs(),
    draft: CaseDraft,
    choices: Type.Array(DraftChoice, {
      description: "Values for guessed arguments that the suite's cases call the tool with, at most 5 for each guess.",
    }),
    nearest: Type.Optional(
      open(
        { caseId: Id, title: Type.String(), sharedWords: Type.Number({ description: 'From 0 to 1.' }) },
        { description: 'The case of the suite that shares most words with the draft, if at least 0.5 of them.' },
      ),
    ),
  },
  { $id: 'EvalCaseDraftEntry' },
);
export const EvalCaseDraftPage = open(
  {
    items: Type.Array(EvalCaseDraftEntry),
    nextCursor: Type.Optional(Type.String({ description: 'Absent on the last page.' })),
    counts: Type.Optional(DraftCounts),
  },
  { $id: 'EvalCaseDraftPage' },
);
export const ListEvalCaseDrafts = pageQuery('ListEvalCaseDrafts', 50, 200);
