import { Type, type Static } from 'typebox';
import { Id, nullable, oneOf, open } from '../../schema.ts';
import { DifferenceInterval } from '../analysis/statistics.ts';
import { StudyRate } from '../study-analytics/documents.ts';

export const CompareWaves = open(
  {
    baselineWaveId: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'The wave that this one is compared with.',
    }),
  },
  { $id: 'CompareJourneyWaves' },
);

const compared = {
  baseline: StudyRate,
  wave: StudyRate,
  difference: nullable(
    open(
      { delta: Type.Number(), ...DifferenceInterval.properties },
      { description: 'New minus old, with its interval; null when a side has no graded session.' },
    ),
  ),
  conclusion: oneOf(['better', 'worse', 'undecided'], {
    description: '`undecided` unless the interval excludes 0 and both sides have at least 5 graded sessions.',
  }),
};

/** How two waves differ in the sessions that passed. */
export type WaveComparison = Static<typeof WaveComparison>;
export const WaveComparison = open(
  {
    projectId: Id,
    waveId: Type.String(),
    baselineWaveId: Type.String(),
    ...compared,
    cells: Type.Array(
      open({
        journeyId: Id,
        journeyName: Type.String(),
        targetId: Type.String(),
        targetName: Type.String(),
        ...compared,
      }),
      { description: 'Each journey with each target that both waves have.' },
    ),
    leftOut: open(
      { baseline: Type.Integer({ minimum: 0 }), wave: Type.Integer({ minimum: 0 }) },
      { description: 'How many journeys with a target one wave has alone; they count nowhere.' },
    ),
  },
  { $id: 'JourneyWaveComparison' },
);
