import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { Id, nullable, oneOf, open } from '../../schema.ts';
import { CasesWithoutGrading } from '../eval-runs/cases-without-grading.ts';
import { MeasurementUnit } from '../eval-runs/status.ts';
import { SurfaceChange } from '../surfaces/documents.ts';
import { BranchName } from '../gates/named-baseline.ts';
import { Baseline } from '../gates/documents.ts';
import { DifferenceInterval, RateInterval } from './statistics.ts';

const Measure = nullable(Type.Number());
const Coverage = open(
  { costed: Type.Integer(), total: Type.Integer() },
  { description: 'Trials with a known price, among the trials that called a model.' },
);

/** A measure of both runs; null where a run lacks it, and then the change is null too. */
export type NumericDiff = Static<typeof NumericDiff>;
export const NumericDiff = open(
  {
    base: Measure,
    compare: Measure,
    delta: Measure,
    percentDelta: nullable(Type.Number({ description: 'Of the base; null when that is 0.' })),
  },
  { $id: 'NumericDiff' },
);

/** The difference of a server's surface between two runs. */
export type SurfaceDifference = Static<typeof SurfaceDifference>;
export const SurfaceDifference = open(
  {
    serverId: Id,
    baseHash: Type.String({ description: 'Of the last surface that the run met, as the run shows it.' }),
    compareHash: Type.String(),
    baseVersion: Type.Optional(Type.String({ description: 'The version that the server said it is.' })),
    compareVersion: Type.Optional(Type.String()),
    summary: Type.Optional(
      open(
        {
          breaking: Type.Integer(),
          affectsModels: Type.Integer({ description: 'They break no client, and models may act differently.' }),
          additive: Type.Integer(),
          cosmetic: Type.Integer(),
        },
        { description: 'Absent where a surface is too long to be kept with its run: then only the hashes differ.' },
      ),
    ),
    changes: Type.Optional(
      Type.Array(SurfaceChange, { description: 'The gravest 50, from the run that is compared with.' }),
    ),
  },
  { $id: 'EvalRunSurfaceDifference' },
);

/** The differences between the configurations of two runs; values are not shown, because headers may hold secrets. */
export type ConfigurationChange = Static<typeof ConfigurationChange>;
export const ConfigurationChange = open(
  {
    changed: Type.Array(Type.String(), {
      description:
        'JSON Pointers into one document with `environment`, `client` (with its `config`), `model`, `systemPrompt`, `temperature`, `toolApproval`, `maxSteps`, `gradingVersion`, and by id `servers`, `plugins` and `skills`; empty when nothing differs. A server whose surface was another in the two runs is listed with the grades of the differences: `/servers/…/surface/breaking`, `affectsModels`, `additive` and `cosmetic`.',
    }),
    gradingVersion: Type.Optional(
      open(
        { base: Type.Integer({ minimum: 1 }), compare: Type.Integer({ minimum: 1 }) },
        {
          description:
            'Present when other versions of the grading rules judged the two runs: regrade the older one to compare them by the same rules.',
        },
      ),
    ),
    surfaces: Type.Optional(
      Type.Array(SurfaceDifference, { description: 'The servers whose surface was another in the two runs.' }),
    ),
  },
  { $id: 'EvalConfigurationChange' },
);

/** How many gradeable trials passed, and the interval in which the true rate lies. */
export type MeasuredPassRate = Static<typeof MeasuredPassRate>;
export const MeasuredPassRate = open(
  {
    passed: Type.Integer(),
    trials: Type.Integer({ description: 'The gradeable ones.' }),
    rate: nullable(Type.Number({ description: 'Fraction 0..1; null for no trials.' })),
    interval: nullable(RateInterval),
  },
  { $id: 'EvalMeasuredPassRate' },
);

export const Noise = oneOf(['regression', 'improvement', 'withinNoise', 'notComparable'], {
  description:
    "Whether a change is more than noise. It takes into account how many cases are compared (Holm's procedure), so that of twenty comparisons without any change at most one shows a case that changed.",
});

/** The significance of a difference of pass rates. */
const judgement = {
  difference: nullable(
    open(
      { delta: Type.Number({ description: 'New minus old, as a fraction.' }), ...DifferenceInterval.properties },
      { description: 'With its 95 % interval; null where a run has no gradeable trial.' },
    ),
  ),
  significant: Type.Boolean({ description: 'The interval, taken by itself, leaves 0 out.' }),
  noise: Noise,
  smallestEffect: nullable(
    Type.Number({
      description:
        'The smallest change that this number of trials would have found four times out of five, as a fraction; null when not even the largest change would have been found.',
    }),
  ),
};

/** The results of one scorer on one case. */
export type CaseScoreSide = Static<typeof CaseScoreSide>;
export const CaseScoreSide = open(
  {
    status: oneOf(['scored', 'error', 'skipped', 'not_applicable']),
    value: nullable(Type.Number({ description: "The mean over the case's trials." })),
    passed: nullable(Type.Boolean({ description: 'Every scored trial passed.' })),
  },
  { $id: 'CaseScoreSide' },
);

export type CaseScoreDelta = Static<typeof CaseScoreDelta>;
export const CaseScoreDelta = open(
  {
    scorerId: Type.String(),
    gating: Type.Boolean(),
    deterministic: Type.Boolean(),
    definitionChanged: Type.Boolean(),
    base: nullable(CaseScoreSide),
    compare: nullable(CaseScoreSide),
    value: NumericDiff,
  },
  { $id: 'CaseScoreDelta' },
);

export type CompareCaseSide = Static<typeof CompareCaseSide>;
export const CompareCaseSide = open(
  {
    outcome: oneOf(['passed', 'failed', 'absent'], {
      description: '`absent`: the case is not in the run, or none of its trials could be graded.',
    }),
    iterationIds: Type.Array(Id),
    representativeIterationId: nullable(Id),
    error: nullable(Type.String({ description: 'Why the representative trial failed, cut to `previewChars`.' })),
    passRate: MeasuredPassRate,
  },
  { $id: 'EvalRunCompareCaseSide' },
);

export type CompareCase = Static<typeof CompareCase>;
export const CompareCase = open(
  {
    caseKey: Type.String({ description: "The case's id; with the model behind an @ where the case ran on several." }),
    title: Type.String(),
    status: oneOf(
      ['unchanged_passed', 'unchanged_failed', 'regressed', 'fixed', 'new_case', 'removed_case', 'changed'],
      {
        description:
          'By the verdicts alone; `noise` says whether the difference is significant. `changed`: one side has no gradeable trial.',
      },
    ),
    label: oneOf(
      [
        'unchanged_passed',
        'unchanged_failed',
        'regressed',
        'fixed',
        'within_noise',
        'new_case',
        'removed_case',
        'changed',
      ],
      {
        description:
          'The status where it stands without its numbers: `within_noise` in place of `regressed` and `fixed` when the difference is within noise, such as 3 of 3 trials and then 2 of 3.',
      },
    ),
    configChanged: Type.Boolean({ description: 'Anything that the case does or asks for is different.' }),
    evaluationConfigChanged: Type.Boolean({ description: 'What decides its trials is different.' }),
    scoreDeltas: Type.Array(CaseScoreDelta),
    base: CompareCaseSide,
    compare: CompareCaseSide,
    ...judgement,
  },
  { $id: 'EvalRunCompareCase' },
);

export const CompareSide = open(
  {
    id: Id,
    runNumber: Type.Integer(),
    result: Type.String({ description: "The run's verdict." }),
    createdAt: Type.Integer(),
    completedAt: nullable(Type.Integer()),
    casesWithoutGrading: Type.Optional(CasesWithoutGrading),
    measurementUnit: MeasurementUnit,
    summary: nullable(
      open({
        total: Type.Integer(),
        passed: Type.Integer(),
        failed: Type.Integer(),
        passRate: Type.Number(),
      }),
    ),
  },
  { $id: 'EvalRunCompareSide' },
);

export type ScoreContractSide = Static<typeof ScoreContractSide>;
export const ScoreContractSide = open(
  {
    evaluationConfigHash: nullable(Type.String()),
    scoreIntegrity: nullable(oneOf(['valid', 'invalid'])),
    scoredIterations: Type.Integer(),
    quarantinedIterations: Type.Integer({
      description: 'Iterations whose scores contradict themselves and are not counted.',
    }),
  },
  { $id: 'ScoreContractSide' },
);

export type ScoreContractScorer = Static<typeof ScoreContractScorer>;
export const ScoreContractScorer = open(
  {
    scorerId: Type.String(),
    gating: Type.Boolean(),
    deterministic: Type.Boolean(),
    definitionChanged: Type.Boolean(),
    passRate: NumericDiff,
    meanValue: NumericDiff,
    errorCount: open({ base: Type.Integer(), compare: Type.Integer() }),
  },
  { $id: 'ScoreContractScorer' },
);

/** A reason why two runs cannot be compared fairly. */
export type Unfairness = Static<typeof Unfairness>;
export const Unfairness = open(
  {
    code: oneOf([
      'runNotComplete',
      'tooManyExcluded',
      'modelsDiffer',
      'iterationsDiffer',
      'evaluationConfigDiffers',
      'nothingShared',
    ]),
    side: Type.Optional(oneOf(['base', 'compare'])),
    message: Type.String(),
  },
  { $id: 'EvalRunCompareUnfairness' },
);

export const EvalRunCompare = open(
  {
    sentence: Type.String({
      description:
        'What changed since the baseline, in words: the cases that regressed and recovered, and the servers. Plain text, in which names of servers may stand.',
    }),
    caseCounts: Type.Unsafe<Partial<Record<CompareCase['label'], number>>>({
      type: 'object',
      additionalProperties: { type: 'integer' },
      description: 'How many cases have each label; of all cases, also on a page of some.',
    }),
    suite: open({ id: Id, name: Type.String() }),
    baseline: Baseline,
    baseRun: CompareSide,
    compareRun: CompareSide,
    comparable: open(
      { holds: Type.Boolean(), reasons: Type.Array(Unfairness) },
      {
        description:
          'Whether the two runs can be compared fairly. If not, there are no `statistics`. Cases that only one run has do not matter: they are listed as new or removed.',
      },
    ),
    configuration: Type.Optional(ConfigurationChange),
    statistics: nullable(
      open(
        {
          base: MeasuredPassRate,
          compare: MeasuredPassRate,
          ...judgement,
          sharedCases: Type.Integer({
            description: 'The cases that the comparison is made of: the cases that both runs have, unchanged.',
          }),
          message: Type.String({ description: 'In words.' }),
        },
        { description: 'The pass rate over the shared cases, each counted with the same weight on both sides.' },
      ),
    ),
    passSummary: open({
      passRatePercent: NumericDiff,
      total: NumericDiff,
      passed: NumericDiff,
      failed: NumericDiff,
    }),
    metrics: open({
      wallDurationMs: NumericDiff,
      totalTokens: NumericDiff,
      estimatedCostUsd: open({ ...NumericDiff.properties, coverage: open({ base: Coverage, compare: Coverage }) }),
    }),
    scoreContract: open({
      base: ScoreContractSide,
      compare: ScoreContractSide,
      evaluationConfigChanged: Type.Boolean(),
      scorers: Type.Array(ScoreContractScorer),
    }),
    cases: Type.Array(CompareCase, { description: 'All of them, unless the request has a `limit`.' }),
    nextCursor: Type.Optional(Type.String({ description: 'Absent on the last page.' })),
  },
  { $id: 'EvalRunCompare' },
);
export type EvalRunCompare = Static<typeof EvalRunCompare>;

export type CompareEvalRun = Static<typeof CompareEvalRun>;
export const CompareEvalRun = open(
  {
    baseRunId: Type.Optional({
      ...Id,
      description:
        'A run of the same suite that is over. Without it and `baseBranch`: the baseline that the launch of the run or its gate names, else the newest completed run before this one with the same client and arm, reruns of failed cases left out.',
    }),
    baseBranch: Type.Optional(
      BranchName(
        'The newest run of this branch with a verdict before this run, of the same client and arm; pull requests are not runs of a branch.',
      ),
    ),
    previewChars: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 10_000,
        default: 300,
        description: 'The longest text of an error, in characters.',
      }),
    ),
    cursor: Type.Optional(Type.String({ description: 'The `nextCursor` of the page before.' })),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000,
        description: 'The cases of one answer; when absent, all cases that follow.',
      }),
    ),
  },
  { $id: 'CompareEvalRun' },
);
