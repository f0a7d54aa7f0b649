import { conflict, notFound } from '@assay/contract/problem';
import type { Tx } from '@assay/kit/postgres/db';
import type { SeriesWindow } from '../series-window.ts';
import { deletePendingInsights, findInsights } from './stored-insights.ts';

/**
 * Deletes pending insights, which can be requested again; returns the work item that was to explain them. Throws NOT_FOUND
 * when there are none, CONFLICT when they are complete.
 */
export async function cancelInsights(tx: Tx, window: SeriesWindow): Promise<string> {
  const jobId = await deletePendingInsights(tx, window);
  if (jobId !== undefined) return jobId;
  if (!(await findInsights(tx, window))) throw notFound('insights');
  throw conflict('The insights are complete; only pending ones can be cancelled.');
}
