import { rows, sql, type Db } from '@assay/kit/postgres/db';
import { isPurged } from '@assay/kit/postgres/purge';

/** Much longer than any launch takes. */
const KEEP_DAYS = 30;

/** Makes whoever buries something of a project wait for the launches there, and them for it, until the transaction ends. */
export async function lockDeletions(db: Db, projectId: string, as: 'launch' | 'burial'): Promise<void> {
  await db.query(
    as === 'burial'
      ? sql`select pg_advisory_xact_lock(hashtext('burial'), hashtext(${projectId}))`
      : sql`select pg_advisory_xact_lock_shared(hashtext('burial'), hashtext(${projectId}))`,
  );
}

/** Notes that a suite is gone, and forgets those that went long ago. */
export async function insertTombstone(db: Db, id: string): Promise<void> {
  await db.query(sql`delete from tombstones where buried_at < now() - make_interval(days => ${KEEP_DAYS})`);
  await db.query(sql`
    insert into tombstones (id, buried_at) values (${id}, clock_timestamp())
    on conflict (id) do update set buried_at = excluded.buried_at`);
}

/** The time by the clock that tombstones are dated with. */
export async function findClockTime(db: Db): Promise<Date> {
  const [clock] = await rows<{ time: Date }>(db, sql`select clock_timestamp() as time`);
  return clock!.time;
}

/** Whether a suite went since `at`, or its project lately. A suite can come back: a launch that is repeated with its key writes it anew. */
export async function isBuried(db: Db, projectId: string, suiteId: string, at: Date): Promise<boolean> {
  // Of a project that went while the version before was serving there is a tombstone instead of a purge.
  return (
    (await isPurged(db, projectId)) ||
    (await rows(db, sql`select from tombstones where id = ${projectId} or (id = ${suiteId} and buried_at >= ${at})`))
      .length > 0
  );
}
