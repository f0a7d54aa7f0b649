import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { EpochMs, Id, nullable, open } from '../../schema.ts';
import { ConfigurationChange, MeasuredPassRate } from '../analysis/compare.ts';
import { EvalRun } from '../eval-runs/documents.ts';
import { DifferenceInterval } from '../analysis/statistics.ts';

/**
 * The mean difference of pairs, arm minus baseline, with its 95 % interval (Student's t); null for fewer than two
 * pairs.
 */
export type MeanDifference = Static<typeof MeanDifference>;
export const MeanDifference = open(
  {
    pairs: Type.Integer({ description: 'Where both sides know it.' }),
    mean: Type.Number(),
    interval: nullable(open({ confidence: Type.Number(), lower: Type.Number(), upper: Type.Number() })),
  },
  { $id: 'EvalMeanDifference' },
);

/** One arm compared with the base, trial by trial. */
export type ArmComparison = Static<typeof ArmComparison>;
export const ArmComparison = open(
  {
    arm: Type.String(),
    runId: Id,
    pairs: Type.Integer({ description: 'Trials of the same case with the same number, gradeable in both arms.' }),
    leftOut: open({
      notGradeable: Type.Integer({
        description: 'Pairs of which a trial is unfinished, was skipped, or says nothing about the server.',
      }),
      unpaired: Type.Integer({ description: 'Trials without a partner in the other arm.' }),
    }),
    success: open({
      baseline: MeasuredPassRate,
      arm: MeasuredPassRate,
      difference: nullable(
        open({
          delta: Type.Number({ description: 'Arm minus baseline, as a fraction.' }),
          ...DifferenceInterval.properties,
        }),
      ),
    }),
    costUsd: nullable(MeanDifference),
    latencyMs: nullable(MeanDifference),
    totalTokens: nullable(MeanDifference),
    winner: Type.Optional(
      Type.String({
        description: 'The arm that succeeds more often; absent where the interval of the difference reaches 0.',
      }),
    ),
    configuration: Type.Optional(ConfigurationChange),
    conclusion: Type.String({ description: 'In words.' }),
  },
  { $id: 'EvalArmComparison' },
);

export const EvalRunGroup = open(
  {
    runGroupId: Id,
    suiteId: Id,
    createdAt: EpochMs(),
    runs: Type.Array(EvalRun),
    comparison: open({
      baselineArm: nullable(
        Type.String({ description: 'The arm of `baseRunId`, else the first; null for a group without runs.' }),
      ),
      arms: Type.Array(ArmComparison, { description: 'Every other arm against it.' }),
    }),
  },
  { $id: 'EvalRunGroup' },
);

export const ReadEvalRunGroup = open(
  {
    baseRunId: Type.Optional({
      ...Id,
      description: 'The run of the group that the others are compared with; else the first.',
    }),
  },
  { $id: 'ReadEvalRunGroup' },
);
