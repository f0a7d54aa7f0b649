import { Type } from '../../type.ts';
import { nullable, open } from '../../schema.ts';

/** Why a launch would be refused. */
export const LaunchRefusal = open(
  {
    code: Type.String(),
    message: Type.String(),
    reason: Type.Optional(Type.String({ description: 'A constant, such as BUDGET_EXHAUSTED.' })),
    path: Type.Optional(Type.String({ description: 'The field of the launch that it is about.' })),
  },
  { $id: 'EvalLaunchRefusal', description: 'Why the launch would be refused.' },
);

const Price = open(
  {
    usualUsd: nullable(Type.Number({ description: 'If every trial costs the mean of the trials with its model.' })),
    dearestUsd: nullable(
      Type.Number({ description: 'If every trial costs as much as the dearest one with its model.' }),
    ),
  },
  {
    $id: 'EvalLaunchPrice',
    description:
      "From the trials of the suite's last five completed runs; 0 where models cost nothing, null where a model has no price or none of its trials is known.",
  },
);

const PACE = "At the pace of the suite's last five completed runs; null when it has none.";

/** The expected cost of a launch; absent where it would be refused. */
export const launchExpectation = {
  price: Type.Optional(Price),
  expectedDurationMs: Type.Optional(nullable(Type.Integer({ description: PACE }))),
  expectedTokens: Type.Optional(nullable(Type.Integer({ description: `Sent and received. ${PACE}` }))),
};
