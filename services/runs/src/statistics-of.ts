import type { EvalRun } from '@assay/contract/documents/run';
import { trialStatistics } from '@assay/grading/statistics/trial-statistics';
import type { Db } from '@assay/kit/db';
import type { Run } from './domain/run.ts';
import { countVariants } from './store/variant-counts.ts';

/** What the trials of a run tell beyond its verdict, once there are any. */
export async function statisticsOf(db: Db, { id, finished }: Run): Promise<Pick<EvalRun, 'trialStatistics'>> {
  return finished > 0 ? { trialStatistics: trialStatistics(await countVariants(db, id)) } : {};
}
