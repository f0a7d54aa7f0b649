import { fragment, rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import { listDistinctIds } from '@assay/kit/postgres/distinct-ids';

/** Projects with signals, in the order of their ids, after `after`. */
export const listSignalProjects = (db: Db, after: string, limit: number): Promise<string[]> =>
  listDistinctIds(db, { table: 'signals', column: 'series_id' }, after, limit);

/**
 * Deletes signals of a project that nothing shows any more, at most `limit`: no session (and hence no measures of a run), no
 * counts of a wave, and no finding. Signals about a whole conversation are as few as their kinds, and stay. Answers whether
 * there may be more. The findings of the project are locked.
 */
export async function deleteSomeUnusedSignals(tx: Tx, projectId: string, limit: number): Promise<boolean> {
  const found = await rows<{ fingerprint: string }>(
    tx,
    sql`
    with counted as materialized (
      select c.fingerprint from waves w cross join lateral (
        select fingerprint from json_to_recordset(w.signals) as s(fingerprint text)
        union all
        select fingerprint from json_to_recordset(w.kept_signals) as k(fingerprint text)) c
      where w.project_id = ${projectId})
    select fingerprint from signals g
    where series_id = ${projectId} and subject->>'id' <> '' and ${isShownByNone}
      and not exists (select from findings f where f.series_id = g.series_id and f.fingerprint = g.fingerprint)
      and not exists (select from counted c where c.fingerprint = g.fingerprint)
    order by fingerprint limit ${limit} for update skip locked`,
  );
  // A report may have shown one of them before its row was locked.
  await tx.query(sql`
    delete from signals g
    where series_id = ${projectId} and fingerprint = any(${found.map(({ fingerprint }) => fingerprint)})
      and ${isShownByNone}`);
  return found.length === limit;
}

const isShownByNone = fragment(
  'not exists (select from session_signals s where s.series_id = g.series_id and s.fingerprint = g.fingerprint)',
);
