import { rows, sql, type Db } from '@assay/kit/db';
import type { Marked } from '../domain/duplicates.ts';
import type { KnownCase } from '../domain/case-claims.ts';
import type { CaseBody } from '../domain/case-record.ts';
import { caseColumns, toStoredCase, type CaseRow } from './cases.ts';

interface MarksRow { id: string; content_hash: string; shape_hash: string; wording: string }

/** Cases that have one of these declared ids, or were written under one of these keys. */
export async function listKnownCases(db: Db, suiteId: string, declaredIds: string[], keys: string[]): Promise<KnownCase[]> {
  const found = await rows<CaseRow & { idempotency_key: string | null; request_hash: string | null }>(db, sql`
    select ${caseColumns}, idempotency_key, request_hash from cases
    where suite_id = ${suiteId} and (declared_id = any(${declaredIds}) or idempotency_key = any(${keys}))`);
  return found.map((row) => ({ stored: toStoredCase(row), key: row.idempotency_key, requestHash: row.request_hash }));
}

/** Marked cases of these shapes, in the suite's order. */
export async function listMarked(db: Db, suiteId: string, shapes: string[]): Promise<Marked[]> {
  const found = await rows<MarksRow>(db, sql`
    select id, content_hash, shape_hash, wording from cases where suite_id = ${suiteId} and shape_hash = any(${shapes}) order by position`);
  return found.map(({ id, content_hash: content, shape_hash: shape, wording }) => ({ id, marks: { content, shape, wording } }));
}

/** Cases that have no marks: never looked at, or changed since. */
export const listUnmarked = (db: Db, suiteId: string): Promise<{ id: string; revision: number; body: CaseBody }[]> =>
  rows(db, sql`select id, revision, body from cases where suite_id = ${suiteId} and content_hash is null`);

/** Keeps marks of the revisions that they were made of. */
export async function replaceMarks(db: Db, suiteId: string, marked: (Marked & { revision: number })[]): Promise<void> {
  await db.query(sql`
    update cases set content_hash = made.content, shape_hash = made.shape, wording = made.wording
    from unnest(
      ${marked.map(({ id }) => id)}::text[], ${marked.map(({ revision }) => revision)}::int[], ${marked.map(({ marks }) => marks.content)}::text[],
      ${marked.map(({ marks }) => marks.shape)}::text[], ${marked.map(({ marks }) => marks.wording)}::text[]
    ) as made (id, revision, content, shape, wording)
    where cases.suite_id = ${suiteId} and cases.id = made.id and cases.revision = made.revision`);
}

export async function listTitles(db: Db, suiteId: string, ids: string[]): Promise<Map<string, string>> {
  const found = await rows<{ id: string; body: CaseBody }>(db, sql`select id, body from cases where suite_id = ${suiteId} and id = any(${ids})`);
  return new Map(found.map(({ id, body }) => [id, body.title]));
}
