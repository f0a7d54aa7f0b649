import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { cancelWaveExplanation } from '../../actions/wave-insights/wave-insights.ts';
import type { Deps } from '../../deps.ts';

export const cancelWaveInsights = ({ pool }: Deps) =>
  handle(operations.cancelWaveInsights, async (_caller, { projectId, waveId }) => {
    await cancelWaveExplanation(pool, { projectId, waveId });
    return { waveId, projectId, canceled: true as const };
  });
