import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { nullable, open } from '../../schema.ts';

const Fraction = Type.Number({ minimum: 0, maximum: 1 });

/** The interval in which a rate lies, given the number of trials that it was measured on: a Wilson score interval. */
export type RateInterval = Static<typeof RateInterval>;
export const RateInterval = open(
  {
    confidence: Type.Number({ description: 'How often such an interval covers the true rate: 0.95.' }),
    lower: Fraction,
    upper: Fraction,
  },
  { $id: 'EvalRateInterval' },
);

/** A difference of two rates (new minus old) with its interval. */
export type DifferenceInterval = Static<typeof DifferenceInterval>;
export const DifferenceInterval = open(
  {
    confidence: Type.Number(),
    lower: Type.Number({ minimum: -1, maximum: 1 }),
    upper: Type.Number({ minimum: -1, maximum: 1 }),
  },
  { $id: 'EvalDifferenceInterval' },
);

/** Statistics of repeated trials. They are reported and never decide. */
export type TrialStatistics = Static<typeof TrialStatistics>;
export const TrialStatistics = open(
  {
    unit: Type.Literal('caseVariant'),
    eligibleTrials: Type.Integer(),
    passedTrials: Type.Integer(),
    cases: Type.Array(
      open({
        caseId: Type.String(),
        executionVariant: Type.Optional(open({ model: Type.String(), provider: Type.Optional(Type.String()) })),
        eligibleTrials: Type.Integer(),
        passedTrials: Type.Integer(),
        k: Type.Integer({
          description:
            'The number of trials that `passAtK` and `passHatK` are about: the `k` of the request, or else half of the gradeable trials, rounded down, and at least 1.',
        }),
        passAtK: nullable({
          ...Fraction,
          description:
            'Estimated chance that at least one of k trials passes (unbiased; Chen et al. 2021). Null with fewer than k gradeable trials.',
        }),
        passHatK: nullable({
          ...Fraction,
          description:
            'Estimated chance that all of k trials pass (unbiased; Yao et al. 2024). Null with fewer than k gradeable trials.',
        }),
        passRateInterval: nullable(RateInterval),
      }),
    ),
  },
  { $id: 'EvalTrialStatistics' },
);

/** The conditions under which a case may end before its last trial. */
export type EarlyStopping = Static<typeof EarlyStopping>;
export const EarlyStopping = open(
  {
    errorRate: Type.Number({ minimum: 0.001, maximum: 0.2 }),
    margin: Type.Number({ minimum: 0.01, maximum: 0.5 }),
  },
  { $id: 'EvalEarlyStopping' },
);
