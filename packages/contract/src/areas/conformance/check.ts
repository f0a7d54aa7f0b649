import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { oneOf, open } from '../../schema.ts';
import { Prose } from '../../text.ts';

/** One check of a scenario, as the official suite writes it into `checks.json`. */
export type ConformanceCheck = Static<typeof ConformanceCheck>;
export const ConformanceCheck = open(
  {
    id: Prose(300, { minLength: 1 }),
    name: Type.Optional(Prose(300)),
    description: Type.Optional(Prose(2_000)),
    status: oneOf(['SUCCESS', 'FAILURE', 'WARNING', 'SKIPPED', 'INFO']),
    timestamp: Type.Optional(Type.String()),
    errorMessage: Type.Optional(Type.String({ description: 'Kept up to 2000 characters.' })),
    specReferences: Type.Optional(
      Type.Array(open({ id: Type.String(), url: Type.Optional(Type.String()) }), { maxItems: 20 }),
    ),
    details: Type.Optional(
      Type.Unknown({ description: 'Kept up to 4000 characters of JSON, without what looks like a secret.' }),
    ),
  },
  { $id: 'ConformanceCheck' },
);

export const ConformanceChecks = Type.Array(ConformanceCheck, { maxItems: 500 });

export type ConformanceSuite = Static<typeof ConformanceSuite>;
export const ConformanceSuite = oneOf(['protocol', 'apps', 'tasks', 'oauth']);

/** `notApplicable`: the server lacks the feature that the scenario needs. `couldNotRun`: the scenario has no result. */
/** The part of the specification that a scenario is about. */
export type ConformanceArea = Static<typeof ConformanceArea>;
export const ConformanceArea = oneOf(
  ['lifecycle', 'messages', 'items', 'http', 'security', 'sessions', 'subscriptions', 'tasks', 'apps'],
  { description: 'The part of the specification that the scenario is about; `items`: lists and what they hold.' },
);

export type ScenarioStatus = Static<typeof ScenarioStatus>;
export const ScenarioStatus = oneOf(['passed', 'warning', 'failed', 'skipped', 'notApplicable', 'couldNotRun'], {
  description:
    '`notApplicable`: the server lacks the feature that the scenario needs. `couldNotRun`: the scenario should have run and did not.',
});
