import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { EpochMs, Id, nullable, oneOf, open } from '../../schema.ts';
import { RunDecision } from '../analysis/decision.ts';
import { Insights } from '../analysis/insights.ts';
import { RateInterval, TrialStatistics } from '../analysis/statistics.ts';
import { GateWaiver } from '../gates/waiver.ts';
import { EvalRunJudges } from '../judges/documents.ts';
import { CaseUpsert } from '../suites/documents.ts';
import { CasesWithoutGrading } from './cases-without-grading.ts';
import { detailedSpec, RunEnvironment, shownSpec } from './run-spec.ts';
import { LaunchedBy, LaunchedByUserId, MeasurementUnit, RunStatus, RunVerdict, runWords, Undecided } from './status.ts';

export const RunSource = oneOf(['ui', 'api', 'sdk', 'schedule']);
const Result = nullable(oneOf(['passed', 'failed', 'inconclusive']));

/** Why a run ended before its trials did. */
export type RunStopped = Static<typeof RunStopped>;
export const RunStopped = open(
  {
    code: oneOf(
      [
        'BUDGET_EXHAUSTED',
        'PROVIDER_RATE_LIMITED',
        'PROVIDER_QUOTA_EXHAUSTED',
        'PROVIDER_REFUSED_KEY',
        'PROVIDER_UNAVAILABLE',
        'CONFLICT',
        'RUN_TIME_LIMIT',
        'QUEUE_TIME_LIMIT',
        'INGESTION_TIME_LIMIT',
      ],
      {
        description:
          '`PROVIDER_UNAVAILABLE`: three trials of a model in a row failed because of its provider. `CONFLICT`: the environment changed between the launch and the first trial. `RUN_TIME_LIMIT`: the trials took longer than the run may take. `QUEUE_TIME_LIMIT`: no runner took the run in time. `INGESTION_TIME_LIMIT`: the results of a reported run were not completed in time.',
      },
    ),
    message: Type.String(),
    resetsAt: Type.Optional(EpochMs('When it makes sense to try again.')),
    budgetId: Type.Optional(Id),
  },
  { $id: 'EvalRunStopped' },
);

/** The bounds of the final rate of a run under way. */
const Reachable = open(
  {
    openTrials: Type.Integer({ description: 'Trials that have not ended.' }),
    leastPassed: Type.Integer({ description: 'If all open trials failed.' }),
    mostPassed: Type.Integer({ description: 'If all open trials passed.' }),
    gradedTrials: Type.Integer({ description: 'Trials that the rate would be over, if no open one is excluded.' }),
    canPass: Type.Boolean(),
    canFail: Type.Boolean(),
  },
  {
    $id: 'EvalRunReachable',
    description:
      'Bounds of the final rate. Only while the run is under way, and not where it is graded per case or by a gating judge.',
  },
);

const RunUsage = open(
  {
    inputTokens: Type.Integer(),
    outputTokens: Type.Integer(),
    totalTokens: Type.Integer(),
    modelCalls: Type.Integer(),
    costUsd: nullable(Type.Number({ description: 'The cost of the trials whose price is known; null when none is.' })),
    coverage: open(
      { costed: Type.Integer(), total: Type.Integer() },
      { description: 'Trials with a known price, among the trials that called a model.' },
    ),
  },
  { $id: 'EvalRunUsage' },
);

/** The answer to a launch; poll the run until its status is terminal. */
export const EvalRunCreated = open(
  {
    runId: Id,
    suiteId: Id,
    suiteName: Type.String({ description: 'The name of the suite at the launch.' }),
    runNumber: Type.Integer({ description: "Counts the suite's runs from 1." }),
    status: RunStatus,
    deduped: Type.Optional(
      Type.Boolean({ description: 'An earlier request with the same idempotency key made this run.' }),
    ),
    runGroupId: Type.Optional(Id),
    servers: shownSpec.servers,
    environment: nullable(RunEnvironment),
    casesLeftOut: shownSpec.casesLeftOut,
    caseUpsert: CaseUpsert,
  },
  { $id: 'EvalRunCreated' },
);

export type EvalRun = Static<typeof EvalRun>;
export const EvalRun = open(
  {
    id: Id,
    suiteId: Id,
    suiteName: Type.String({ description: 'The name of the suite at the launch.' }),
    runNumber: Type.Integer({ description: "Counts the suite's runs from 1; a number is never given again." }),
    status: RunStatus,
    result: Result,
    verdict: RunVerdict,
    ...runWords,
    reachable: Type.Optional(Reachable),
    undecided: Type.Optional(Undecided),
    verdictPolicyVersion: Type.Optional(Type.Literal(2, { description: 'The run is graded per case.' })),
    verdictPolicyIntegrityError: Type.Optional(
      Type.String({
        description: 'The trials contradict themselves, so no decision was made and the run is inconclusive.',
      }),
    ),
    decision: Type.Optional(RunDecision),
    casesWithoutGrading: Type.Optional(CasesWithoutGrading),
    measurementUnit: MeasurementUnit,
    summary: open({
      total: Type.Integer(),
      passed: Type.Integer(),
      failed: Type.Integer(),
      inconclusive: Type.Optional(
        Type.Integer({ description: 'Variants of a run that is over without a verdict of their own.' }),
      ),
      passRate: Type.Number({ description: 'Fraction 0..1 of all that the summary counts.' }),
      passRateInterval: Type.Optional(nullable(RateInterval)),
      excluded: Type.Optional(
        Type.Integer({
          description:
            "Trials that say nothing about the server, because the model's provider or this installation failed, or because their run ended before they did; not in `total`.",
        }),
      ),
      skipped: Type.Optional(
        Type.Integer({ description: 'Trials that were not needed, or could not be begun; not in `total`.' }),
      ),
    }),
    trials: open(
      {
        total: Type.Integer(),
        passed: Type.Integer(),
        failed: Type.Integer(),
        excluded: Type.Integer(),
        skipped: Type.Integer(),
      },
      {
        description: 'Trials by their ends, however the run is graded; a trial that has not ended is in `total` alone.',
      },
    ),
    minimumAccuracy: nullable(
      Type.Number({ description: 'Percent of trials that must pass; null where the run is graded per case.' }),
    ),
    source: RunSource,
    launchedBy: LaunchedBy,
    launchedByUserId: Type.Optional(LaunchedByUserId),
    suiteRevision: Type.Optional(
      Type.Integer({
        description: 'The revision of its suite at the launch; absent where the run was made elsewhere.',
      }),
    ),
    ...shownSpec,
    ...detailedSpec,
    environment: nullable(RunEnvironment),
    effectiveModelId: Type.Optional(
      nullable(Type.String({ description: 'The only model of the run; null when it used none, or several.' })),
    ),
    usage: Type.Optional(RunUsage),
    stopped: Type.Optional(RunStopped),
    gradingVersion: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'The version of the grading rules that its verdict rests on: of its end, or of its last regrade.',
      }),
    ),
    surfaces: Type.Optional(
      Type.Array(
        open({
          serverId: Id,
          hash: Type.String({ description: '`sha256:` and the hash of the canonical form, in hex.' }),
        }),
        {
          description:
            'The surfaces that the run met: of each server the answer of its handshake and its tools. A server that changed during the run is listed with each of its surfaces; a run that replays a cassette meets none.',
        },
      ),
    ),
    waitingFor: Type.Optional(
      open(
        {
          reason: oneOf(['runner', 'slots'], {
            description: '`runner`: no live runner has the labels. `slots`: the runners work on other runs.',
          }),
          labels: Type.Array(Type.String(), { description: 'The labels that a runner needs to take the run.' }),
          runIds: Type.Array(Id, { description: 'Runs of the same project that take the slots; at most ten.' }),
          message: Type.String({ description: 'For people.' }),
        },
        { description: 'Why the run still waits for its first runner. Not in lists.' },
      ),
    ),
    attribution: Type.Optional(open({ surface: Type.String(), apiKeyId: Type.Optional(Id) })),
    cassette: Type.Optional(
      open({ mode: Type.String(), cassetteId: Type.Optional(Id) }, { description: 'What was recorded or replayed.' }),
    ),
    executionEngine: Type.Optional(Type.String()),
    scoreIntegrity: Type.Optional(nullable(oneOf(['valid', 'invalid']))),
    trialStatistics: Type.Optional({ ...TrialStatistics, description: 'Not in lists.' }),
    gateWaiver: Type.Optional(GateWaiver),
    insights: Type.Optional(Insights),
    judges: Type.Optional(EvalRunJudges),
    notes: nullable(Type.String()),
    createdAt: EpochMs(),
    startedAt: nullable(EpochMs()),
    completedAt: nullable(EpochMs()),
    durationMs: nullable(
      Type.Integer({ description: 'From its start to its end; null while one of them is missing.' }),
    ),
  },
  { $id: 'EvalRun' },
);

export type ReadEvalRun = Static<typeof ReadEvalRun>;
export const ReadEvalRun = open(
  {
    k: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000,
        description: 'The number of trials that `passAtK` and `passHatK` of `trialStatistics` are about.',
      }),
    ),
    fields: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1_000,
        description:
          'Answers these fields of the run alone, separated by commas: `status,summary`. Without it the answer has all of them; a client that polls a run with many cases spares itself `trialStatistics` and `decision`.',
      }),
    ),
  },
  { $id: 'ReadEvalRun' },
);
