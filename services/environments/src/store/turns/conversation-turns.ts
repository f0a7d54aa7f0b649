import type { TurnMessage } from '@assay/contract/areas/chat-sessions/turn-work';
import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import { rows, sql, type Db } from '@assay/kit/postgres/db';

/** An ended turn with its messages and calls, in their order. */
export interface ConversationTurn {
  turnId: string;
  status: string;
  messages: TurnMessage[];
  toolCalls: TranscriptToolCall[];
}

/** The ended turns of a session, only those with these ids if there are any, in order: one statement, hence of one moment. */
export const listConversationTurns = (
  db: Db,
  sessionId: string,
  turnIds: readonly string[],
  limit: number,
): Promise<ConversationTurn[]> =>
  rows<ConversationTurn>(
    db,
    sql`
    select turns.id as "turnId", status,
      (select coalesce(json_agg(body order by index), '[]') from chat_messages
        where session_id = ${sessionId} and turn_id = turns.id) as messages,
      (select coalesce(json_agg(body order by position), '[]') from chat_tool_calls where turn_id = turns.id) as "toolCalls"
    from turns
    where session_id = ${sessionId} and status in ('completed', 'failed', 'cancelled')
      and (${turnIds.length === 0} or id = any(${turnIds}))
    order by prompt_index limit ${limit}`,
  );
