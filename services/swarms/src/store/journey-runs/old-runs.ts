import { rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import { listDistinctIds } from '@assay/kit/postgres/distinct-ids';
import { deleteTraceParts } from '@assay/transcripts/trace-parts';
import { isGraded } from './waves.ts';

/** An organization, and the number of days that it keeps ended runs or their traces. */
export interface RetentionRule {
  organizationId: string;
  days: number;
}

/** A run that is locked for the transaction. */
export interface OldRun {
  id: string;
  projectId: string;
  waveId: string;
}

/** Organizations with ended runs, in the order of their ids, after `after`. */
export const listRunOrganizations = (db: Db, after: string, limit: number): Promise<string[]> =>
  listDistinctIds(
    db,
    { table: 'journey_runs', column: 'organization_id', where: 'ended_at is not null' },
    after,
    limit,
  );

/**
 * Locks a graded run that ended before its organization's days (a judge reads transcripts), one that still has transcripts
 * where `isTraced` is set; runs that another transaction has locked are skipped.
 */
export async function claimOldRun(
  tx: Tx,
  { organizationId, days }: RetentionRule,
  { isTraced }: { isTraced: boolean },
): Promise<OldRun | undefined> {
  const [run] = await rows<OldRun>(
    tx,
    sql`
    select id, project_id, wave_id from journey_runs
    where organization_id = ${organizationId} and ended_at < now() - make_interval(days => ${days}::int) and ${isGraded}
      and (traces_gone_at is null or not ${isTraced})
    order by ended_at limit 1 for update skip locked`,
  );
  return run;
}

/** Deletes some traces and transcripts of a locked run; answers whether there may be more. */
export async function deleteTranscripts(tx: Tx, runId: string, limit: number): Promise<boolean> {
  const attempts = sql`
    select a.id from sessions s join session_attempts a on a.session_id = s.id where s.run_id = ${runId}`;
  if (await deleteTraceParts(tx, attempts, limit)) return true;
  const { rowCount } = await tx.query(sql`
    delete from session_turns where ctid = any(array(
      select t.ctid from sessions s join session_turns t on t.session_id = s.id where s.run_id = ${runId} limit ${limit}))`);
  return rowCount === limit;
}

/** Notes that the transcripts of a locked run are gone, with all words of them: previews, excerpts, reasons of verdicts. */
export async function markTranscriptsGone(tx: Tx, runId: string): Promise<void> {
  // Tenant: retention goes over the runs of every project.
  await tx.query(sql`
    with wordless as (
      update sessions set preview = '', criteria = coalesce((
        select json_agg(c::jsonb || '{"reason": ""}' order by place)
        from json_array_elements(criteria) with ordinality as graded(c, place)), '[]')
      where run_id = ${runId} returning id),
    shortened as (
      update session_signals g set excerpt = '' from wordless where g.session_id = wordless.id and g.excerpt <> '')
    update journey_runs set traces_gone_at = now() where id = ${runId}`);
}

/** Some sessions of a run. */
export const listSomeSessions = async (tx: Tx, runId: string, limit: number): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      tx,
      sql`select id from sessions where run_id = ${runId} order by position limit ${limit}`,
    )
  ).map(({ id }) => id);

/** Deletes sessions with everything of them. */
export async function deleteSessions(tx: Tx, ids: readonly string[]): Promise<void> {
  // Tenant: retention goes over the runs of every project.
  await tx.query(sql`delete from sessions where id = any(${ids})`);
}

/** Deletes a run without sessions. */
export async function deleteRun(tx: Tx, id: string): Promise<void> {
  // Tenant: retention goes over the runs of every project.
  await tx.query(sql`delete from journey_runs where id = ${id}`);
}
