import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, Id, nullable, oneOf, open } from '../../schema.ts';
import { EvalRun } from './documents.ts';

/** The body that grades a finished run anew. */
export type RegradeEvalRun = Static<typeof RegradeEvalRun>;
export const RegradeEvalRun = closed(
  {
    checks: Type.Optional(
      oneOf(['frozen', 'current'], {
        description:
          "`frozen` (the default) grades the trials against the assertions that the run was made with, by today's rules of grading; `current` against the assertions that the suite has now, for cases that still do the same.",
      }),
    ),
  },
  { $id: 'EvalRunRegradeRequest' },
);

/** How many trials of a run passed and failed, however the run is graded. */
export type RegradeCounts = Static<typeof RegradeCounts>;
export const RegradeCounts = open(
  {
    result: nullable(oneOf(['passed', 'failed', 'inconclusive'])),
    measurementUnit: Type.Literal('trial'),
    passed: Type.Integer(),
    failed: Type.Integer(),
    excluded: Type.Integer({ description: 'They say nothing about the server.' }),
  },
  { $id: 'EvalRegradeCounts' },
);

export type EvalRunRegraded = Static<typeof EvalRunRegraded>;
export const EvalRunRegraded = open(
  {
    runId: Id,
    number: Type.Integer({ description: 'Counts the regrades of the run from 1.' }),
    checks: oneOf(['frozen', 'current']),
    regradedAt: EpochMs(),
    before: RegradeCounts,
    after: RegradeCounts,
    gradingVersion: Type.Optional(
      open(
        { before: Type.Integer({ minimum: 1 }), after: Type.Integer({ minimum: 1 }) },
        {
          description:
            'The versions of the grading rules that the verdict rested on and rests on now. If they differ, a trial can have changed by the rules alone.',
        },
      ),
    ),
    changedCount: Type.Integer(),
    changedIterationIds: Type.Array(Id, {
      description: 'Trials whose result or evaluator error changed; the first 200.',
    }),
    keptCaseIds: Type.Array(Id, {
      description:
        'Cases that are gone from the suite or do something else now: they were graded against their frozen assertions.',
    }),
    run: EvalRun,
  },
  { $id: 'EvalRunRegraded' },
);
