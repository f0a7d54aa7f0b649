import { Type, type Static } from 'typebox';
import { closed, EpochMs, Id, nullable, oneOf, open, page, pageQuery, record } from '../../schema.ts';
import { InlineCase } from '../cases/documents.ts';
import { Insights } from '../analysis/insights.ts';
import { MatchOptionsInput } from '../cases/match-options.ts';
import { Name, Prose } from '../../text.ts';
import { EvalCheck } from '../iterations/check.ts';
import { RunDecision } from '../analysis/decision.ts';
import { GateWaiver } from '../gates/waiver.ts';
import { EvalIterationJudge, EvalRunJudges } from '../judges/documents.ts';
import { CaseUpsert } from '../suites/documents.ts';
import { CassetteInput, MaxSteps, ToolApproval } from './execution.ts';
import { EarlyStopping, RateInterval, TrialStatistics } from '../analysis/statistics.ts';

export const IdempotencyKey = Type.String({
  pattern: '^[^\\u0000]*$',
  description: 'Same as the Idempotency-Key header, which wins.',
});

/** A person's word that an approximated case may run; it holds for one run. */
export type ImportApproval = Static<typeof ImportApproval>;
export const ImportApproval = closed(
  {
    testCaseId: Id,
    reason: Prose(500, { minLength: 1, description: 'Kept as written: no place for secrets.' }),
  },
  { $id: 'EvalImportApproval' },
);

/** Keys of providers, by provider. */
export const ModelApiKeys = Type.Unsafe<Record<string, string>>({
  type: 'object',
  maxProperties: 20,
  propertyNames: { pattern: '^[a-z][a-z0-9-]{0,63}$' },
  additionalProperties: {
    type: 'string',
    minLength: 1,
    maxLength: 4_096,
    pattern: '^[!-~]+$',
  },
  description:
    "The caller's own keys, by provider (`openai`, `anthropic`, …). Kept sealed while the run is open, never returned, gone with its end.",
});

/** What one run may spend on models. */
export type RunBudget = Static<typeof RunBudget>;
export const RunBudget = closed(
  {
    usd: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 1_000_000,
        description: 'US dollars; needs models whose price is known.',
      }),
    ),
    tokens: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000_000 })),
  },
  {
    $id: 'EvalRunBudget',
    minProperties: 1,
    maxProperties: 1,
    description: 'A run that uses it up ends without a verdict.',
  },
);

export const EarlyStoppingInput = closed(
  {
    errorRate: Type.Optional(
      Type.Number({
        minimum: 0.001,
        maximum: 0.2,
        description:
          'How often a case that ends early may get the wrong verdict, in either direction; 0.05 when absent.',
      }),
    ),
    margin: Type.Optional(
      Type.Number({
        minimum: 0.01,
        maximum: 0.5,
        description:
          "How far from its threshold a case's true pass rate has to be for the error rate to hold; 0.15 when absent.",
      }),
    ),
  },
  {
    $id: 'EvalEarlyStoppingInput',
    description:
      "Ends a case before its last trial when its verdict is settled (Wald's sequential probability ratio test). Needs a suite that grades per case.",
  },
);

/** Starts a run of a saved suite, or of a new suite written in place. */
export type CreateEvalRun = Static<typeof CreateEvalRun>;
export const CreateEvalRun = closed(
  {
    suiteId: Type.Optional(Id),
    suiteName: Type.Optional(Name({ description: 'Names the new suite that `tests` make; needed with `tests`.' })),
    suiteDescription: Type.Optional(Prose(2_000)),
    tests: Type.Optional(Type.Array(InlineCase, { minItems: 1, maxItems: 100 })),
    serverIds: Type.Optional(
      Type.Array(Id, {
        minItems: 1,
        maxItems: 50,
        description: "Overrides the suite's saved selection; needed when it has none, and with `tests`.",
      }),
    ),
    serverNames: Type.Optional(
      Type.Array(Type.String(), { maxItems: 50, description: 'For people who read the request; the ids decide.' }),
    ),
    suiteRerun: Type.Optional(Type.Boolean({ description: 'What a launch with `suiteId` is anyway.' })),
    matchOptionsOverride: Type.Optional(MatchOptionsInput),
    caseIds: Type.Optional(Type.Array(Id, { minItems: 1, description: 'Runs only these cases of the suite.' })),
    model: Type.Optional(
      Prose(200, {
        minLength: 1,
        description:
          "Replaces the model of every case which has a prompt: a hosted one (see `GET /models`), or any that `modelApiKeys` or the organization has a key for, by `provider/name` or the provider's own name.",
      }),
    ),
    environmentId: Type.Optional(Id),
    iterationOverride: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 10, description: 'Trials of every case, whatever the suite says.' }),
    ),
    passCriteria: Type.Optional(
      closed(
        {
          minimumPassRate: Type.Optional(
            Type.Number({ minimum: 0, maximum: 100, description: 'Percent of trials that must pass.' }),
          ),
        },
        { description: 'Not for a suite that grades per case.' },
      ),
    ),
    importApprovals: Type.Optional(
      Type.Array(ImportApproval, {
        minItems: 1,
        maxItems: 10_000,
        description:
          'One for each approximated case that is to run, and no other. Cases that are unsupported or unresolved cannot run.',
      }),
    ),
    modelApiKeys: Type.Optional(ModelApiKeys),
    hosts: Type.Optional(
      Type.Array(
        closed({
          host: Prose(200, { minLength: 1, description: 'The name or id of a client.' }),
          servers: Type.Optional(Type.Array(Id, { maxItems: 50 })),
        }),
        { minItems: 1, maxItems: 20, description: 'Clients that are attached to the suite.' },
      ),
    ),
    namedHostId: Type.Optional({
      ...Id,
      description: 'Which of the attached clients this run uses; needed when there are several.',
    }),
    skillsOverride: Type.Optional(
      oneOf(['exclude'], { description: 'Runs without the skills that the client would bring.' }),
    ),
    refreshSnapshot: Type.Optional(
      Type.Boolean({ description: 'What every launch does anyway: the suite is frozen as it is now.' }),
    ),
    runGroupId: Type.Optional({ ...Id, description: 'Adds the run to a group of runs of the same suite.' }),
    toolApproval: Type.Optional(ToolApproval),
    maxSteps: Type.Optional(MaxSteps),
    budget: Type.Optional(RunBudget),
    earlyStopping: Type.Optional(EarlyStoppingInput),
    cassette: Type.Optional(CassetteInput),
    notes: Type.Optional(Prose(500)),
    idempotencyKey: Type.Optional(IdempotencyKey),
  },
  { $id: 'EvalRunCreateRequest', description: 'Either `suiteId`, or `suiteName` with `tests` and `serverIds`.' },
);

const Named = open({ id: Id, name: Type.Optional(Type.String()) });
const RunEnvironment = nullable(open({ id: Id, name: nullable(Type.String()), revision: nullable(Type.Integer()) }));
const Result = nullable(oneOf(['passed', 'failed', 'inconclusive']));

export const RunStatus = oneOf(['pending', 'running', 'grading', 'completed', 'failed', 'cancelled', 'timed_out'], {
  description:
    '`grading`: every trial is in, and a judge that has a say is still owed. `completed` says that the run reached its end, not that it passed.',
});

/** Which client configuration a run used. */
export type RunClient = Static<typeof RunClient>;
export const RunClient = open(
  {
    id: nullable(Id),
    name: Type.String(),
    source: oneOf(['environment', 'attached_host', 'suite_default', 'sdk']),
    hostStyle: Type.Optional(Type.String()),
    modelId: Type.Optional(Type.String()),
  },
  { $id: 'EvalRunClient', description: 'As it was called when the run was made.' },
);

/** Which program started a run, from the `x-assay-launcher` header. */
export type RunLauncher = Static<typeof RunLauncher>;
export const RunLauncher = open(
  {
    kind: oneOf(['cli', 'mcp', 'github_action']),
    client: Type.Optional(Type.String()),
    version: Type.Optional(Type.String()),
  },
  { $id: 'EvalRunLauncher' },
);

/** The CI job that started a run, from the `x-assay-ci` header. */
export type RunCi = Static<typeof RunCi>;
export const RunCi = open(
  {
    provider: Type.Optional(Type.String()),
    pipelineId: Type.Optional(Type.String()),
    jobId: Type.Optional(Type.String()),
    runUrl: Type.Optional(Type.String()),
    branch: Type.Optional(Type.String()),
    commitSha: Type.Optional(Type.String()),
  },
  { $id: 'EvalRunCi' },
);

/** Why a run ended before its trials did. */
export type RunStopped = Static<typeof RunStopped>;
export const RunStopped = open(
  {
    code: oneOf(['BUDGET_EXHAUSTED', 'PROVIDER_RATE_LIMITED', 'PROVIDER_QUOTA_EXHAUSTED', 'PROVIDER_REFUSED_KEY']),
    message: Type.String(),
    resetsAt: Type.Optional(EpochMs('When it makes sense to try again.')),
    budgetId: Type.Optional(Id),
  },
  { $id: 'EvalRunStopped' },
);

const RunUsage = open(
  {
    inputTokens: Type.Integer(),
    outputTokens: Type.Integer(),
    totalTokens: Type.Integer(),
    modelCalls: Type.Integer(),
    costUsd: nullable(Type.Number({ description: 'Of the trials whose price is known; null when none is.' })),
    coverage: open(
      { costed: Type.Integer(), total: Type.Integer() },
      { description: 'Trials with a known price, of those that called a model.' },
    ),
  },
  { $id: 'EvalRunUsage' },
);

/** The answer to a launch; poll the run until its status is terminal. */
export const EvalRunCreated = open(
  {
    runId: Id,
    suiteId: Id,
    status: RunStatus,
    deduped: Type.Optional(
      Type.Boolean({ description: 'An earlier request with the same idempotency key made this run.' }),
    ),
    runGroupId: Type.Optional(Id),
    servers: Type.Array(Named),
    environment: RunEnvironment,
    caseUpsert: CaseUpsert,
  },
  { $id: 'EvalRunCreated' },
);

export type EvalRun = Static<typeof EvalRun>;
export const EvalRun = open(
  {
    id: Id,
    suiteId: Id,
    runNumber: Type.Integer({ description: "Counts the suite's runs from 1." }),
    status: RunStatus,
    result: Result,
    verdict: oneOf(['passed', 'failed', 'inconclusive', 'notEstablished'], {
      description: '`notEstablished` while there is no verdict: unfinished or stopped early.',
    }),
    undecided: Type.Optional(
      open({
        reason: oneOf(['runNotTerminal', 'runStatusNotAVerdict', 'runResultNotAVerdict', 'verdictSummaryUnavailable']),
        detail: Type.Optional(Type.String({ description: 'In words.' })),
      }),
    ),
    verdictPolicyVersion: Type.Optional(Type.Literal(2, { description: 'The run is graded per case.' })),
    verdictPolicyIntegrityError: Type.Optional(
      Type.String({
        description: 'The trials contradict themselves, so nothing was decided and the run is inconclusive.',
      }),
    ),
    decision: Type.Optional(RunDecision),
    measurementUnit: oneOf(['trial', 'caseVariant'], {
      description:
        'What the summary counts: trials, or, where the run is graded per case, cases with each of their models.',
    }),
    summary: open({
      total: Type.Integer(),
      passed: Type.Integer(),
      failed: Type.Integer(),
      inconclusive: Type.Optional(
        Type.Integer({ description: 'Variants of a decided run that had no gradeable trial.' }),
      ),
      passRate: Type.Number({ description: 'Fraction 0..1 of all that the summary counts.' }),
      passRateInterval: Type.Optional(nullable(RateInterval)),
      excluded: Type.Optional(
        Type.Integer({
          description:
            "Trials that say nothing about the server, because the model's provider or this installation failed; not in `total`.",
        }),
      ),
      skipped: Type.Optional(
        Type.Integer({ description: 'Trials that were not needed, or could not be begun; not in `total`.' }),
      ),
    }),
    minimumAccuracy: nullable(
      Type.Number({ description: 'Percent of trials that must pass; null where the run is graded per case.' }),
    ),
    importApprovals: Type.Optional(
      Type.Array(ImportApproval, { description: 'Which approximated cases were let run, and why. Not in lists.' }),
    ),
    source: oneOf(['ui', 'api', 'sdk', 'schedule']),
    servers: Type.Array(Named),
    environment: RunEnvironment,
    client: Type.Optional(RunClient),
    modelSource: Type.Optional(
      oneOf(['case', 'client_default', 'override'], {
        description:
          '`case`: the only model of the run came from its cases; `client_default`: from the suite or the client; `override`: from the launch.',
      }),
    ),
    effectiveModelId: Type.Optional(
      nullable(Type.String({ description: 'The only model of the run; null when it used none, or several.' })),
    ),
    usage: Type.Optional(RunUsage),
    stopped: Type.Optional(RunStopped),
    runGroupId: Type.Optional(Id),
    arm: Type.Optional(Type.String({ description: 'Which target of its group this is.' })),
    rerunOfRunId: Type.Optional(Id),
    rerunScope: Type.Optional(oneOf(['failed_cases'])),
    launcher: Type.Optional(RunLauncher),
    ciMetadata: Type.Optional(RunCi),
    attribution: Type.Optional(open({ surface: Type.String(), apiKeyId: Type.Optional(Id) })),
    externalRunId: Type.Optional(Type.String()),
    ingestion: Type.Optional(
      open(
        {
          expectedIterations: Type.Optional(Type.Integer()),
          evaluationConfigHash: Type.Optional(Type.String()),
          hostConfigHash: Type.Optional(Type.String()),
        },
        { description: 'What the reporter of a run that was made elsewhere said of it. Not in lists.' },
      ),
    ),
    name: Type.Optional(Type.String()),
    tags: Type.Optional(Type.Array(Type.String())),
    framework: Type.Optional(Type.String()),
    earlyStopping: Type.Optional(EarlyStopping),
    cassette: Type.Optional(
      open({ mode: Type.String(), cassetteId: Type.Optional(Id) }, { description: 'What was recorded or replayed.' }),
    ),
    executionEngine: Type.Optional(Type.String()),
    scoreIntegrity: Type.Optional(nullable(oneOf(['valid', 'invalid']))),
    trialStatistics: Type.Optional({ ...TrialStatistics, description: 'Not in lists.' }),
    gateWaiver: Type.Optional(GateWaiver),
    insights: Type.Optional({
      ...Insights,
      description: 'What its failures have in common, once somebody asked. Not in lists.',
    }),
    judges: Type.Optional(EvalRunJudges),
    notes: nullable(Type.String()),
    createdAt: EpochMs(),
    startedAt: nullable(EpochMs()),
    completedAt: nullable(EpochMs()),
  },
  { $id: 'EvalRun' },
);

export type EvalIteration = Static<typeof EvalIteration>;
export const EvalIteration = open(
  {
    id: Id,
    testCaseId: nullable(Id),
    title: nullable(Type.String()),
    iterationNumber: Type.Integer({ description: 'Which trial of its case this is, from 1.' }),
    status: oneOf(['pending', 'running', 'completed', 'failed', 'cancelled', 'timed_out', 'setup_failed', 'skipped']),
    result: nullable(oneOf(['passed', 'failed'])),
    model: nullable(Type.String()),
    provider: nullable(Type.String()),
    startedAt: nullable(EpochMs()),
    durationMs: nullable(Type.Number()),
    tokensUsed: nullable(Type.Number()),
    usage: Type.Optional(
      nullable(
        open({
          inputTokens: Type.Integer(),
          outputTokens: Type.Integer(),
          totalTokens: Type.Integer(),
          modelCalls: Type.Integer(),
          costUsd: nullable(Type.Number()),
        }),
      ),
    ),
    failureSource: Type.Optional(
      oneOf(['server', 'provider', 'platform', 'cassette'], {
        description:
          "Whose failure it is that the trial did not complete: the MCP server's, the model provider's, this installation's, or that of a cassette which has no answer.",
      }),
    ),
    judge: Type.Optional(EvalIterationJudge),
    actualToolCalls: Type.Array(record()),
    expectedToolCalls: Type.Array(record()),
    checks: Type.Array(EvalCheck),
    faults: Type.Array(
      open({
        kind: Type.String(),
        reason: Type.String(),
        evaluatorError: Type.Optional(
          Type.Literal(true, { description: 'It lies with this installation, so nothing is said about the server.' }),
        ),
      }),
      {
        description:
          'Why the trial fails whatever its checks say: a tool error, a call that was not expected, a step that was not reached.',
      },
    ),
    steps: Type.Array(
      open({
        stepId: Type.String(),
        stepIndex: Type.Integer(),
        kind: Type.String(),
        status: oneOf(['ok', 'fail', 'skipped', 'pending']),
        reason: nullable(Type.String()),
      }),
    ),
    scores: nullable(Type.Array(open({ scorerId: Type.String(), status: Type.String() }))),
    evaluatorError: Type.Boolean({
      description:
        'A gating assertion could not be judged, or a step not be done here, so the result says nothing about the server.',
    }),
    error: nullable(Type.String()),
    errorCode: Type.Optional(Type.String()),
    tracePath: Type.String({ description: "Append to the API's base URL to read the trace." }),
  },
  { $id: 'EvalIteration' },
);

export const EvalRunPage = page(EvalRun, 'EvalRunPage');
export const EvalIterationPage = page(EvalIteration, 'EvalIterationPage');
export const ListEvalRunIterations = pageQuery('ListEvalRunIterations', 50, 200);
export const ListEvalSuiteRuns = pageQuery('ListEvalSuiteRuns', 25, 100);
