import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { Id, nullable, oneOf, open } from '../../schema.ts';
import { CompareEvalRun, SurfaceDifference } from './compare.ts';

export type GetEvalRunConfiguration = Static<typeof GetEvalRunConfiguration>;
export const GetEvalRunConfiguration = open(
  { baseRunId: CompareEvalRun.properties.baseRunId, baseBranch: CompareEvalRun.properties.baseBranch },
  { $id: 'GetEvalRunConfiguration' },
);

/** One setting of a run, with the same of the run beside it. */
export type ConfigurationItem = Static<typeof ConfigurationItem>;
export const ConfigurationItem = open(
  {
    part: oneOf(['tested', 'connected', 'graded', 'launched']),
    field: Type.String({ description: 'A stable name: `suite`, `model`, or `server/` and the id of a server.' }),
    label: Type.String({ description: 'For people; of a server its name.' }),
    value: nullable(Type.String({ description: 'In words. Null where this run has no such part.' })),
    baseValue: Type.Optional(nullable(Type.String({ description: 'The same of the run beside it.' }))),
    differs: Type.Boolean({
      description:
        'Also where the words are the same: of a client, the cases and the assertions, the whole is compared.',
    }),
  },
  { $id: 'EvalConfigurationItem' },
);

const ConfiguredRun = open({ id: Id, runNumber: Type.Integer() });

/** The configuration of a run, beside the one of its baseline. */
export type EvalRunConfiguration = Static<typeof EvalRunConfiguration>;
export const EvalRunConfiguration = open(
  {
    run: ConfiguredRun,
    base: nullable(ConfiguredRun),
    sentence: Type.String({ description: 'How many things differ, and which. Plain text.' }),
    because: Type.String({
      description:
        'What was the same, and the servers that changed under their address. Plain text; empty without a baseline.',
    }),
    differences: Type.Integer({ description: 'Items of other parts than `launched` that differ.' }),
    items: Type.Array(ConfigurationItem),
    surfaces: Type.Array(SurfaceDifference, { description: 'The servers whose surface was another in the two runs.' }),
  },
  { $id: 'EvalRunConfiguration' },
);
