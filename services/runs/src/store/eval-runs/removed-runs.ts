import { fragment, rows, sql, type Db, type Statement } from '@assay/kit/postgres/db';
import { deleteTraceParts } from '@assay/transcripts/trace-parts';
import { deleteScreenshots } from '../iterations/screenshots.ts';
import type { RunsOwner } from './runs.ts';
import { isHidden } from './tombstones.ts';

/**
 * Selects runs of the relation `next`, by their totals, up to about 1000 iterations, and at least one run if there is
 * any.
 */
export const fewRuns = fragment(
  'select id from (select id, sum(total) over (order by id) - total as before from next) sized where before < 1000',
);

/** A few hidden runs of a deleted suite, or runs of a deleted project, in the order of their index. */
export async function listRunsToDelete(db: Db, { projectId, suiteId }: RunsOwner): Promise<string[]> {
  const doomed = await rows<{ id: string }>(
    db,
    sql`
    with next as (
      select id, total from runs where project_id = ${projectId} and (${suiteId}::text is null or (suite_id = ${suiteId} and ${isHidden('runs')}))
      order by project_id, suite_id, created_at desc, id desc limit 100)
    ${fewRuns}`,
  );
  return doomed.map(({ id }) => id);
}

/** At most this many parts or iterations are deleted by one statement. */
const BATCH = 1_000;

/** At most this many images are deleted by one statement: each may have 300 KB. */
const IMAGES = 100;

/** Deletes some of the traces and of the images of the iterations that a query gives; false when none is left. */
const deleteTraces = async (db: Db, iterations: Statement): Promise<boolean> =>
  (await deleteTraceParts(db, iterations, BATCH)) || deleteScreenshots(db, iterations, IMAGES);

/** Deletes traces, images and transcripts of a locked run, of some iterations at a time: each of them is looked at once. */
export async function deleteTracesOf(db: Db, runId: string): Promise<void> {
  for (let after: number | null = -1; after !== null;) {
    const next = sql`select id from iterations where run_id = ${runId} and position > ${after} order by position limit ${BATCH}`;
    while (await deleteTraces(db, next));
    after = await deleteTranscripts(db, runId, after);
  }
}

/** Deletes the transcripts of the next iterations of a run; answers the position of the last one, null when there was none. */
async function deleteTranscripts(db: Db, runId: string, after: number): Promise<number | null> {
  const [deleted] = await rows<{ last: number | null }>(
    db,
    sql`
    with next as (
      select id, position, transcript is not null as "isRecorded" from iterations
      where run_id = ${runId} and position > ${after} order by position limit ${BATCH}),
    held as (
      select id from iterations where id in (select id from next where "isRecorded") order by id for no key update),
    forgotten as (update iterations set transcript = null where id in (select id from held))
    select max(position) as last from next`,
  );
  return deleted!.last;
}

/** Deletes some of the iterations of locked runs with their traces; false when none is left. */
async function deleteIterations(db: Db, runIds: string[]): Promise<boolean> {
  const next = sql`select id from iterations where run_id = any(${runIds}) order by run_id, position limit ${BATCH}`;
  if (await deleteTraces(db, next)) return true;
  // Locked in the common order, and found in the one of their index: a call does not read the iterations of the next ones.
  const { rowCount } = await db.query(sql`
    with next as (
      select id from iterations where run_id = any(${runIds}) order by run_id, position limit ${BATCH}),
    doomed as (select id from iterations where id in (select id from next) order by id for update)
    delete from iterations i using doomed where i.id = doomed.id`);
  return rowCount === BATCH;
}

/**
 * Deletes locked runs, or a part of their rows: a repeated call goes on there. Returns their organization, or undefined
 * while rows are left.
 */
export async function deleteRuns(db: Db, ids: string[]): Promise<string | undefined> {
  if (await deleteIterations(db, ids)) return undefined;
  // Tenant: the transaction has locked the runs: of a deleted suite, or beyond retention.
  const [run] = await rows<{ organizationId: string }>(
    db,
    sql`
    with cases as (delete from run_cases where run_id = any(${ids})),
    variants as (delete from run_variants where run_id = any(${ids}))
    delete from runs where id = any(${ids}) returning organization_id`,
  );
  return run?.organizationId;
}
