import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { EpochMs, Id, nullable, oneOf, open } from '../../schema.ts';
import { Model } from '../model-providers/model.ts';
import { CasesLeftOut } from './cases-left-out.ts';
import { CasesWithoutGrading } from './cases-without-grading.ts';

const List = Type.String({ minLength: 1, maxLength: 100_000, description: 'Separated by commas.' });

export const ReadRunDisclosure = open(
  {
    caseIds: Type.Optional({ ...List, description: 'Only these cases of the suite, separated by commas.' }),
    environmentId: Type.Optional(Id),
    environmentIds: Type.Optional(List),
    ephemeralEnvironment: Type.Optional(
      Type.Boolean({
        description:
          'The environments may be ad-hoc ones (`environments/ensure-adhoc`), which no suite is attached to; as of run groups.',
      }),
    ),
    host: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'The name or id of a client.' })),
  },
  { $id: 'ReadRunDisclosure' },
);

/** The servers, models and data that a launch of a suite would use at most; nothing is started. */
export type EvalRunDisclosure = Static<typeof EvalRunDisclosure>;
export const EvalRunDisclosure = open(
  {
    suiteId: Id,
    suiteName: Type.String(),
    servers: Type.Array(
      open({
        id: Id,
        name: Type.String(),
        transport: Type.String(),
        host: nullable(Type.String({ description: 'The host of its URL; null for a local program.' })),
      }),
    ),
    models: Type.Array(
      open({
        model: Type.String({
          description: 'As the suite names it; empty where a case has a prompt and no model is named.',
        }),
        id: nullable(Type.String({ description: 'As `provider/name`; null when it cannot be used.' })),
        source: nullable(oneOf(['hosted', 'organization'], { description: 'Whose account pays for it.' })),
        fault: Type.Optional(Type.String({ description: "Why it cannot be used without a key of the caller's own." })),
        pricing: Type.Optional(Model.properties.pricing),
      }),
    ),
    cases: Type.Array(
      open({
        id: Id,
        title: Type.String(),
        iterations: Type.Integer({ description: 'With all of its models.' }),
        models: Type.Array(Type.String()),
      }),
    ),
    casesLeftOut: Type.Optional(CasesLeftOut),
    casesWithoutGrading: Type.Optional(CasesWithoutGrading),
    iterations: Type.Integer(),
    maxModelCalls: Type.Integer({
      description:
        "The most answers of models: every prompt takes all the steps that it may, and the judge is asked twice about every trial. Repeated calls after a provider's failure are not included.",
    }),
    judge: nullable(
      open(
        {
          model: Type.String({ description: 'As the suite names it; it is among `models`.' }),
          trials: Type.Integer({ description: 'The trials that it reads, if all of them complete.' }),
          maxModelCalls: Type.Integer({
            description: 'Of `maxModelCalls`: one for each trial, and one more where the answer cannot be used.',
          }),
        },
        { description: 'The judge that is asked when the run is over; null when none is.' },
      ),
    ),
    sentToModels: Type.Array(Type.String(), { description: 'In words.' }),
    openRuns: open({ open: Type.Integer(), limit: Type.Integer() }),
    exhaustedBudget: nullable(
      open(
        {
          budgetId: Id,
          scope: Type.String(),
          message: Type.String(),
          resetsAt: nullable(EpochMs('When it starts again; null when it never does.')),
        },
        { description: 'A budget that would refuse the launch.' },
      ),
    ),
  },
  { $id: 'EvalRunDisclosure' },
);
