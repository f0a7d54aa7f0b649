import { randomBytes } from 'node:crypto';
import type pg from 'pg';

/*
 * The rows that a floor stores for its calls: one for each case before the first call, and what the product keeps of an
 * iteration after its call.
 */

/** The bytes of an iteration's grade, transcript and trace in the product. */
const [GRADE_BYTES, TRANSCRIPT_BYTES, TRACE_BYTES] = [1_200, 1_400, 1_400];
/** As many results are written in one transaction as the product writes. */
export const TOGETHER = 64;

/** The stored result of one call. */
export interface FloorResult {
  id: string;
  grade: string;
  transcript: Buffer;
  trace: Buffer;
}

const grade = JSON.stringify({ reason: 'x'.repeat(GRADE_BYTES) });

export const resultOf = (id: string): FloorResult => ({
  id,
  grade,
  transcript: randomBytes(TRANSCRIPT_BYTES),
  trace: randomBytes(TRACE_BYTES),
});

export const prepareResults = (db: pg.Pool): Promise<unknown> =>
  db.query('create table if not exists floor_results (id text primary key, grade json, transcript bytea, trace bytea)');

export const insertCases = (db: pg.Pool, ids: string[]): Promise<unknown> =>
  db.query('insert into floor_results (id) select unnest($1::text[])', [ids]);

/** Writes results durably, under keys that were written before. */
export const writeResults = (db: pg.Pool, results: FloorResult[]): Promise<unknown> =>
  db.query(
    `update floor_results r
     set grade = e.grade, transcript = substring($3::bytea from start * ${TRANSCRIPT_BYTES} + 1 for ${TRANSCRIPT_BYTES}),
         trace = substring($4::bytea from start * ${TRACE_BYTES} + 1 for ${TRACE_BYTES})
     from (select id, grade, nr::int - 1 as start from unnest($1::text[], $2::json[]) with ordinality as u(id, grade, nr)) e
     where r.id = e.id`,
    [
      results.map(({ id }) => id),
      results.map((result) => result.grade),
      Buffer.concat(results.map(({ transcript }) => transcript)),
      Buffer.concat(results.map(({ trace }) => trace)),
    ],
  );
