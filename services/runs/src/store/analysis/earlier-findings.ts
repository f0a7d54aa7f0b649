import type { Finding } from '@assay/contract/areas/analysis/insights';
import type { EarlierFindings } from '@assay/grading/findings/lifecycle';
import { rows, sql, type Db } from '@assay/kit/postgres/db';
import { isHidden } from '../eval-runs/tombstones.ts';

/** At most this many earlier runs are read. */
const HISTORY = 20;

/** The findings of earlier runs of the suite. */
export async function findEarlier(db: Db, suiteId: string, runNumber: number): Promise<EarlierFindings> {
  const earlier = await rows<{ runId: string; runNumber: number; ids: string[]; findings: Finding[] | null }>(
    db,
    sql`
    select run_id, run_number, array(select f->>'id' from json_array_elements(body->'findings') f) as ids,
      case when place = 1 then body->'findings' end as findings
    from (
      select i.body, r.id as run_id, r.run_number, row_number() over (order by r.run_number desc) as place
      from insights i join runs r on r.id = i.window_id and not ${isHidden('r')}
      where i.series_id = ${suiteId} and r.run_number < ${runNumber} order by r.run_number desc limit ${HISTORY}) earlier
    order by place`,
  );
  // The newest first: an older run replaces a newer one.
  const since = earlier.flatMap(({ runId, runNumber: number, ids }) =>
    ids.map((id) => [id, { runId, runNumber: number }] as const),
  );
  return { before: earlier[0]?.findings ?? [], since: new Map(since) };
}
