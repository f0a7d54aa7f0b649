import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { open } from '../../schema.ts';

const wanted = {
  baselineRate: Type.Number({
    exclusiveMinimum: 0,
    maximum: 1,
    description: 'The pass rate of now, as a fraction.',
  }),
  drop: Type.Number({
    minimum: 0.005,
    maximum: 1,
    description: 'The drop to be found, as a fraction: 0.25 for one from 0.95 to 0.70. At most `baselineRate`.',
  }),
};
const Power = Type.Number({
  minimum: 0.5,
  maximum: 0.99,
  default: 0.8,
  description: 'The chance that the comparison finds the drop.',
});
const Confidence = Type.Number({
  minimum: 0.8,
  maximum: 0.999,
  default: 0.95,
  description: "The confidence of the comparison's interval; comparisons and gates use 0.95.",
});

/** The drop of a pass rate that two runs shall show. */
export type PlanEvalTrials = Static<typeof PlanEvalTrials>;
export const PlanEvalTrials = open(
  { ...wanted, power: Type.Optional(Power), confidence: Type.Optional(Confidence) },
  { $id: 'EvalTrialPlanQuery' },
);

/** The number of trials that finds a drop. */
export type EvalTrialPlan = Static<typeof EvalTrialPlan>;
export const EvalTrialPlan = open(
  {
    ...wanted,
    power: Power,
    confidence: Confidence,
    trialsPerSide: Type.Integer({
      minimum: 1,
      description: 'Trials that count, in the baseline and in the new run each.',
    }),
  },
  { $id: 'EvalTrialPlan' },
);
