import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { foundInsights } from '../../flows/wave-insights/found-insights.ts';

export const getWaveInsights = ({ pool }: Deps) =>
  handle(operations.getWaveInsights, async (_caller, { projectId, waveId }) => {
    const insights = await foundInsights(pool, projectId, waveId);
    if (!insights) throw notFound('insights');
    return {
      waveId,
      projectId,
      status: insights.status === 'pending' ? ('pending' as const) : ('completed' as const),
      insights,
      discovery: null,
      errorCode: null,
      errorMessage: null,
      updatedAt: insights.updatedAt!,
    };
  });
