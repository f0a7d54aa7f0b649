import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, Id, nullable, oneOf, open, record } from '../../schema.ts';
import { Insights } from '../analysis/insights.ts';

export const RequestWaveInsights = closed(
  { force: Type.Optional(Type.Boolean({ description: 'Makes them again although they exist.' })) },
  { $id: 'WaveInsightsRequest' },
);

const WaveId = Type.String({ minLength: 1, maxLength: 64 });

export const WaveInsightsRequested = open(
  { waveId: WaveId, projectId: Id, status: Type.Literal('pending') },
  { $id: 'WaveInsightsRequested' },
);

export const WaveInsightsCanceled = open(
  { waveId: WaveId, projectId: Id, canceled: Type.Literal(true) },
  { $id: 'WaveInsightsCanceled' },
);

/** The explained findings of one wave. */
export type WaveInsights = Static<typeof WaveInsights>;
export const WaveInsights = open(
  {
    waveId: WaveId,
    projectId: Id,
    status: oneOf(['pending', 'completed', 'failed'], {
      description: '`pending`: a model still looks for causes; the findings of the rules can be read already.',
    }),
    insights: nullable(Insights),
    discovery: nullable(record()),
    errorCode: nullable(Type.String()),
    errorMessage: nullable(Type.String()),
    updatedAt: EpochMs(),
  },
  { $id: 'WaveInsights' },
);
