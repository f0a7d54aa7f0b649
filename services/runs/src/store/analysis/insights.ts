import type { Finding } from '@assay/contract/areas/analysis/insights';
import type { EarlierFindings } from '@assay/grading/findings/lifecycle';
import { rows, sql, type Db } from '@assay/kit/postgres/db';
import { InsightsTable } from '@assay/findings/insights/insights-table';
import { isHidden } from '../eval-runs/tombstones.ts';

/** Insights of runs, one row for each run that has some. */
export const runInsights = new InsightsTable('run_insights');

/** At most this many earlier runs are read. */
const HISTORY = 20;

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

/** Deletes a run's insights; returns the work item that was to explain them. */
export async function deleteInsights(db: Db, runId: string): Promise<string | undefined> {
  const [deleted] = await rows<{ jobId: string | null }>(
    db,
    sql`delete from run_insights where run_id = ${runId} returning job_id as "jobId"`,
  );
  return deleted?.jobId ?? undefined;
}
