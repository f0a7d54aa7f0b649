import { sql, type Db } from '@assay/kit/postgres/db';
import type { StoredCase } from '../../domain/cases/case-record.ts';

/** Replaces the bodies of cases in one statement. */
export async function replaceCases(db: Db, suiteId: string, cases: Pick<StoredCase, 'id' | 'body'>[]): Promise<void> {
  await db.query(sql`
    update cases set body = made.body, revision = revision + 1, updated_at = now(), content_hash = null
    from unnest(${cases.map(({ id }) => id)}::text[], ${cases.map(({ body }) => JSON.stringify(body))}::json[]) as made (id, body)
    where cases.suite_id = ${suiteId} and cases.id = made.id`);
}

export async function deleteCases(db: Db, suiteId: string, ids: string[]): Promise<void> {
  await db.query(sql`delete from cases where suite_id = ${suiteId} and id = any(${ids})`);
}

/** Puts the cases of a suite into the order of these declared ids. */
export async function replaceOrder(db: Db, suiteId: string, declaredIds: string[]): Promise<void> {
  await db.query(sql`
    update cases set position = made.place - 1
    from unnest(${declaredIds}::text[]) with ordinality as made (declared_id, place)
    where cases.suite_id = ${suiteId} and cases.declared_id = made.declared_id and cases.position <> made.place - 1`);
}
