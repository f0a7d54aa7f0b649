import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { Id, nullable, oneOf, open, page, pageQuery, someOf } from '../../schema.ts';
import { GradingGap } from './cases-without-grading.ts';
import { EvalStage } from '../analysis/decision-summary.ts';
import { RateInterval } from '../analysis/statistics.ts';
import { FailureWords } from '../iterations/failure-words.ts';

/** The results of trials, in the order in which the service numbers them. */
export const TRIAL_MARKS = [
  'passed',
  'failed',
  'broken',
  'evaluator',
  'provider',
  'platform',
  'cassette',
  'skipped',
  'cancelled',
  'settled',
] as const;

/** The result of one trial; all but `passed`, `failed` and `broken` are in no rate. */
export type TrialMark = (typeof TRIAL_MARKS)[number] | 'open';
export const TrialMarkName = oneOf(['open', ...TRIAL_MARKS], {
  description:
    '`open`: has not ended. `broken`: did not complete because of the server, which fails a trial. `evaluator`: could not be judged. `provider`, `platform`, `cassette`: did not complete because of the provider of its model, this installation, or a cassette without an answer. `settled`: not needed, because the verdict of its case was settled.',
});

const caseOutcomes = ['passed', 'failed', 'undecided', 'open'] as const;
export const CaseOutcome = oneOf([...caseOutcomes], {
  description:
    'Of a run that is graded per case: whether its eligible trials reach its threshold. Otherwise `failed` with the first failed trial, `passed` when none failed and one passed. `undecided`: no trial says anything about the server. `open`: trials are missing and none failed.',
});

/** The result of one trial of a case, or whether a runner works on it. */
export type CaseTrialMark = TrialMark | 'running';
const CaseTrialMark = oneOf(['running', 'open', ...TRIAL_MARKS], {
  description: '`running`: a runner works on it. Of the other marks `open` is a trial that waits.',
});

const { brief: _, ...failed } = FailureWords.properties;

/** One case of a run with one model, and the results of its trials. */
export type EvalRunCase = Static<typeof EvalRunCase>;
export const EvalRunCase = open(
  {
    testCaseId: Id,
    caseId: Type.Optional(Type.String({ description: 'The id that a suite file declares.' })),
    title: Type.String(),
    model: nullable(Type.String()),
    outcome: CaseOutcome,
    trials: Type.Array(CaseTrialMark, { description: 'In the order of the trials.' }),
    passed: Type.Integer(),
    eligible: Type.Integer({ description: 'Trials that the rate of the case is over.' }),
    passRateInterval: nullable(RateInterval),
    passThreshold: Type.Optional(
      Type.Number({ description: 'Fraction of eligible trials that must pass, where the run is graded per case.' }),
    ),
    excluded: Type.Unsafe<Record<string, number>>({
      type: 'object',
      additionalProperties: { type: 'integer' },
      description: 'Ended trials that are in no rate, by their result.',
    }),
    p50DurationMs: nullable(Type.Number({ description: 'Of the trials that ended with a duration.' })),
    firstFailure: Type.Optional(
      open({
        iterationId: Id,
        trial: Type.Integer({ description: 'The number of the trial within the case, from 1.' }),
        stage: Type.Optional(EvalStage),
        assertion: Type.Optional(
          Type.String({
            description: 'The type of the assertion that failed, or else of the first failed gating one.',
          }),
        ),
        stepId: Type.Optional(Type.String({ description: 'The step of that assertion.' })),
        reason: Type.Optional(
          Type.String({ description: 'In a few words, in which words of the server may stand. Plain text.' }),
        ),
        ...failed,
        evidence: Type.Optional(
          Type.String({ description: 'Where it stands, in words: `the result of call 2 of trial 1`.' }),
        ),
      }),
    ),
    gradingGap: Type.Optional(GradingGap),
    because: Type.Optional(
      Type.String({ description: 'Why the case is `undecided`, or decides nothing. Plain text for people.' }),
    ),
    iterationId: nullable(
      Type.String({
        description: 'The trial to open: the first failed one, or the first one. Null when there is none.',
      }),
    ),
  },
  { $id: 'EvalRunCase' },
);

const counts = (description: string) =>
  Type.Unsafe<Record<string, number>>({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description,
  });

/** How many cases of the whole run each filter would find. */
export type EvalRunCaseCounts = Static<typeof EvalRunCaseCounts>;
export const EvalRunCaseCounts = open(
  {
    total: Type.Integer(),
    outcome: counts('By outcome; each has a count.'),
    stage: counts('By the stage of the first failure.'),
    assertion: counts('By the assertion of the first failure; at most 100 types.'),
    model: counts('By model.'),
  },
  { $id: 'EvalRunCaseCounts' },
);

export const EvalRunCasePage = open(
  {
    ...page(EvalRunCase, '').properties,
    counts: Type.Optional({ ...EvalRunCaseCounts, description: 'With the first page only.' }),
    runningTrials: Type.Optional(
      Type.Integer({ description: 'The trials of the run that runners work on, 500 at most; absent when it is over.' }),
    ),
  },
  { $id: 'EvalRunCasePage' },
);

/** The filters of a run's cases; a case must match every given filter. */
export type ListEvalRunCases = Static<typeof ListEvalRunCases>;
export const ListEvalRunCases = open(
  {
    ...pageQuery('', 50, 200).properties,
    outcome: Type.Optional(someOf(caseOutcomes, 'One outcome, or several that are separated by commas.')),
    stage: Type.Optional(EvalStage),
    assertion: Type.Optional(
      Type.String({ maxLength: 200, description: 'The type of the assertion of the first failure.' }),
    ),
    model: Type.Optional(Type.String({ maxLength: 300, description: 'The model of the trials, as `provider/name`.' })),
    leftOut: Type.Optional(Type.Boolean({ description: 'Cases with an ended trial that is in no rate.' })),
    q: Type.Optional(Type.String({ maxLength: 200, description: 'A part of the title, in any case.' })),
  },
  { $id: 'ListEvalRunCases' },
);
