import { rows, sql, type Db } from '@assay/kit/postgres/db';
import type { KnownCase } from '../../domain/cases/case-claims.ts';
import { keysOf } from '../../domain/cases/case-marks.ts';
import type { CaseBody } from '../../domain/cases/case-record.ts';
import { MAX_COMPARED, type MarkedCase } from '../../domain/cases/duplicates.ts';
import { arrayOf, caseColumns, toStoredCase, type CaseRow } from './cases.ts';

interface MarksRow {
  id: string;
  contentHash: string;
  shapeHash: string;
  wording: string;
}

const toMarked = ({ id, contentHash: content, shapeHash: shape, wording }: MarksRow): MarkedCase => ({
  id,
  marks: { content, shape, wording },
});

/** Cases with one of these declared ids, or written with one of these keys. */
export async function listKnownCases(
  db: Db,
  suiteId: string,
  declaredIds: string[],
  keys: string[],
): Promise<KnownCase[]> {
  const found = await rows<CaseRow & { idempotencyKey: string | null; requestHash: string | null }>(
    db,
    sql`
    select ${caseColumns}, idempotency_key, request_hash from cases
    where suite_id = ${suiteId} and (declared_id = any(${declaredIds}) or idempotency_key = any(${keys}))`,
  );
  return found.map((row) => ({ stored: toStoredCase(row), key: row.idempotencyKey, requestHash: row.requestHash }));
}

/** Marked cases with one of these content hashes, in the suite's order. */
export async function listSame(db: Db, suiteId: string, contents: string[]): Promise<MarkedCase[]> {
  const found = await rows<MarksRow>(
    db,
    sql`
    select id, content_hash, shape_hash, wording from cases where suite_id = ${suiteId} and content_hash = any(${contents}) order by position`,
  );
  return found.map(toMarked);
}

/**
 * Marked cases that share a key with one of `probes`, each the keys of one case; at most `MAX_COMPARED` per probe, in
 * the suite's order.
 */
export async function listSimilar(db: Db, suiteId: string, probes: number[][]): Promise<MarkedCase[]> {
  // Every key includes the suite. A condition on the suite inside would tempt the planner to read the whole suite
  // instead of a few cases.
  const found = await rows<MarksRow>(
    db,
    sql`
    with similar_cases as (
      select distinct candidate.id
      from unnest(${probes.map(arrayOf)}::text[]) as probe (keys)
      cross join lateral (
        select id, suite_id from cases where near_keys && probe.keys::bigint[] order by position limit ${MAX_COMPARED}
      ) candidate
      where candidate.suite_id = ${suiteId}
    )
    select id, content_hash, shape_hash, wording from cases join similar_cases using (id) where content_hash is not null order by position`,
  );
  return found.map(toMarked);
}

/** Cases without marks: new, or changed since. */
export const listUnmarked = (db: Db, suiteId: string): Promise<{ id: string; revision: number; body: CaseBody }[]> =>
  rows(
    db,
    sql`select id, revision, body from cases where suite_id = ${suiteId} and content_hash is null order by position`,
  );

/** Stores marks for the revisions that they were computed from. */
export async function replaceMarks(
  db: Db,
  suiteId: string,
  marked: (MarkedCase & { revision: number })[],
): Promise<void> {
  await db.query(sql`
    update cases set content_hash = made.content, shape_hash = made.shape, wording = made.wording, near_keys = made.keys::bigint[]
    from unnest(
      ${marked.map(({ id }) => id)}::text[], ${marked.map(({ revision }) => revision)}::int[], ${marked.map(({ marks }) => marks.content)}::text[],
      ${marked.map(({ marks }) => marks.shape)}::text[], ${marked.map(({ marks }) => marks.wording)}::text[],
      ${marked.map(({ marks }) => arrayOf(keysOf(suiteId, marks).kept))}::text[]
    ) as made (id, revision, content, shape, wording, keys)
    where cases.suite_id = ${suiteId} and cases.id = made.id and cases.revision = made.revision`);
}

export async function listTitles(db: Db, suiteId: string, ids: string[]): Promise<Map<string, string>> {
  const found = await rows<{ id: string; body: CaseBody }>(
    db,
    sql`select id, body from cases where suite_id = ${suiteId} and id = any(${ids})`,
  );
  return new Map(found.map(({ id, body }) => [id, body.title]));
}
