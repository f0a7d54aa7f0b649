import { NoInput, NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import { RequestWaveInsights, WaveInsights, WaveInsightsCanceled, WaveInsightsRequested } from './documents.ts';

const common = { tag: 'Swarm runs', service: 'swarms', path: '/projects/{projectId}/waves/{waveId}/insights' } as const;

export const requestWaveInsights = operation({
  ...common,
  access: 'member',
  gate: 'swarms',
  method: 'POST',
  brake: 'insights',
  summary: 'Find the troubles of a wave, and have a model explain them.',
  description:
    'Also of a wave that is under way: the insights then say of how many sessions they are. Of a wave that is over, the request waits until its findings are computed, at most 15 s, and is 503 UNAVAILABLE with `Retry-After` after that. Insights that are there are not made again unless a session of the wave changed since or `force` is set. Without a model the findings are told as the rules found them.',
  input: RequestWaveInsights,
  bodyOptional: true,
  status: 202,
  reply: WaveInsightsRequested,
});

export const getWaveInsights = operation({
  ...common,
  access: 'viewer',
  gate: 'swarms',
  method: 'GET',
  summary: 'Read the insights of a wave.',
  description: '404 when they were never requested.',
  tool: true,
  polled: true,
  input: NoQuery,
  status: 200,
  reply: WaveInsights,
});

export const cancelWaveInsights = operation({
  ...common,
  access: 'member',
  method: 'DELETE',
  summary: 'Cancel insights of a wave that are being made.',
  description:
    'Possible while the organization has swarms switched off, too. Insights that are complete answer 409. Calls of the model that are under way are paid for.',
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: WaveInsightsCanceled,
  also: [409],
});
