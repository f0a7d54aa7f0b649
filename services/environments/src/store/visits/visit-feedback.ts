import type { SaveVisitFeedback } from '@assay/contract/areas/visits/documents';
import { sql, type Db } from '@assay/kit/postgres/db';
import { redactText } from '@assay/kit/security/redact';

/** Stores feedback, masked; the session is measured again. */
export async function saveFeedback(
  db: Db,
  sessionId: string,
  { turnId = '', rating, comment = '' }: SaveVisitFeedback,
): Promise<void> {
  // Tenant: the cookie of the visitor proves the right to the session.
  await db.query(sql`
    with rated as (update chat_sessions set measured_version = least(measured_version, 0) - 1 where id = ${sessionId})
    insert into chat_feedback (session_id, turn_id, rating, comment) values (${sessionId}, ${turnId}, ${rating}, ${redactText(comment)})
    on conflict (session_id, turn_id) do update
      set rating = excluded.rating, comment = excluded.comment, created_at = now()`);
}
