import { rows, sql, type Db } from '@assay/kit/postgres/db';
import type { StageFacts } from '../../domain/analysis/stage-analytics.ts';
import { stageFacts } from './stage-facts.ts';

/** The iterations of one piece. */
export const PIECE = 10_000;

/** Runs that go on, each with the number of its next piece, all of whose iterations have ended. */
export async function listDuePieces(db: Db, limit: number): Promise<{ runId: string; piece: number }[]> {
  return rows(
    db,
    sql`
    select r.id as "runId", p.stored as piece
    from runs r cross join lateral (select count(*)::int as stored from run_sum_pieces where run_id = r.id) p
    where r.status in ('pending', 'running', 'grading') and r.finished / ${PIECE} > p.stored
    order by r.id limit ${limit}`,
  );
}

/** Computes and stores a piece; nothing when it is stored already, or the run is gone. */
export async function storePiece(db: Db, runId: string, piece: number): Promise<void> {
  await db.query(sql`
    with trials as (select * from iterations where run_id = ${runId} and seq > ${piece * PIECE} and seq <= ${(piece + 1) * PIECE})
    insert into run_sum_pieces (run_id, piece, body)
    select id, ${piece}, (${stageFacts}) from runs where id = ${runId} and (select count(*) from trials) = ${PIECE}
    on conflict do nothing`);
}

/**
 * The pieces of a run, in their order; none when a judgement or a regrade may have changed a grade since.
 */
export async function listPieces(db: Db, runId: string): Promise<StageFacts[]> {
  const stored = await rows<{ body: StageFacts }>(
    db,
    sql`
    select body from run_sum_pieces
    where run_id = ${runId} and not exists (select from run_regrades where run_id = ${runId})
      and not exists (select from judgements where run_id = ${runId} and gating)
    order by piece`,
  );
  return stored.map(({ body }) => body);
}

/** The facts of the iterations of a run that ended after its first pieces. */
export async function computeRest(db: Db, runId: string, pieces: number): Promise<StageFacts> {
  const [rest] = await rows<{ body: StageFacts }>(
    db,
    sql`
    with trials as (select * from iterations where run_id = ${runId} and seq > ${pieces * PIECE})
    select (${stageFacts}) as body`,
  );
  return rest!.body;
}

/** Stores the facts of a whole run in place of its pieces. They rest on its first grades: a regrade makes them void. */
export async function replacePieces(db: Db, runId: string, facts: StageFacts): Promise<void> {
  await db.query(sql`
    with pieces as (delete from run_sum_pieces where run_id = ${runId})
    insert into run_sums (run_id, kind, regrades, body)
    select id, 'stages', 0, ${JSON.stringify(facts)}::json from runs where id = ${runId}
    on conflict (run_id, kind) do nothing`);
}
