import { KEY_FIRST, fragment, rows, sql, type Db } from '@assay/kit/postgres/db';
import type { Idempotency } from '@assay/kit/requests/idempotency';
import { keysOf, type CaseMarks } from '../../domain/cases/case-marks.ts';
import type { CaseBody, StoredCase } from '../../domain/cases/case-record.ts';
import type { SuiteLoad } from '../../domain/suites/suite-capacity.ts';

export interface CaseRow {
  id: string;
  declaredId: string | null;
  revision: number;
  position: number;
  body: CaseBody;
  createdAt: Date;
  updatedAt: Date;
}

export const caseColumns = fragment(
  'cases.id, cases.declared_id, cases.revision, cases.position, cases.body, cases.created_at, cases.updated_at',
);

export const toStoredCase = ({
  id,
  declaredId,
  revision,
  position,
  body,
  createdAt,
  updatedAt,
}: CaseRow): StoredCase => ({
  id,
  ...(declaredId !== null && { declaredId }),
  revision,
  position,
  body,
  createdAt,
  updatedAt,
});

/** Numbers as Postgres reads an array: `unnest` would flatten arrays of arrays. */
export const arrayOf = (numbers: readonly number[]): string => `{${numbers.join()}}`;

/** A page of cases ends with the case that exceeds this size. */
const PAGE_BYTES = 8_000_000;

/** A case before its row is written. Without marks it gets them at the next search for repetitions. */
export interface NewCase {
  id: string;
  declaredId: string;
  body: CaseBody;
  idempotency?: Idempotency | undefined;
  marks?: CaseMarks;
}

/** Writes cases in one statement, in order from position `first`. */
export async function insertCases(
  db: Db,
  suiteId: string,
  cases: NewCase[],
  first = 0,
  overrideReason: string | null = null,
): Promise<StoredCase[]> {
  const written = await rows<CaseRow>(
    db,
    sql`
    insert into cases (suite_id, override_reason, id, declared_id, body, idempotency_key, request_hash, position, content_hash, shape_hash, wording, near_keys)
    select ${suiteId}, ${overrideReason}::text, id, declared_id, body, idempotency_key, request_hash, position, content, shape, wording, keys::bigint[]
    from unnest(
      ${cases.map(({ id }) => id)}::text[], ${cases.map(({ declaredId }) => declaredId)}::text[], ${cases.map(({ body }) => JSON.stringify(body))}::json[],
      ${cases.map(({ idempotency }) => idempotency?.key ?? null)}::text[], ${cases.map(({ idempotency }) => idempotency?.requestHash ?? null)}::text[],
      ${cases.map((_, i) => first + i)}::int[], ${cases.map(({ marks }) => marks?.content ?? null)}::text[], ${cases.map(({ marks }) => marks?.shape ?? null)}::text[],
      ${cases.map(({ marks }) => marks?.wording ?? null)}::text[], ${cases.map(({ marks }) => (marks ? arrayOf(keysOf(suiteId, marks).kept) : null))}::text[]
    ) as new (id, declared_id, body, idempotency_key, request_hash, position, content, shape, wording, keys)
    returning ${caseColumns}`,
  );
  return written.map(toStoredCase).toSorted((a, b) => a.position - b.position);
}

/** The size of all cases of a suite, and the position after the last one. */
export async function findExtent(db: Db, suiteId: string): Promise<{ load: SuiteLoad; end: number }> {
  const [row] = await rows<{ cases: number; bytes: number; endPosition: number }>(
    db,
    sql`
    select count(*)::int as cases, coalesce(sum(bytes), 0)::float8 as bytes, coalesce(max(position) + 1, 0) as end_position from cases where suite_id = ${suiteId}`,
  );
  const { cases, bytes, endPosition } = row!;
  return { load: { cases, bytes }, end: endPosition };
}

/** All cases of a suite, in its order. */
export async function listCases(db: Db, suiteId: string): Promise<StoredCase[]> {
  const found = await rows<CaseRow>(
    db,
    sql`select ${caseColumns} from cases where suite_id = ${suiteId} order by position`,
  );
  return found.map(toStoredCase);
}

/** As many cases as fit a reply, at most `limit`, in the suite's order after the cursor; and whether there are more. */
export async function listCasePage(
  db: Db,
  suiteId: string,
  after: number,
  limit: number,
): Promise<{ cases: StoredCase[]; more: boolean }> {
  const found = await rows<CaseRow & { seen: number }>(
    db,
    sql`
    select * from (
      select ${caseColumns}, count(*) over ()::int as seen, sum(bytes) over (order by position) - bytes as before
      from cases where suite_id = ${suiteId} and position > ${after} order by position limit ${limit + 1}
    ) page where before < ${PAGE_BYTES} order by position`,
  );
  const cases = found.slice(0, limit).map(toStoredCase);
  return { cases, more: (found[0]?.seen ?? 0) > cases.length };
}

export async function findCase(
  db: Db,
  projectId: string,
  suiteId: string,
  id: string,
): Promise<StoredCase | undefined> {
  const [row] = await rows<CaseRow>(
    db,
    sql`
    select ${caseColumns} from (select * from cases where id = ${id} ${KEY_FIRST}) cases join suites on suites.id = cases.suite_id
    where suites.project_id = ${projectId} and cases.suite_id = ${suiteId}`,
  );
  return row && toStoredCase(row);
}

/**
 * Writes a case only over the revision that was read; undefined when the revision has changed or the case is deleted.
 */
export async function replaceCase(
  db: Db,
  suiteId: string,
  { id, revision, body }: Pick<StoredCase, 'id' | 'revision' | 'body'>,
): Promise<StoredCase | undefined> {
  const [row] = await rows<CaseRow>(
    db,
    sql`
    update cases set body = ${JSON.stringify(body)}, revision = revision + 1, updated_at = now(), content_hash = null
    where suite_id = ${suiteId} and id = ${id} and revision = ${revision}
    returning ${caseColumns}`,
  );
  return row && toStoredCase(row);
}

/** The deleted case; undefined when there is none. */
export async function deleteCase(db: Db, suiteId: string, id: string): Promise<StoredCase | undefined> {
  const [row] = await rows<CaseRow>(
    db,
    sql`delete from cases where suite_id = ${suiteId} and id = ${id} returning ${caseColumns}`,
  );
  return row && toStoredCase(row);
}
