import { rows, sql, type Db } from '@assay/kit/postgres/db';
import type { Application } from '../../domain/grants/application.ts';
import { REGISTRATION_DAYS } from '../../domain/grants/grant.ts';

/** Inserts a registration unless `most` are there without a grant; answers whether it did. */
export async function insertApplication(
  db: Db,
  { id, name, redirectUris }: Application,
  most: number,
): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    insert into applications (id, name, redirect_uris) select ${id}, ${name}, ${redirectUris}::text[]
    where (select count(*) from applications where used_at is null) < ${most}`);
  return rowCount === 1;
}

export async function findApplication(db: Db, id: string): Promise<Application | undefined> {
  const [row] = await rows<{ id: string; name: string; redirectUris: string[] }>(
    db,
    sql`select id, name, redirect_uris from applications where id = ${id}`,
  );
  return row && { ...row, known: 'registered' };
}

/** Notes that tokens were issued to a registered application; any other id changes nothing. */
export async function useApplication(db: Db, id: string): Promise<void> {
  // Tenant: a registration belongs to the installation.
  await db.query(sql`update applications set used_at = now() where id = ${id}`);
}

/** Deletes unused registrations; answers their number. */
export async function deleteUnusedApplications(db: Db, limit: number): Promise<number> {
  const { unused, used } = REGISTRATION_DAYS;
  // Tenant: a registration belongs to the installation.
  const { rowCount } = await db.query(sql`
    delete from applications where id in (
      select id from applications
      where coalesce(used_at, created_at) < now() - make_interval(days => case when used_at is null then ${unused}::int else ${used}::int end)
        and coalesce(used_at, created_at) < now() - make_interval(days => ${unused}::int)
      order by coalesce(used_at, created_at) limit ${limit} for update skip locked)`);
  return rowCount ?? 0;
}
