import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { DAILY, studyUsageOf } from '../../domain/study-analytics/metrics-view.ts';
import { studyMeasures } from '../../flows/study-analytics/study-measures.ts';
import { listDailyCounters } from '../../store/study-analytics/study-counters.ts';
import { countAnalyzed } from '../../store/study-analytics/study-windows.ts';

const SHOWN_DAYS = 90;

export const getStudyUsage = ({ pool }: Deps) =>
  handle(operations.getStudyUsage, async (_caller, target, { population = 'real' }) => {
    const { scope, counters } = await studyMeasures(pool, target, population);
    const [days, analyzed] = await Promise.all([
      listDailyCounters(pool, target.studyId, population, [...DAILY], SHOWN_DAYS + 1),
      countAnalyzed(pool, target.studyId),
    ]);
    return studyUsageOf(scope, counters, days, SHOWN_DAYS, population === 'real' ? analyzed : 0);
  });
