import type { Finding, Insights } from '@assay/contract/areas/analysis/insights';
import type { EarlierFindings } from '@assay/grading/findings/lifecycle';
import { rows, sql, type Db } from '@assay/kit/postgres/db';
import { keptJson } from '@assay/kit/json/kept-json';
import { isHidden } from '../eval-runs/tombstones.ts';

/** Insights without their state. */
export type InsightsBody = Omit<Insights, 'status' | 'reasonCode' | 'updatedAt' | 'currentFindings'>;

export interface StoredInsights {
  status: 'pending' | 'completed';
  body: InsightsBody;
  reasonCode: string | null;
  updatedAt: Date;
}

export interface NewInsights {
  runId: string;
  suiteId: string;
  runNumber: number;
  body: InsightsBody;
  jobId: string | null;
  reasonCode: string | null;
}

/** At most this many earlier runs are read. */
const HISTORY = 20;

export async function findInsights(db: Db, runId: string): Promise<StoredInsights | undefined> {
  const [found] = await rows<StoredInsights>(
    db,
    sql`
    select status, body, reason_code as "reasonCode", updated_at as "updatedAt" from run_insights where run_id = ${runId}`,
  );
  return found;
}

/** The findings of earlier runs of the suite. */
export async function findEarlier(db: Db, suiteId: string, runNumber: number): Promise<EarlierFindings> {
  const [before, ...older] = await rows<{ ids: string[]; findings: Finding[] | null }>(
    db,
    sql`
    select i.finding_ids as ids, case when row_number() over (order by i.run_number desc) = 1 then i.body->'findings' end as findings
    from run_insights i join runs r on r.id = i.run_id and not ${isHidden('r')}
    where i.suite_id = ${suiteId} and i.run_number < ${runNumber} order by i.run_number desc limit ${HISTORY}`,
  );
  return { before: before?.findings ?? [], older: new Set(older.flatMap(({ ids }) => ids)) };
}

/** Writes insights, as pending when a work item will explain them; false when pending ones exist. */
export async function storeInsights(
  db: Db,
  { runId, suiteId, runNumber, body, jobId, reasonCode }: NewInsights,
): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    insert into run_insights (run_id, suite_id, run_number, status, finding_ids, body, job_id, reason_code)
    values (${runId}, ${suiteId}, ${runNumber}, ${jobId === null ? 'completed' : 'pending'}, ${body.findings.map(({ id }) => id)}, ${keptJson(body)}, ${jobId}, ${reasonCode})
    on conflict (run_id) do update set status = excluded.status, finding_ids = excluded.finding_ids, body = excluded.body, job_id = excluded.job_id,
                                       reason_code = excluded.reason_code, updated_at = now()
    where run_insights.status <> 'pending'`);
  return rowCount === 1;
}

/** Deletes a run's insights; returns the work item that was to explain them. */
export async function deleteInsights(db: Db, runId: string): Promise<string | undefined> {
  const [deleted] = await rows<{ jobId: string | null }>(
    db,
    sql`delete from run_insights where run_id = ${runId} returning job_id as "jobId"`,
  );
  return deleted?.jobId ?? undefined;
}

/** The run whose findings a work item explains, locked. */
export async function claimExplained(
  db: Db,
  jobId: string,
): Promise<{ runId: string; body: InsightsBody } | undefined> {
  const [claimed] = await rows<{ runId: string; body: InsightsBody }>(
    db,
    sql`
    select run_id as "runId", body from run_insights where job_id = ${jobId} and status = 'pending' for update`,
  );
  return claimed;
}

/** Completes pending insights, with an explanation or with the reason why there is none. */
export async function completeInsights(
  db: Db,
  runId: string,
  body: InsightsBody,
  reasonCode: string | null,
): Promise<void> {
  await db.query(sql`
    update run_insights set status = 'completed', body = ${keptJson(body)}, reason_code = ${reasonCode}, job_id = null, updated_at = now() where run_id = ${runId}`);
}
