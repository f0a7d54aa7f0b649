import type { InsightsBody } from '@assay/contract/areas/analysis/insights';
import { keptJson } from '@assay/kit/json/kept-json';
import { fragment, rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import type { SeriesWindow } from '../series-window.ts';

/** Insights as they are stored. */
export interface StoredInsights {
  status: 'pending' | 'completed';
  body: InsightsBody;
  reasonCode: string | null;
  updatedAt: Date;
}

const columns = fragment('status, body, reason_code, updated_at');

export async function findInsights(db: Db, { seriesId, windowId }: SeriesWindow): Promise<StoredInsights | undefined> {
  const [found] = await rows<StoredInsights>(
    db,
    sql`select ${columns} from insights where series_id = ${seriesId} and window_id = ${windowId}`,
  );
  return found;
}

/** The insights of the newest window of a series that has any, for windows whose ids sort by time. */
export async function findNewestInsights(db: Db, seriesId: string): Promise<StoredInsights | undefined> {
  const [found] = await rows<StoredInsights>(
    db,
    sql`select ${columns} from insights where series_id = ${seriesId} order by window_id desc limit 1`,
  );
  return found;
}

/** Insights that are to be stored: pending when a work item will explain them. */
export interface NewInsights {
  body: InsightsBody;
  jobId: string | null;
  reasonCode: string | null;
}

/** Writes insights in place of complete ones; false when pending ones are there. */
export async function insertInsights(
  tx: Tx,
  { seriesId, windowId }: SeriesWindow,
  { body, jobId, reasonCode }: NewInsights,
): Promise<boolean> {
  await tx.query(sql`
    delete from insights where series_id = ${seriesId} and window_id = ${windowId} and status <> 'pending'`);
  const { rowCount } = await tx.query(sql`
    insert into insights (series_id, window_id, status, body, job_id, reason_code)
    values (${seriesId}, ${windowId}, ${jobId === null ? 'completed' : 'pending'}, ${keptJson(body)}, ${jobId}, ${reasonCode})
    on conflict do nothing`);
  return rowCount === 1;
}

/** Insights, pending or complete, locked. */
export async function lockInsights(tx: Tx, { seriesId, windowId }: SeriesWindow): Promise<InsightsBody | undefined> {
  const [found] = await rows<{ body: InsightsBody }>(
    tx,
    sql`select body from insights where series_id = ${seriesId} and window_id = ${windowId} for update`,
  );
  return found?.body;
}

/** Changes locked insights; their state and their time stay. */
export async function updateInsights(tx: Tx, { seriesId, windowId }: SeriesWindow, body: InsightsBody): Promise<void> {
  await tx.query(sql`
    update insights set body = ${keptJson(body)} where series_id = ${seriesId} and window_id = ${windowId}`);
}

/** The pending insights that a work item explains, locked. */
export async function lockExplained(tx: Tx, jobId: string): Promise<InsightsBody | undefined> {
  const [found] = await rows<{ body: InsightsBody }>(
    tx,
    sql`select body from insights where job_id = ${jobId} and status = 'pending' for update`,
  );
  return found?.body;
}

/** Completes pending insights, with an explanation or with the reason why there is none. */
export async function completeInsights(
  tx: Tx,
  jobId: string,
  body: InsightsBody,
  reasonCode: string | null,
): Promise<void> {
  await tx.query(sql`
    update insights set status = 'completed', body = ${keptJson(body)}, reason_code = ${reasonCode}, job_id = null, updated_at = now()
    where job_id = ${jobId}`);
}

/** Deletes pending insights; returns the work item that was to explain them. */
export async function deletePendingInsights(tx: Tx, { seriesId, windowId }: SeriesWindow): Promise<string | undefined> {
  const [deleted] = await rows<{ jobId: string }>(
    tx,
    sql`
    delete from insights where series_id = ${seriesId} and window_id = ${windowId} and status = 'pending'
    returning job_id`,
  );
  return deleted?.jobId;
}

/** Deletes insights, pending or complete; returns the work item that was to explain them. */
export async function deleteInsights(db: Db, { seriesId, windowId }: SeriesWindow): Promise<string | undefined> {
  const [deleted] = await rows<{ jobId: string | null }>(
    db,
    sql`delete from insights where series_id = ${seriesId} and window_id = ${windowId} returning job_id`,
  );
  return deleted?.jobId ?? undefined;
}
