import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, Id, oneOf, open } from '../../schema.ts';
import { GatePolicy, GateVerdict, gateWords } from '../gates/documents.ts';

const Count = Type.Integer({ minimum: 0 });
const Fraction = Type.Number({ minimum: 0, maximum: 1 });
const WaveId = Type.String({ minLength: 1, maxLength: 64 });

/** The rules of a gate that a wave must keep to pass. */
export type WaveGatePolicy = Static<typeof WaveGatePolicy>;
export const WaveGatePolicy = closed(
  {
    minimumPassRate: Type.Optional({
      ...Fraction,
      description:
        'Fraction 0..1 of the graded sessions; a percent is refused. The 95 % interval decides: wholly at or above it passes, wholly below it fails, anything else is open. 1 asks that no graded session fails.',
    }),
    minimumGradedSessions: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description: 'With fewer graded sessions nothing about them is concluded; 5 when absent.',
      }),
    ),
    noRegressedFindings: Type.Optional(
      closed(
        {
          dimensions: Type.Optional(
            Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
              minItems: 1,
              maxItems: 20,
              description: 'Only findings of these, such as `toolError`; of all when absent.',
            }),
          ),
        },
        {
          description:
            'The wave has no finding that is `regressed` against the waves before it. Dismissed findings do not count.',
        },
      ),
    ),
    passRateRegression: Type.Optional(
      closed(
        {
          minSampleSize: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: 1_000_000,
              description: 'Graded sessions that either wave needs; 5 when absent.',
            }),
          ),
          minEffectSize: Type.Optional({
            ...Fraction,
            description: 'The smallest drop that counts, as a fraction; 0.01 when absent.',
          }),
        },
        {
          description:
            'The pass rate did not drop against the baseline wave by more than noise: the 95 % interval of the difference, of pairs where there are some, reaches 0. Needs `baselineWaveId`.',
        },
      ),
    ),
    maximumCostUsd: Type.Optional({
      ...GatePolicy.properties.maximumCostUsd,
      description: 'Of the calls of both models in all sessions; the price of each has to be known.',
    }),
    maximumBrokenOffRate: Type.Optional({
      ...Fraction,
      description:
        'Of the sessions of the wave, the fraction that broke off, met a limit or was cancelled. Sessions that `earlyStopping` spared are left out.',
    }),
  },
  {
    $id: 'JourneyWaveGatePolicy',
    minProperties: 1,
    description: 'The quality gate of a wave. Every ceiling may be reached.',
  },
);

export type GateWave = Static<typeof GateWave>;
export const GateWave = closed(
  {
    policy: WaveGatePolicy,
    baselineWaveId: Type.Optional({ ...WaveId, description: 'An earlier wave, for `passRateRegression`.' }),
  },
  { $id: 'GateJourneyWaveRequest' },
);

/** How a wave did at a gate. */
export type WaveGateReport = Static<typeof WaveGateReport>;
export const WaveGateReport = open(
  {
    projectId: Id,
    waveId: Type.String(),
    baselineWaveId: Type.Optional(Type.String()),
    outcome: oneOf(['passed', 'failed', 'undecided'], {
      description: '`failed` when any rule failed, else `undecided` when any is `non_gateable`.',
    }),
    isOver: Type.Boolean({
      description: 'Every session is over and graded, and findings are mined. Until then the outcome is `undecided`.',
    }),
    ...gateWords,
    verdicts: Type.Array(GateVerdict, {
      description: 'One for each rule of the policy; `non_gateable` where the sessions do not settle it.',
    }),
    sessions: open({
      total: Count,
      underWay: { ...Count, description: 'Not over, or not graded yet.' },
      graded: { ...Count, description: 'Passed or failed.' },
      passed: Count,
      brokenOff: Count,
      settledEarly: { ...Count, description: 'Not held, because `earlyStopping` found the verdict settled.' },
    }),
    policy: WaveGatePolicy,
  },
  { $id: 'JourneyWaveGateReport' },
);
