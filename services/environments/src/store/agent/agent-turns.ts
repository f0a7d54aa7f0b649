import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import { prepared, rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';

/**
 * How many agent turns of an organization are under way. Further ones are counted after the transaction, so that two at
 * once do not count without each other.
 */
export async function countAgentTurns(tx: Tx, organizationId: string): Promise<number> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext('agent turns'), hashtext(${organizationId}))`);
  const [row] = await rows<{ count: number }>(
    tx,
    sql`
    select count(*)::int as count from chat_sessions
    where organization_id = ${organizationId} and origin = 'agent' and open_turn_id is not null`,
  );
  return row!.count;
}

/** The calls of a turn, masked, in their order. */
export const listTurnCalls = async (db: Db, turnId: string): Promise<TranscriptToolCall[]> =>
  (
    await rows<{ body: TranscriptToolCall }>(
      db,
      prepared`select body from chat_tool_calls where turn_id = ${turnId} order by position`,
    )
  ).map(({ body }) => body);
