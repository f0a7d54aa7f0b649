import { newId } from '@assay/kit/id';
import { sql, type Db } from '@assay/kit/postgres/db';
import { newSecret, hashOfSecret } from '@assay/kit/security/secret';

/** A visit of a study with a session whose turn is under way. */
export interface StoredVisit {
  visitorId: string;
  sessionId: string;
  turnId: string;
}

/** Writes a visitor of a study, with a session, its turn and the work item of the turn. */
export async function storedVisit(
  db: Db,
  studyId: string,
  { projectId = 'prj_1', memberId = null }: { projectId?: string; memberId?: string | null } = {},
): Promise<StoredVisit> {
  const visit = { visitorId: newId('visitor'), sessionId: newId('chat'), turnId: newId('turn') };
  const { visitorId, sessionId, turnId } = visit;
  await db.query(sql`
    insert into visitors (id, study_id, token_hash, access_version, member_id, consented_at)
    select ${visitorId}, id, ${hashOfSecret(newSecret())}, access_version, ${memberId}, now() from studies where id = ${studyId}`);
  await db.query(sql`
    insert into chat_sessions (id, organization_id, project_id, origin, study_id, visitor_id, settings, spec, open_turn_id)
    values (${sessionId}, 'org_1', ${projectId}, 'study', ${studyId}, ${visitorId}, '{"modelId":"scripted/echo"}', '{}', ${turnId})`);
  await db.query(sql`
    insert into turns (id, session_id, prompt_index, caller_id, idempotency_key, request_hash, status, request, first_message)
    values (${turnId}, ${sessionId}, 0, ${visitorId}, ${turnId}, '', 'running', '{}', 0)`);
  await db.query(sql`
    insert into work (id, kind, project_id, organization_id, task, timeout_ms, labels, lease_until)
    values (${turnId}, 'turn', ${projectId}, 'org_1', '', 1000, '{}', now() + interval '1 hour')`);
  return visit;
}
