import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { oneOf, open } from '../../schema.ts';
import { MeasurementUnit } from '../eval-runs/status.ts';

const Count = Type.Integer({ minimum: 0 });
const Fraction = Type.Number({ minimum: 0, maximum: 1 });

/** The counts from the configured trials to the verdict, step by step. */
export type DecisionSteps = Static<typeof DecisionSteps>;
export const DecisionSteps = open(
  {
    configured: open({
      trials: Count,
      fewest: { ...Count, description: 'Of one case.' },
      most: { ...Count, description: 'Of one case.' },
    }),
    tried: open({
      trials: Count,
      leftOut: { ...Count, description: 'Skipped, cancelled, not needed, or not ended.' },
    }),
    counted: open({
      trials: Count,
      leftOut: { ...Count, description: 'Excluded: they say nothing about the server.' },
    }),
    passed: open({ trials: Count, failed: Count }),
    cases: open(
      {
        total: Count,
        passed: Count,
        failed: Count,
        undecided: Count,
        open: Count,
        mixed: { ...Count, description: 'Some of its trials passed and some failed.' },
      },
      { description: 'Cases with their models, by `outcome` as the list of the run has them.' },
    ),
  },
  { $id: 'EvalDecisionSteps' },
);

/** The trials that a rate leaves out for one reason. */
export type LeftOutTrials = Static<typeof LeftOutTrials>;
export const LeftOutTrials = open(
  {
    reason: oneOf(['provider', 'platform', 'cassette', 'evaluator', 'skipped', 'cancelled']),
    meaning: Type.String({ description: 'In words.' }),
    chargedTo: oneOf(['none', 'installation', 'suite'], {
      description: 'The part whose fault it is: never the server; `none` where no part of the test is at fault.',
    }),
    trials: Count,
    cases: { ...Count, description: 'Cases with such a trial.' },
    earlierTrials: { ...Count, description: 'Of the `earlierRuns` before it.' },
  },
  { $id: 'EvalLeftOutTrials' },
);

/** A smallest change that turns a verdict, or makes it certain. Nothing is run for it. */
export type VerdictChange = Static<typeof VerdictChange>;
export const VerdictChange = open(
  {
    kind: oneOf(['assertion', 'regressed', 'regressedAndMore', 'trials', 'cases', 'line', 'beyondDoubt'], {
      description:
        '`assertion`: all cases whose first failure is of one assertion; `regressed`: the cases that passed in the baseline, and `regressedAndMore` with as many more trials as turn the verdict; `trials` and `cases`: the fewest; `line`: another line; `beyondDoubt`: the whole interval on its side of the line.',
    }),
    condition: Type.String({ description: 'Follows "if". Plain text, in which titles of cases may stand.' }),
    changes: Type.String({ description: 'How much changes, in a few words: `2 cases, 10 trials`.' }),
    note: Type.Optional(Type.String()),
    cases: Type.Optional(Count),
    trials: Type.Optional(Count),
    line: Type.Optional({ ...Fraction, description: 'The line that would turn the verdict.' }),
    measurementUnit: MeasurementUnit,
    passed: { ...Count, description: 'Passed ones then, of `total`.' },
    total: Count,
    rate: Fraction,
    verdict: oneOf(['passed', 'failed'], { description: 'The verdict then.' }),
  },
  { $id: 'EvalVerdictChange' },
);

/** The trials that are missing for a verdict of a run that is over without one. */
export type MissingTrials = Static<typeof MissingTrials>;
export const MissingTrials = open(
  {
    trials: Count,
    graded: Count,
    configured: Count,
    mostPassed: { ...Count, description: 'If all missing trials passed.' },
    bestRate: { ...Fraction, description: 'The rate then.' },
    canPass: Type.Boolean(),
    canFail: Type.Boolean(),
    sentence: Type.String({ description: 'What is certain already, in words.' }),
  },
  { $id: 'EvalMissingTrials' },
);
