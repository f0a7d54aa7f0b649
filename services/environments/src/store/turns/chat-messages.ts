import type { TurnMessage } from '@assay/contract/areas/chat-sessions/turn-work';
import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import { keptJson } from '@assay/kit/json/kept-json';
import { prepared, rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';

interface Place {
  sessionId: string;
  turnId: string;
}

/** A stored message with its place in the session. */
export interface StoredMessage {
  index: number;
  turnId: string;
  body: TurnMessage;
}

/** Writes messages, masked, from the place `from` on. */
export async function insertMessages(
  tx: Tx,
  { sessionId, turnId }: Place,
  from: number,
  messages: TurnMessage[],
): Promise<void> {
  if (messages.length === 0) return;
  await tx.query(sql`
    insert into chat_messages (session_id, index, turn_id, body)
    select ${sessionId}, ${from}::int + n - 1, ${turnId}, body
    from unnest(${messages.map((message) => keptJson(message))}::json[]) with ordinality as m(body, n)`);
}

/** Deletes the messages from the place `from` on. */
export async function deleteMessages(tx: Tx, sessionId: string, from: number): Promise<void> {
  await tx.query(sql`delete from chat_messages where session_id = ${sessionId} and index >= ${from}`);
}

/** The messages from the place `from` on, in order. */
export const listMessages = (db: Db, sessionId: string, from: number, limit: number): Promise<StoredMessage[]> =>
  rows<StoredMessage>(
    db,
    prepared`
    select index, turn_id, body from chat_messages
    where session_id = ${sessionId} and index >= ${from} order by index limit ${limit}`,
  );

/** The last messages, in order. */
export const listLastMessages = async (db: Db, sessionId: string, limit: number): Promise<StoredMessage[]> =>
  (
    await rows<StoredMessage>(
      db,
      sql`
      select index, turn_id, body from chat_messages
      where session_id = ${sessionId} order by index desc limit ${limit}`,
    )
  ).toReversed();

/** Writes calls of servers, masked, after the turn's earlier ones. */
export async function insertToolCalls(
  tx: Tx,
  { sessionId, turnId }: Place,
  calls: TranscriptToolCall[],
): Promise<void> {
  if (calls.length === 0) return;
  await tx.query(sql`
    insert into chat_tool_calls (session_id, turn_id, position, body)
    select ${sessionId}, ${turnId}, (select count(*) from chat_tool_calls where turn_id = ${turnId}) + n - 1, body
    from unnest(${calls.map((call) => JSON.stringify(call))}::json[]) with ordinality as m(body, n)`);
}
