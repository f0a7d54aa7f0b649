import { fragment, prepared, rows, sql, type Db } from '@assay/kit/postgres/db';

/** Much longer than any launch takes. */
const KEEP_DAYS = 30;

/**
 * Takes the project's advisory lock until the transaction ends, exclusive for a deletion and shared for a launch, so
 * that they wait for each other.
 */
export async function lockDeletions(db: Db, projectId: string, as: 'launch' | 'deletion'): Promise<void> {
  await db.query(
    as === 'deletion'
      ? sql`select pg_advisory_xact_lock(hashtext('deletion'), hashtext(${projectId}))`
      : sql`select pg_advisory_xact_lock_shared(hashtext('deletion'), hashtext(${projectId}))`,
  );
}

/** Whether a run was launched before the last deletion of its suite. Its rows are deleted a moment later. */
export const isHidden = (run: string) =>
  fragment(`exists (select from tombstones t where t.id = ${run}.suite_id and t.deleted_at >= ${run}.created_at)`);

/** Writes the tombstone of a suite, and deletes old tombstones that hide no run any more. */
export async function insertTombstone(db: Db, id: string): Promise<void> {
  await db.query(sql`
    delete from tombstones t where deleted_at < now() - make_interval(days => ${KEEP_DAYS})
      and not exists (select from runs r where r.suite_id = t.id and r.created_at <= t.deleted_at)`);
  await db.query(sql`
    insert into tombstones (id, deleted_at) values (${id}, clock_timestamp())
    on conflict (id) do update set deleted_at = excluded.deleted_at`);
}

/** The time of the clock that dates tombstones. */
export async function findClockTime(db: Db): Promise<Date> {
  const [clock] = await rows<{ time: Date }>(db, sql`select clock_timestamp() as time`);
  return clock!.time;
}

/**
 * Whether a suite was deleted since `at`, or its project recently. A suite can come back: a launch that is repeated
 * with its key writes it again.
 */
export async function isSuiteDeleted(db: Db, projectId: string, suiteId: string, at: Date): Promise<boolean> {
  // A project that was deleted under an earlier version has a tombstone instead of a purge.
  const [found] = await rows<{ isDeleted: boolean }>(
    db,
    prepared`
    select exists (select from purges where id = ${projectId})
      or exists (select from tombstones where id = ${projectId} or (id = ${suiteId} and deleted_at >= ${at})) as "isDeleted"`,
  );
  return found!.isDeleted;
}
