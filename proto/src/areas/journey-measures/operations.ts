import { NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import { JourneyRunMeasures, JourneyWaveMeasures } from './documents.ts';

const read = {
  tag: 'Swarm runs',
  service: 'swarms',
  access: 'viewer',
  gate: 'swarms',
  method: 'GET',
  status: 200,
} as const;
const WAVE = '/projects/{projectId}/waves/{waveId}';
const SAME =
  'The same measures as of a study, by the same rules; null where only people are measured. Computed from counts that are kept; free.';

export const getJourneyRunMeasures = operation({
  ...read,
  path: '/projects/{projectId}/journey-runs/{runId}/measures',
  summary: 'Read the measures of the sessions of a journey run.',
  description: SAME,
  input: NoQuery,
  reply: JourneyRunMeasures,
});

export const getJourneyWaveMeasures = operation({
  ...read,
  path: `${WAVE}/measures`,
  summary: 'Read the measures of the sessions of a wave.',
  description: SAME,
  input: NoQuery,
  reply: JourneyWaveMeasures,
});
