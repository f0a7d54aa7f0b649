import { NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import { JourneyRunMeasures, JourneyWaveMeasures } from './documents.ts';
import { CompareWithStudy, StudyAgreement } from './study-agreement.ts';

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

export const compareWaveWithStudy = operation({
  ...read,
  path: `${WAVE}/study-agreement`,
  summary: 'Compare what the personas of a wave met with what the people of a study met.',
  description:
    'Both columns of each rate with their difference, the rank agreement of findings and of criteria, and the findings that one side alone met. Below 20 sessions on a side, or 5 items, nothing is concluded. 404 for a study whose sessions the caller may not read.',
  input: CompareWithStudy,
  reply: StudyAgreement,
});
