import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { Id, nullable, oneOf, open } from '../../schema.ts';
import { RateInterval } from '../analysis/statistics.ts';
import { WaveComparison } from '../journey-runs/wave-comparison.ts';
import { SwarmFinding } from '../journey-runs/findings.ts';
import { StudyFinding, StudyRate, StudySignals } from '../study-analytics/documents.ts';

const Count = Type.Integer({ minimum: 0 });

export const CompareWithStudy = open(
  {
    studyId: { ...Id, description: 'The study whose people the personas stand for.' },
    windowId: Type.Optional(
      Type.String({ minLength: 1, maxLength: 128, description: 'A week, such as `2026-W48`; all of them by default.' }),
    ),
    gradeSessions: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 200,
        default: 0,
        description:
          "Grades at most this many of the study's newest ended sessions by the assertions of the wave's journeys. 0 grades none.",
      }),
    ),
  },
  { $id: 'CompareWaveWithStudy' },
);

const compared = {
  real: StudyRate,
  synthetic: StudyRate,
  difference: {
    ...WaveComparison.properties.difference,
    description: 'Synthetic minus real, with its interval (Newcombe); null when a side was not measured.',
  },
};

const Rate = open(compared, { $id: 'StudyAgreementRate' });

const undecided = nullable(
  oneOf(['fewSessions', 'fewItems', 'noRanks'], {
    description:
      'Why nothing is said: fewer than 20 sessions on a side, fewer than 5 items, or a side that tells no two items apart.',
  }),
);

const Ranks = open(
  {
    items: { ...Count, description: 'How many were ranked.' },
    tau: nullable(
      Type.Number({ minimum: -1, maximum: 1, description: "Kendall's tau-b of both rates; 1 is the same order." }),
    ),
    pValue: nullable(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description:
          'Two-sided, by permutation: the chance of such a tau if both sides had nothing to do with each other.',
      }),
    ),
    isExact: Type.Boolean({ description: 'All orders were counted, and not a seeded sample of them.' }),
    conclusion: oneOf(['agree', 'disagree', 'undecided'], { description: '`undecided` unless pValue is below 0.05.' }),
    undecided,
  },
  { $id: 'StudyRankAgreement' },
);

const share = (description: string) =>
  open(
    {
      value: nullable(Type.Number({ minimum: 0, maximum: 1, description: 'Null while undecided.' })),
      numerator: Count,
      denominator: Count,
      interval: nullable(RateInterval),
      undecided,
    },
    { description },
  );

const { dimension, detail, subject, fingerprint } = StudySignals.properties.signals.items.properties;
const Evidence = Type.Array(StudyFinding.properties.evidence.items, {
  description: 'The newest sessions of the study, 5 at most.',
});

const Finding = open(
  {
    fingerprint,
    dimension,
    detail,
    subject,
    ...compared,
    conclusion: oneOf(['moreReal', 'moreSynthetic', 'undecided'], {
      description:
        "By Fisher's exact test, with a chance of false alarms of 5 % over all findings. A rate of nothing was never tried on that side.",
    }),
    realEvidence: Evidence,
    syntheticEvidence: Type.Array(SwarmFinding.properties.evidence.items, {
      description: 'The newest sessions of the wave, 5 at most.',
    }),
  },
  { $id: 'StudyAgreementFinding' },
);

const list = (description: string) => Type.Array(Finding, { description: `${description} 20 at most.` });

const Criterion = open(
  {
    journeyId: Id,
    journeyName: Type.String(),
    criterionId: Type.String(),
    label: Type.String(),
    kind: oneOf(['assertion', 'goal']),
    ...compared,
    real: nullable(StudyRate),
    notMeasured: nullable(
      oneOf(['notAsked', 'needsJudge', 'notGradable'], {
        description:
          'Why people have no rate: `gradeSessions` is 0, a goal needs a judge, or the sessions of a study lack what the assertion looks at.',
      }),
    ),
  },
  { $id: 'StudyAgreementCriterion' },
);

const side = open({ sessions: Count, findings: { ...Count, description: 'Signals that at least 2 sessions showed.' } });

/** How well the personas of a wave predict the people of a study. */
export type StudyAgreement = Static<typeof StudyAgreement>;
export const StudyAgreement = open(
  {
    projectId: Id,
    waveId: Type.String(),
    studyId: Id,
    windowId: nullable(Type.String()),
    real: side,
    synthetic: side,
    rates: open(
      {
        toolErrorRate: Rate,
        deadEndRate: Rate,
        repeatedCallRate: Rate,
        answerRate: Rate,
        abandonmentRate: Rate,
        approvalDeclineRate: Rate,
        positiveFeedbackRate: Rate,
      },
      { description: 'What only people do is a rate of nothing for personas.' },
    ),
    findings: open({
      ranks: Ranks,
      recall: share("The share of people's findings that at least one session of the wave showed."),
      precision: share("The share of the wave's findings that at least one person met."),
      onlyReal: list('Findings of people that no session of the wave showed, the most frequent first.'),
      onlySynthetic: list('Findings of the wave that no person met, the most frequent first.'),
      shared: list('Findings of either side that both met, those with the largest difference first.'),
      peopleOnly: {
        ...Count,
        description: 'Signals that personas cannot show and that are left out: approvals, feedback and abandonment.',
      },
    }),
    criteria: open({
      ranks: Ranks,
      gradedSessions: { ...Count, description: 'Sessions of the study that were graded by the assertions.' },
      items: Type.Array(Criterion, { description: '100 at most, by journey.' }),
    }),
  },
  { $id: 'StudyAgreement' },
);
