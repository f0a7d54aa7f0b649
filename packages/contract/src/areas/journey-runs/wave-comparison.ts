import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { Id, nullable, oneOf, open } from '../../schema.ts';
import { DifferenceInterval } from '../analysis/statistics.ts';
import { StudyRate } from '../study-analytics/documents.ts';

const Target = Type.String({ minLength: 1, maxLength: 64 });

export type CompareWaves = Static<typeof CompareWaves>;
export const CompareWaves = open(
  {
    baselineWaveId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'The wave that this one is compared with; without it two targets of this wave are compared.',
      }),
    ),
    baselineTargetId: Type.Optional({
      ...Target,
      description: 'With `targetId`: the sessions with this target are the baseline.',
    }),
    targetId: Type.Optional({ ...Target, description: 'The target that is compared with `baselineTargetId`.' }),
  },
  { $id: 'CompareJourneyWaves' },
);

const Count = Type.Integer({ minimum: 0 });

/** Counts of pairs of sessions, by which of the two passed. */
const Pairs = open(
  { total: Count, bothPassed: Count, onlyBaseline: Count, onlyWave: Count, bothFailed: Count },
  {
    $id: 'JourneyWavePairs',
    description:
      'Sessions of the same journey, persona and seed that were graded on both sides, by which of them passed.',
  },
);

const compared = {
  baseline: StudyRate,
  wave: StudyRate,
  difference: nullable(
    open(
      { delta: Type.Number(), ...DifferenceInterval.properties },
      {
        description:
          'New minus old, with its interval; null when a side has no graded session. Over several journeys and targets, each of them has the same weight on both sides.',
      },
    ),
  ),
  method: oneOf(['paired', 'partlyPaired', 'unpaired'], {
    description:
      'What the interval knows: all graded sessions are in pairs (Newcombe 1998, for pairs), some are (Derrick et al. 2015), or none is (Newcombe 1998, for independent samples). Pairs that mostly agree make it shorter.',
  }),
  pairs: Pairs,
  conclusion: oneOf(['better', 'worse', 'undecided'], {
    description:
      '`undecided` unless the interval excludes 0 and both sides have at least 5 graded sessions. Of several journeys and targets, all conclusions together have the rate of false alarms of one (Holm 1979).',
  }),
};

/** How two waves, or two targets, differ in the sessions that passed. */
export type WaveComparison = Static<typeof WaveComparison>;
export const WaveComparison = open(
  {
    projectId: Id,
    waveId: Type.String(),
    baselineWaveId: Type.String(),
    baselineTargetId: Type.Optional(Type.String()),
    targetId: Type.Optional(Type.String()),
    ...compared,
    cells: Type.Array(
      open({
        journeyId: Id,
        journeyName: Type.String(),
        targetId: Type.String(),
        targetName: Type.String(),
        ...compared,
      }),
      { description: 'Each journey with each target that both sides have; of two targets, each journey.' },
    ),
    leftOut: open(
      { baseline: Type.Integer({ minimum: 0 }), wave: Type.Integer({ minimum: 0 }) },
      { description: 'How many journeys with a target one side has alone; they count nowhere.' },
    ),
  },
  { $id: 'JourneyWaveComparison' },
);
