import { rows, sql, type Db } from '@assay/kit/postgres/db';

/** The cached answer of a source to a request, with its age in milliseconds. */
export async function findAnswer<T>(
  db: Db,
  source: string,
  request: string,
): Promise<{ body: T; ageMs: number } | undefined> {
  const [row] = await rows<{ body: T; age: string }>(
    db,
    sql`
    select body, extract(epoch from now() - fetched_at) * 1000 as age from registry_answers where source = ${source} and request = ${request}`,
  );
  return row && { body: row.body, ageMs: Number(row.age) };
}

/** At most 1000 answers of a source, and 32 MiB as Postgres stores them. */
const [MAX_ANSWERS, MAX_BYTES] = [1_000, 32 * 1024 * 1024];

/** Caches an answer, and drops answers older than a week and the oldest answers of a source beyond its limits. */
export async function storeAnswer(db: Db, source: string, request: string, body: unknown): Promise<void> {
  await db.query(sql`
    with old as (
      delete from registry_answers where (source, request) in (
        select source, request from registry_answers
        where (source, request) <> (${source}, ${request}) and (fetched_at < now() - interval '7 days' or (source = ${source} and request in (
          select request from (
            select request, row_number() over newest as nth, sum(pg_column_size(body)) over newest as bytes
            from registry_answers where source = ${source} window newest as (order by fetched_at desc, request)) told
          where nth >= ${MAX_ANSWERS} or bytes > ${MAX_BYTES})))
        for update skip locked))
    insert into registry_answers (source, request, body) values (${source}, ${request}, ${JSON.stringify(body)})
    on conflict (source, request) do update set body = excluded.body, fetched_at = now()`);
}

/** The last answer of each source. */
export async function listLastAnswers(db: Db): Promise<Map<string, Date>> {
  const found = await rows<{ source: string; at: Date }>(
    db,
    sql`select source, max(fetched_at) as at from registry_answers group by source`,
  );
  return new Map(found.map(({ source, at }) => [source, at]));
}
