import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, Id, nullable, oneOf, open } from '../../schema.ts';
import { JourneyFindings, JourneyFindingsJob } from './journey-findings.ts';

const Count = Type.Integer({ minimum: 0 });
const At = nullable(Type.Integer({ description: 'Milliseconds since the epoch.' }));

/** The body that asks for the insights of a run. */
export type RequestEvalRunInsights = Static<typeof RequestEvalRunInsights>;
export const RequestEvalRunInsights = closed(
  {
    force: Type.Optional(Type.Boolean({ description: 'Makes them again although they exist.' })),
  },
  { $id: 'EvalRunInsightsRequest' },
);

export const InsightsStatus = oneOf(['not_available', 'not_requested', 'pending', 'completed', 'failed']);

export const EvalRunInsightsRequested = open(
  { runId: Id, projectId: Id, status: InsightsStatus },
  { $id: 'EvalRunInsightsRequested' },
);

/** Recorded evidence for a finding; what looks like a secret is masked. */
export type FindingEvidence = Static<typeof FindingEvidence>;
export const FindingEvidence = open(
  {
    kind: oneOf(['tool_error', 'transcript', 'feedback', 'judge', 'contrast'], {
      description: '`contrast`: a trial of the same case that passed.',
    }),
    excerpt: Type.String(),
    iterationId: Type.Optional(Id),
    sessionId: Type.Optional(Id),
    promptIndex: Type.Optional(Type.Integer({ minimum: 0, description: 'The turn of the session, from 0.' })),
    toolName: Type.Optional(Type.String()),
    errorCode: Type.Optional(Type.String()),
  },
  { $id: 'ActionableFindingEvidence' },
);

/** The part of a server that a finding is about, as the server declares it. */
export type FindingTarget = Static<typeof FindingTarget>;
export const FindingTarget = open(
  {
    serverId: Type.String(),
    toolName: Type.Optional(Type.String()),
    surface: oneOf(['description', 'input_schema', 'output_schema', 'handler', 'server_instructions', 'capability']),
    fieldPath: Type.Optional(Type.String()),
    snapshotHash: Type.String({ description: 'Changes when the declaration does.' }),
    currentDefinition: Type.Optional(
      open({
        description: Type.Optional(Type.String()),
        inputSchemaJson: Type.Optional(Type.String()),
        outputSchemaJson: Type.Optional(Type.String()),
        truncated: Type.Boolean(),
      }),
    ),
  },
  { $id: 'ActionableFindingTarget' },
);

/** A pattern that some failing trials share, and how to fix it. */
export type Finding = Static<typeof Finding>;
export const Finding = open(
  {
    id: Type.String({ description: 'The same for the same signal in every run.' }),
    signalFingerprint: Type.String(),
    patternSlug: Type.Optional(Type.String()),
    status: oneOf(['new', 'recurring', 'regressed', 'resolved'], {
      description:
        "Compared with the suite's run before it that has insights, or with the earlier weeks of a study, or with the earlier waves of a project; `regressed`: an earlier one had it, the one before did not.",
    }),
    knownSince: Type.Optional(
      open(
        { runId: Id, runNumber: Type.Integer() },
        { description: 'Of a run: the first of its last 20 runs with insights that had it; absent for a new one.' },
      ),
    ),
    title: Type.String(),
    category: oneOf([
      'unknown',
      'tool_contract',
      'tool_runtime',
      'capability_gap',
      'workflow',
      'agent_behavior',
      'test_design',
      'environment',
    ]),
    attribution: oneOf([
      'unknown',
      'server_contract',
      'server_runtime',
      'server_capability',
      'agent_or_prompt',
      'test_design',
      'environment',
    ]),
    actionTarget: oneOf(['investigate', 'mcp_server', 'agent_configuration', 'eval_case', 'environment']),
    actionability: oneOf(['informational', 'investigate', 'ready']),
    severity: oneOf(['info', 'low', 'medium', 'high']),
    confidence: oneOf(['low', 'medium', 'high']),
    observed: Type.String(),
    rootCause: Type.Optional(Type.String({ description: 'The cause that a model suggests.' })),
    recommendation: Type.String(),
    acceptanceCriteria: Type.Array(Type.String()),
    affected: open({ count: Count, total: Count, unit: oneOf(['iterations', 'sessions']) }),
    caseIds: Type.Array(Id, { description: 'The cases it was seen in, 100 at most.' }),
    evidence: Type.Array(FindingEvidence),
    citedSessionIds: Type.Optional(
      Type.Array(Id, { description: 'The sessions of the evidence on which the suggested cause rests.' }),
    ),
    target: Type.Optional(FindingTarget),
  },
  { $id: 'ActionableFinding' },
);

/** How far the findings are made: by rules first, then explained by a model where one is allowed. */
export type UnifiedFindings = Static<typeof UnifiedFindings>;
export const UnifiedFindings = open(
  {
    capability: Type.Literal('unified_findings_v1'),
    snapshot: nullable(
      open({ builtAt: At, omittedGroups: Count }, { description: 'Null while there are no findings to read.' }),
    ),
    job: nullable(
      open(
        { status: oneOf(['pending', 'completed']), updatedAt: At, errorCode: nullable(Type.String()) },
        { description: 'The work that explains the findings; null when it was never requested.' },
      ),
    ),
    canBuild: Type.Boolean({ description: 'Whether a request would begin now.' }),
    canEnrich: Type.Boolean({ description: 'Whether a model could still explain findings that the rules found.' }),
    analysis: open({
      phase: oneOf(['reading', 'grouping', 'checking', 'done', 'failed']),
      progress: open({ done: Count, total: Count, unit: oneOf(['iterations', 'sessions']) }),
      models: Type.Array(Type.String(), { description: 'The models that explained findings.' }),
      completeness: open({
        iterationReports: Count,
        total: Count,
        missingTraces: { ...Count, description: 'The part of `total` that left nothing to read.' },
      }),
    }),
  },
  { $id: 'UnifiedFindings' },
);

/** The explained failures of a run, or of the sessions of a study's week or of a wave. */
export type Insights = Static<typeof Insights>;
export const Insights = open(
  {
    schemaVersion: Type.Literal(1),
    scope: open({
      kind: oneOf(['eval_run', 'swarm_wave', 'user_testing_window']),
      id: Id,
      runId: Type.Optional(Id),
      scenarioId: Type.Optional({ ...Id, description: 'The id of the study.' }),
      windowStartAt: Type.Optional(Type.Integer()),
      windowEndAt: Type.Optional(Type.Integer()),
    }),
    status: InsightsStatus,
    reasonCode: nullable(
      Type.String({ description: 'Why there is no explanation by a model, although one was possible.' }),
    ),
    retryable: Type.Boolean(),
    error: nullable(open({ code: Type.String(), message: Type.String() })),
    generatedAt: At,
    updatedAt: At,
    summary: nullable(Type.String()),
    explainedBy: Type.Optional(Type.String({ description: 'The model that wrote the summary and the root causes.' })),
    coverage: open({
      unit: oneOf(['iterations', 'sessions']),
      analyzed: Count,
      total: Count,
      gradedCount: Count,
      feedbackCount: Count,
      truncated: Type.Boolean(),
      lowConfidence: Type.Boolean({ description: 'The trials are so few that the pattern may be chance.' }),
    }),
    findings: Type.Array(Finding, { description: 'Findings that affect the most trials first.' }),
    currentFindings: Type.Array(Finding, { description: 'The same as `findings`.' }),
    unifiedFindings: Type.Optional(UnifiedFindings),
    resolvedFindings: Type.Optional(
      Type.Array(Finding, {
        description: 'Findings of the run before, whose cases all took part here and did not fail so again.',
      }),
    ),
    runHealth: Type.Optional(
      open({
        targets: Type.Array(
          open({
            subjectKind: oneOf(['environment', 'host']),
            subjectId: Type.String(),
            subjectLabel: Type.String(),
            attempted: Count,
            succeeded: Count,
            failed: Count,
            rateLimited: Count,
          }),
        ),
      }),
    ),
    observationState: Type.Optional(
      oneOf(['pending', 'ready'], {
        description: 'Of a journey run: `ready` once each of its sessions is over and graded.',
      }),
    ),
    observationCoverage: Type.Optional(
      open(
        {
          unit: oneOf(['sessions']),
          analyzed: { ...Count, description: 'Conversations that ended.' },
          total: Count,
          gradedCount: Count,
          exclusions: open({ broke: Count, limited: Count, withdrawn: Count }),
        },
        { description: 'Of a journey run: its own sessions; `coverage` is of its wave.' },
      ),
    ),
    journeyFindings: Type.Optional({ ...JourneyFindings, description: 'Of a wave.' }),
    journeyFindingsJob: Type.Optional({ ...JourneyFindingsJob, description: 'Of a wave.' }),
    truncation: open({
      truncated: Type.Boolean(),
      omittedFindings: Count,
      omittedEvidence: Count,
      contractTruncated: Type.Boolean(),
    }),
  },
  {
    $id: 'InsightsEnvelope',
    description:
      "The explained failures of a run, of a study's week or of a wave, once they were requested. Not in lists.",
  },
);

/** Insights without their state. */
export type InsightsBody = Omit<
  Insights,
  'status' | 'reasonCode' | 'updatedAt' | 'currentFindings' | 'unifiedFindings'
>;
