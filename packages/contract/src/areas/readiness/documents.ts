import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, Id, nullable, oneOf, open, pageQuery, record } from '../../schema.ts';
import { Prose } from '../../text.ts';
import { LintRewrite } from '../diagnosis/lint.ts';
import { DirectoryRunStatus, RunKey } from '../directory-runs/documents.ts';

export type ReadinessKind = Static<typeof ReadinessKind>;
export const ReadinessKind = oneOf(['claude', 'openai'], {
  description: 'The directory whose requirements the server is checked against.',
});

export type SubmissionMode = Static<typeof SubmissionMode>;
export const SubmissionMode = oneOf(['mcp-only', 'mcp-imported-skills'], {
  description: 'Whether the skills that the server offers are submitted with it.',
});

/** A statement of the submitter about a requirement that the server itself has no evidence for. */
export type SubmissionFact = Static<typeof SubmissionFact>;
export const SubmissionFact = closed(
  {
    requirementId: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'The `id` of a requirement of the report that is `statable`.',
    }),
    met: Type.Boolean(),
    note: Prose(2_000, { minLength: 1, description: 'What shows it, such as an address. Kept in the report.' }),
  },
  { $id: 'ReadinessSubmissionFact' },
);
const submissionFacts = Type.Array(SubmissionFact, {
  maxItems: 100,
  description:
    'Facts about the submission that only its owner knows: the privacy policy, a support contact, a test account. Without them such requirements are not evaluated, and the server is `incomplete` at best. Facts that are kept with the server are sent with them; a fact of the request wins over a kept one.',
});

const asked = {
  idempotencyKey: Type.Optional(RunKey),
  submissionFacts: Type.Optional(submissionFacts),
  includeLlmObservations: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        '`true` is refused with FEATURE_NOT_SUPPORTED: this version makes no observations by a model. The grades never depend on them.',
    }),
  ),
};

/** A fact as it is kept with a server. */
export type KeptReadinessFact = Static<typeof KeptReadinessFact>;
export const KeptReadinessFact = open(
  {
    ...SubmissionFact.properties,
    statedBy: Type.Optional({ ...Id, description: 'The user who stated it.' }),
    statedAt: EpochMs(),
  },
  { $id: 'KeptReadinessFact' },
);
export const KeptReadinessFacts = open(
  { readinessKind: ReadinessKind, facts: Type.Array(KeptReadinessFact) },
  { $id: 'KeptReadinessFacts' },
);
export const ReadinessFactsQuery = open({ readinessKind: ReadinessKind }, { $id: 'ReadinessFactsQuery' });
export type SetReadinessFacts = Static<typeof SetReadinessFacts>;
export const SetReadinessFacts = closed(
  {
    readinessKind: ReadinessKind,
    facts: Type.Array(SubmissionFact, {
      maxItems: 100,
      description: 'All facts of this directory; a fact that is left out is forgotten.',
    }),
  },
  { $id: 'SetReadinessFacts' },
);

export type StartClaudeReadinessRun = Static<typeof StartClaudeReadinessRun>;
export const StartClaudeReadinessRun = closed(asked, { $id: 'ClaudeReadinessRunStart' });

export type StartOpenaiReadinessRun = Static<typeof StartOpenaiReadinessRun>;
export const StartOpenaiReadinessRun = closed(
  { submissionMode: SubmissionMode, ...asked },
  { $id: 'OpenAIReadinessRunStart' },
);

export type Lane = Static<typeof Lane>;
export const Lane = oneOf([
  'runtime-compatibility',
  'directory-policy',
  'optional-features',
  'submission-artifacts',
  'experience-insights',
  'plugin-package',
  'release-contract',
]);
export type Stage = Static<typeof Stage>;
export const Stage = oneOf(['technical-preflight', 'submission-ready']);
export type Grade = Static<typeof Grade>;
export const Grade = oneOf(['ready', 'not-ready', 'incomplete'], {
  description: '`not-ready`: something fails. `incomplete`: nothing fails, and something could not be evaluated.',
});

export type LaneCoverage = Static<typeof LaneCoverage>;
export const LaneCoverage = open(
  {
    lane: Lane,
    status: Grade,
    evaluated: Type.Integer(),
    notEvaluated: Type.Integer(),
    notApplicable: Type.Integer(),
    missingInputs: Type.Array(Type.String(), { description: 'The inputs that an unevaluated requirement needs.' }),
  },
  { $id: 'ReadinessLaneCoverage' },
);

export type StageResult = Static<typeof StageResult>;
export const StageResult = open(
  { stage: Stage, status: Grade, lanes: Type.Array(Lane) },
  { $id: 'ReadinessStageResult' },
);

export type ObservationState = Static<typeof ObservationState>;
export const ObservationState = open(
  {
    status: oneOf(['not-requested', 'pending', 'completed', 'billing-blocked', 'provider-failed', 'invalid-output']),
    reason: Type.Optional(
      oneOf([
        'not_requested',
        'billing_limit_reached',
        'provider_error',
        'provider_timeout',
        'schema_invalid',
        'no_evidence',
        'cancelled',
      ]),
    ),
    detail: Type.Optional(Type.String()),
  },
  { $id: 'ReadinessObservationState' },
);

/** The reply to a start. */
export type ReadinessRunReceipt = Static<typeof ReadinessRunReceipt>;
export const ReadinessRunReceipt = open(
  {
    runId: Id,
    projectId: Id,
    serverId: Id,
    readinessKind: ReadinessKind,
    status: DirectoryRunStatus,
    deduped: Type.Boolean({ description: 'An earlier request with the same key made this run.' }),
    includeLlmObservations: Type.Boolean(),
  },
  { $id: 'ReadinessRunReceipt' },
);

export type ReadinessRun = Static<typeof ReadinessRun>;
export const ReadinessRun = open(
  {
    id: Id,
    readinessKind: ReadinessKind,
    serverId: nullable(Id),
    serverUrl: Type.String({ description: 'The address when the run began, without parts that may be secret.' }),
    submissionMode: nullable(SubmissionMode),
    status: DirectoryRunStatus,
    overallStatus: nullable(Grade),
    lanes: Type.Array(LaneCoverage),
    stages: Type.Array(StageResult),
    authMode: nullable(
      oneOf(['headless', 'interactive', 'provided-token'], {
        description:
          'How the run was authorized: by a grant without a person, by a grant that a person gave, by a token that is saved with the server. Null where nothing was needed or known.',
      }),
    ),
    capabilities: Type.Array(Type.String({ description: 'What the server declares.' })),
    attemptCount: Type.Integer({ description: 'How often a runner began it.' }),
    terminalReason: nullable(Type.String({ description: 'Why it ended without a report.' })),
    errorMessage: nullable(Type.String()),
    policySnapshotDate: nullable(
      Type.String({ description: "The day as of which the publisher's requirements were read." }),
    ),
    engineVersion: nullable(Type.String({ description: 'The table of requirements that graded it.' })),
    sdkVersion: nullable(Type.String({ description: 'The MCP client that gathered the evidence.' })),
    submissionFacts: Type.Optional(submissionFacts),
    includeLlmObservations: Type.Boolean(),
    llmObservations: ObservationState,
    hasReport: Type.Boolean(),
    reportUrl: nullable(Type.String({ description: "The path of the report below the API's address." })),
    createdAt: EpochMs(),
    updatedAt: EpochMs(),
  },
  { $id: 'ReadinessRun' },
);

const { cursor, limit } = pageQuery('ReadinessRunPageQuery', 25, 100).properties;
export const ListReadinessRuns = open(
  {
    readinessKind: Type.Optional(ReadinessKind),
    serverId: Type.Optional(Id),
    cursor,
    limit,
  },
  { $id: 'ListReadinessRuns' },
);

export const ReadinessRunPage = open(
  {
    items: Type.Array(ReadinessRun),
    nextCursor: Type.Optional(Type.String({ description: 'Absent on the last page.' })),
  },
  { $id: 'ReadinessRunPage' },
);

export const CancelledReadinessRun = open(
  { runId: Id, projectId: Id, status: Type.Literal('cancelled') },
  { $id: 'CancelledReadinessRun' },
);

const Result = oneOf(['pass', 'warn', 'fail', 'notEvaluated', 'notApplicable']);

/** An item of the server that breaks a requirement. */
export type RequirementItem = Static<typeof RequirementItem>;
export const RequirementItem = open(
  {
    kind: oneOf(['tool', 'resource', 'resourceTemplate', 'prompt', 'server']),
    name: Type.String({ description: 'The name, the URI or the URI template.' }),
    path: Type.String({ description: 'JSON Pointer in the item, empty for the item itself.' }),
    message: Type.Optional(Type.String()),
    ruleId: Type.Optional(Type.String({ description: 'The rule of the linter that it breaks.' })),
    declared: Type.Optional(
      record({
        description:
          'What the server declares of it: name, title, the first 500 characters of the description, annotations.',
      }),
    ),
    rewrite: Type.Optional(LintRewrite),
  },
  { $id: 'ReadinessRequirementItem' },
);

/** One requirement of a directory, and its grade by the evidence. */
export type GradedRequirement = Static<typeof GradedRequirement>;
export const GradedRequirement = open(
  {
    id: Type.String(),
    lane: Lane,
    requirement: Type.String({ description: "The publisher's requirement, in our words." }),
    source: Type.String({ description: 'Where the publisher says so.' }),
    result: Result,
    detail: Type.String({ description: 'The evidence, or why there is none.' }),
    evidence: Type.Optional(
      Type.Array(Type.String(), { description: 'The names of the items that it is about, at most 20.' }),
    ),
    items: Type.Optional(
      Type.Array(RequirementItem, { description: 'The items that break it, with what they declare, at most 20.' }),
    ),
    fix: Type.Optional(Type.String({ description: 'The next thing to try.' })),
    stated: Type.Optional(Type.Literal(true, { description: 'The grade is what the submitter states.' })),
    missingInput: Type.Optional(Type.String({ description: 'The missing information.' })),
    statable: Type.Optional(
      Type.Boolean({ description: '`true` for a requirement that `submissionFacts` of another run can settle.' }),
    ),
  },
  { $id: 'GradedRequirement' },
);

/** A graded requirement in the words of findings elsewhere in the API. */
export type ReadinessFinding = Static<typeof ReadinessFinding>;
export const ReadinessFinding = open(
  {
    id: Type.String({ description: 'The `id` of the requirement.' }),
    lane: Lane,
    status: { ...Result, description: 'The `result` of the requirement.' },
    title: Type.String({ description: 'The `requirement` itself.' }),
    observed: Type.String({ description: 'Its `detail`.' }),
    recommendation: Type.Optional(Type.String({ description: 'Its `fix`.' })),
    evidence: Type.Optional(Type.Array(Type.String())),
    missingInputs: Type.Optional(Type.Array(Type.String(), { description: 'Its `missingInput`.' })),
    source: Type.String(),
  },
  { $id: 'ReadinessFinding' },
);

/** The whole graded document of a run. */
export type ReadinessReport = Static<typeof ReadinessReport>;
export const ReadinessReport = open(
  {
    runId: Id,
    readinessKind: ReadinessKind,
    submissionMode: nullable(SubmissionMode),
    serverId: nullable(Id),
    serverUrl: Type.String(),
    overallStatus: Grade,
    lanes: Type.Array(LaneCoverage),
    stages: Type.Array(StageResult),
    requirements: Type.Array(GradedRequirement),
    findings: Type.Array(ReadinessFinding, {
      description: 'The `requirements`, in the words of findings and in the same order.',
    }),
    llmObservations: ObservationState,
    policySnapshotDate: Type.String(),
    engineVersion: Type.String(),
    sdkVersion: Type.String(),
    generatedAt: EpochMs(),
  },
  { $id: 'ReadinessReport' },
);
