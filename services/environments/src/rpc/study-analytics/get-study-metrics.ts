import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { studyMetricsOf } from '../../domain/study-analytics/metrics-view.ts';
import { studyMeasures } from '../../flows/study-analytics/study-measures.ts';

export const getStudyMetrics = ({ pool }: Deps) =>
  handle(operations.getStudyMetrics, async (_caller, target, { population = 'real' }) => {
    const { scope, counters, signals } = await studyMeasures(pool, target, population);
    return studyMetricsOf(scope, counters, signals);
  });
