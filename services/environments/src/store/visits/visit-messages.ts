import type { TurnMessage } from '@assay/contract/areas/chat-sessions/turn-work';
import { rows, sql, type Db } from '@assay/kit/postgres/db';
import type { StoredMessage } from '../../domain/visits/visit-view.ts';

/** The messages of a conversation before an index, newest first. */
export async function listMessages(
  db: Db,
  sessionId: string,
  before: number | undefined,
  limit: number,
): Promise<StoredMessage[]> {
  const found = await rows<{
    index: number;
    turnId: string;
    promptIndex: number;
    body: TurnMessage;
    rating: 'up' | 'down' | null;
  }>(
    db,
    sql`
    select chat_messages.index, chat_messages.turn_id, turns.prompt_index, chat_messages.body, chat_feedback.rating
    from chat_messages
    join turns on turns.id = chat_messages.turn_id
    left join chat_feedback on chat_feedback.session_id = chat_messages.session_id
      and chat_feedback.turn_id = chat_messages.turn_id
    where chat_messages.session_id = ${sessionId} and (${before ?? null}::int is null or chat_messages.index < ${before ?? null})
    order by chat_messages.index desc limit ${limit}`,
  );
  return found.map(({ turnId, promptIndex, rating, ...row }) => ({
    ...row,
    turnId,
    promptIndex,
    rating: rating ?? undefined,
  }));
}
