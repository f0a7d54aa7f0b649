import { fragment, rows, sql, type Db } from './db.ts';

/** A column of ids with an index, and the rows that count. The names are fixed in the code, and never made of input. */
export interface IdColumn {
  table: string;
  column: string;
  where?: string;
}

/** The different ids of a column after one, in their order; reads one entry of the index for each. */
export async function listDistinctIds(
  db: Db,
  { table, column, where = 'true' }: IdColumn,
  after: string,
  limit: number,
): Promise<string[]> {
  const least = fragment(`select min(${column}) from ${table} where ${where} and ${column} >`);
  const found = await rows<{ id: string }>(
    db,
    sql`
    with recursive next (id) as (
      ${least} ${after}
      union all
      select (${least} next.id) from next where next.id is not null)
    select id from next where id is not null limit ${limit}`,
  );
  return found.map(({ id }) => id);
}
