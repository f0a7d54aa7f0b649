import { rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';

/** A stored turn: gzip of a SessionTurn document, masked. */
export interface StoredTurn {
  sessionId: string;
  promptIndex: number;
  body: Buffer;
}

/** Stores the turns of sessions that came to their end. A session ends once, and no try before its last stores turns. */
export async function insertTurns(tx: Tx, turns: readonly StoredTurn[]): Promise<void> {
  if (turns.length === 0) return;
  await tx.query(sql`
    insert into session_turns (session_id, prompt_index, body)
    select * from unnest(${turns.map(({ sessionId }) => sessionId)}::text[],
      ${turns.map(({ promptIndex }) => promptIndex)}::int[], ${turns.map(({ body }) => body)}::bytea[])`);
}

/** The turns of a session after one, in order. */
export const listTurns = (db: Db, sessionId: string, after: number, limit: number): Promise<StoredTurn[]> =>
  rows<StoredTurn>(
    db,
    sql`
    select session_id, prompt_index, body from session_turns
    where session_id = ${sessionId} and prompt_index > ${after} order by prompt_index limit ${limit}`,
  );
