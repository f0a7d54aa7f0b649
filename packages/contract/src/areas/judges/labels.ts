import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, Id, nullable, oneOf, open } from '../../schema.ts';
import { JudgeCalibration } from './documents.ts';
import { Prose } from '../../text.ts';

const Verdict = oneOf(['passed', 'failed']);
const Count = Type.Integer({ minimum: 0 });
const Fraction = Type.Number({ minimum: 0, maximum: 1 });

/** The body that labels a trial. */
export type LabelEvalIteration = Static<typeof LabelEvalIteration>;
export const LabelEvalIteration = closed(
  {
    verdict: nullable({
      ...Verdict,
      description: "Whether the trial did what the case wants; null takes the caller's label back.",
    }),
    note: Type.Optional(Prose(1000, { description: 'Kept as written: no place for secrets.' })),
  },
  { $id: 'EvalIterationLabelRequest' },
);

/** The labels of a trial: the newest label of each person. */
export type EvalIterationLabels = Static<typeof EvalIterationLabels>;
export const EvalIterationLabels = open(
  {
    iterationId: Id,
    labels: Type.Array(
      open({
        userId: Id,
        verdict: Verdict,
        note: Type.Optional(Type.String()),
        updatedAt: EpochMs(),
      }),
    ),
  },
  { $id: 'EvalIterationLabels' },
);

/** How often two raters agree, and how much of that is chance. */
export type Agreement = Static<typeof Agreement>;
export const Agreement = open(
  {
    n: { ...Count, description: 'Trials that both rated.' },
    matrix: open({
      bothPassed: Count,
      onlyJudgePassed: Count,
      onlyPeoplePassed: Count,
      bothFailed: Count,
    }),
    observedAgreement: nullable(Fraction),
    passRates: open(
      { judge: nullable(Fraction), people: nullable(Fraction) },
      { description: 'How often each says passed: with rates near 0 or 1, agreement is mostly chance.' },
    ),
    kappa: nullable(
      open(
        {
          value: Type.Number(),
          confidence: Type.Number(),
          lower: Type.Number(),
          upper: Type.Number(),
        },
        {
          description:
            "Cohen's kappa (1960) with the interval of Fleiss, Cohen and Everitt (1969). Null when there is nothing to compare, or both always gave the same single answer.",
        },
      ),
    ),
  },
  { $id: 'EvalAgreement' },
);

export type JudgeAgreement = Static<typeof JudgeAgreement>;
export const JudgeAgreement = open(
  {
    suiteId: Id,
    floor: open({ labels: Type.Integer(), kappa: Type.Number() }, { description: 'The requirements for `measured`.' }),
    current: nullable(
      open(
        {
          judgeVersion: Type.String(),
          model: Type.String(),
          threshold: Fraction,
          standing: JudgeCalibration,
        },
        { description: 'The judge as the suite has it now; null when it names no model.' },
      ),
    ),
    ties: { ...Count, description: 'Trials left out because as many people say passed as failed.' },
    versions: Type.Array(
      open({
        judgeVersion: Type.String(),
        model: Type.String(),
        threshold: Fraction,
        lastUsedAt: EpochMs(),
        standing: JudgeCalibration,
        agreement: Agreement,
        disagreements: Type.Array(
          open({
            runId: Id,
            iterationId: Id,
            people: Verdict,
            judge: Verdict,
          }),
          {
            description: 'The newest 50.',
          },
        ),
      }),
      {
        description:
          'Every version of the judge that rated a labelled trial, the last used first. Several people on one trial count by majority.',
      },
    ),
  },
  { $id: 'EvalJudgeAgreement' },
);
