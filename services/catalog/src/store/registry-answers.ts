import { rows, sql, type Db } from '@assay/kit/db';

/** What a source answered to a request, and how long ago, in milliseconds. */
export async function findAnswer<T>(db: Db, source: string, request: string): Promise<{ body: T; ageMs: number } | undefined> {
  const [row] = await rows<{ body: T; age: string }>(db, sql`
    select body, extract(epoch from now() - fetched_at) * 1000 as age from registry_answers where source = ${source} and request = ${request}`);
  return row && { body: row.body, ageMs: Number(row.age) };
}

/** Keeps an answer, and drops some of those that are a week old. */
export async function storeAnswer(db: Db, source: string, request: string, body: unknown): Promise<void> {
  await db.query(sql`
    with old as (
      delete from registry_answers where (source, request) in (
        select source, request from registry_answers where fetched_at < now() - interval '7 days' and (source, request) <> (${source}, ${request})
        order by fetched_at limit 100 for update skip locked))
    insert into registry_answers (source, request, body) values (${source}, ${request}, ${JSON.stringify(body)})
    on conflict (source, request) do update set body = excluded.body, fetched_at = now()`);
}

/** When each source last answered. */
export async function listLastAnswers(db: Db): Promise<Map<string, Date>> {
  const found = await rows<{ source: string; at: Date }>(db, sql`select source, max(fetched_at) as at from registry_answers group by source`);
  return new Map(found.map(({ source, at }) => [source, at]));
}
