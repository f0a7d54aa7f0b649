import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { shownInsights } from '@assay/work/explaining/insights-table';
import type { Deps } from '../../deps.ts';
import {
  sessionsOfWave,
  withExistingWaveSessions,
  withExplanationState,
} from '../../domain/wave-insights/shown-wave.ts';
import { listExistingSessions, waveInsights, waveKey } from '../../store/wave-insights/wave-insights.ts';

export const getWaveInsights = ({ pool }: Deps) =>
  handle(operations.getWaveInsights, async (_caller, { projectId, waveId }) => {
    const stored = await waveInsights.find(pool, waveKey(projectId, waveId));
    if (!stored) throw notFound('insights');
    const body = withExistingWaveSessions(stored.body, await listExistingSessions(pool, sessionsOfWave(stored.body)));
    return {
      waveId,
      projectId,
      status: stored.status,
      insights: withExplanationState(shownInsights({ ...stored, body })),
      discovery: null,
      errorCode: null,
      errorMessage: null,
      updatedAt: stored.updatedAt.getTime(),
    };
  });
