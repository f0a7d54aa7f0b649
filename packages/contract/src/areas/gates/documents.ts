import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, Id, nullable, oneOf, open, variants } from '../../schema.ts';
import { DifferenceInterval, RateInterval } from '../analysis/statistics.ts';
import { Name } from '../../text.ts';
import { BranchBaseline } from './named-baseline.ts';
import { GateWaiver } from './waiver.ts';

const Fraction = Type.Number({ minimum: 0, maximum: 1 });
const Ceiling = Type.Number({ minimum: 0, maximum: 1e15 });
const byScorer = (description: string) =>
  Type.Unsafe<Record<string, number>>({
    type: 'object',
    maxProperties: 100,
    propertyNames: { minLength: 1, maxLength: 128, pattern: '^[^\\u0000]*$' },
    additionalProperties: Fraction,
    description,
  });

/** The rules of a gate that a run must keep to pass. */
export type GatePolicy = Static<typeof GatePolicy>;
export const GatePolicy = closed(
  {
    minimumPassRate: Type.Optional({
      ...Fraction,
      description: 'Fraction 0..1 of the gradeable trials; a percent is refused.',
    }),
    maximumTotalTokens: Type.Optional({
      ...Ceiling,
      description: 'Of all trials together. Every ceiling may be reached.',
    }),
    maximumP95LatencyMs: Type.Optional({
      ...Ceiling,
      description: 'The 95th percentile of how long trials took, between ranks by linear interpolation.',
    }),
    maximumCostUsd: Type.Optional({
      ...Ceiling,
      description: 'Of the model calls of all trials; the price of each has to be known.',
    }),
    noGatingScoreErrors: Type.Optional(Type.Boolean({ description: 'Every gating assertion could be graded.' })),
    minimumScorerPassRate: Type.Optional(
      byScorer('By scorer id: fraction of its results that passed, errors included in the whole.'),
    ),
    minimumMeanScore: Type.Optional(byScorer('By scorer id: the mean of its scores.')),
    noDeterministicRegressions: Type.Optional(
      Type.Boolean({ description: 'No gating assertion that a case passed in the baseline fails now.' }),
    ),
    maximumP95LatencyIncreaseMs: Type.Optional({ ...Ceiling, description: 'Over the baseline.' }),
    passRateRegression: Type.Optional(
      closed(
        {
          minSampleSize: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: 1_000_000,
              description: 'Gradeable trials that either run needs; 5 when absent.',
            }),
          ),
          minEffectSize: Type.Optional({
            ...Fraction,
            description: 'The smallest drop that counts, as a fraction; 0.01 when absent.',
          }),
        },
        {
          description:
            'The pass rate did not drop against the baseline by more than noise: the 95 % interval of the difference reaches 0.',
        },
      ),
    ),
    baseline: Type.Optional(BranchBaseline),
    name: Type.Optional(Name({ maxLength: 100, description: 'The name of the gate in sentences about it.' })),
  },
  {
    $id: 'EvalGatePolicy',
    description:
      'The quality gate of a suite or of one launch. `noDeterministicRegressions`, `maximumP95LatencyIncreaseMs` and `passRateRegression` compare a run with a baseline: the one that its launch named, else the one of `baseline`, else the newest completed run before it with the same client and arm.',
  },
);

/** The interval of the observed rate, or of the difference of rates. */
const GateInterval = variants(
  'kind',
  [
    open({ kind: Type.Literal('rate'), ...RateInterval.properties }),
    open({ kind: Type.Literal('difference'), ...DifferenceInterval.properties }),
  ],
  { $id: 'EvalGateInterval', description: 'The interval of the observed rate, or of the difference of rates.' },
);

/** The verdict of one rule of a gate. */
export type GateVerdict = Static<typeof GateVerdict>;
export const GateVerdict = open(
  {
    gate: Type.String({ description: 'The rule, as the policy names it.' }),
    label: Type.String({ description: 'What the rule measures, in a word or two: `pass rate`.' }),
    scorerId: Type.Optional(Type.String()),
    status: oneOf(['passed', 'failed', 'non_gateable', 'usage_error'], {
      description:
        '`non_gateable`: the measure that the rule needs is missing; `usage_error`: the rule makes no sense as written.',
    }),
    message: Type.String({ description: 'In words.' }),
    observed: Type.Optional(Type.Number()),
    observedText: Type.Optional(Type.String({ description: 'The observed value with its unit: `61 %`.' })),
    threshold: Type.Optional(Type.Number()),
    thresholdText: Type.Optional(Type.String({ description: 'The bound with its unit: `at least 90 %`.' })),
    margin: Type.Optional(
      Type.Number({
        description: 'How far the observed value is on the allowed side of the bound; negative beyond it.',
      }),
    ),
    marginText: Type.Optional(
      Type.String({ description: 'The margin with its unit: `6 too many`, `1 510 ms to spare`.' }),
    ),
    note: Type.Optional(
      Type.String({
        description:
          'What else decides it, in a few words: the interval, the first regression, or why nothing was measured. Words of a server may stand in it.',
      }),
    ),
    interval: Type.Optional(GateInterval),
  },
  {
    $id: 'EvalGateVerdict',
    description: 'The texts are plain text; a narrow no-break space stands before a unit and between groups of digits.',
  },
);

export const GateOutcome = oneOf(['passed', 'failed', 'incomplete', 'usage_error'], {
  description:
    '`usage_error` when any rule is one, else `failed` when any failed, else `incomplete` when any was non-gateable.',
});

/** The baseline that a run was compared with, and how it was found. */
export type Baseline = Static<typeof Baseline>;
export const Baseline = open(
  {
    policy: oneOf(['previous_completed', 'branch', 'run'], {
      description:
        '`branch`: the newest run of the branch with a verdict; `run`: the one that was asked for, or that the launch named.',
    }),
    branch: Type.Optional(Type.String()),
    baseRunId: Id,
  },
  { $id: 'EvalRunBaseline' },
);

/** The gate's decision about a run, as it is stored. */
export type GateReport = Static<typeof GateReport>;
export const GateReport = open(
  {
    runId: Id,
    suiteId: Id,
    outcome: GateOutcome,
    verdicts: Type.Array(GateVerdict),
    scoreIntegrity: oneOf(['valid', 'invalid', 'unknown']),
    flakyCases: Type.Array(Type.String(), {
      description: 'Cases of which some trials passed and some failed, by their key.',
    }),
    policy: GatePolicy,
    baseline: nullable(Baseline),
    createdAt: EpochMs(),
  },
  { $id: 'EvalGateStoredReport' },
);

/** The words of a gate's decision. */
export type GateWords = Static<typeof GateWords>;
const GateWords = open({
  sentence: Type.String({ description: 'The decision of the gate in one sentence. Plain text.' }),
  because: Type.String({
    description:
      'The rules that did not hold, in words, and the reason of a waiver. Plain text, in which words of servers and people may stand; empty where nothing is to add.',
  }),
});
export const gateWords = GateWords.properties;

export const GateReportRead = open(
  {
    ...gateWords,
    ...GateReport.properties,
    waived: Type.Boolean({ description: 'A waiver is in force. It leaves the outcome as it is.' }),
    waiver: nullable(GateWaiver),
  },
  { $id: 'EvalGateReport' },
);
