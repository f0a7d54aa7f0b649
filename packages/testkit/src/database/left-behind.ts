import { rows, sql, type Db } from '@assay/kit/postgres/db';

/**
 * The tables that keep rows when the rows of the `listed` tables are deleted: neither listed nor reached by a
 * cascading foreign key.
 */
export async function tablesLeftBehind(db: Db, listed: string[]): Promise<string[]> {
  const left = await rows<{ name: string }>(
    db,
    sql`
    with recursive gone (id) as (
      select name::regclass::oid from unnest(${listed}::text[]) name
      union
      select conrelid from pg_constraint join gone on confrelid = gone.id where contype = 'f' and confdeltype = 'c')
    select relname as name from pg_class
    where relkind in ('r', 'p') and not relispartition and relnamespace = current_schema()::regnamespace and oid not in (select id from gone)
    order by 1`,
  );
  return left.map(({ name }) => name);
}
