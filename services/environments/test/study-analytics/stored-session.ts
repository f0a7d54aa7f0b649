import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import { newId } from '@assay/kit/id';
import { sql, type Db } from '@assay/kit/postgres/db';
import { storedClient, storedEnvironment } from '../support/stored.ts';

/** Writes a published study; answers its id. */
export async function storedStudy(db: Db, projectId = 'prj_1'): Promise<string> {
  const environmentId = await storedEnvironment(db, await storedClient(db, { projectId }), { projectId });
  const id = newId('study');
  await db.query(sql`
    insert into studies (id, organization_id, project_id, environment_id, name, mode, guest_execution)
    values (${id}, 'org_1', ${projectId}, ${environmentId}, ${id}, 'anyone_with_link', '{}')`);
  return id;
}

export const toolCall = (changes: Partial<TranscriptToolCall> = {}): TranscriptToolCall => ({
  id: newId('job'),
  stepId: '',
  stepIndex: 0,
  serverId: 'srv_shop',
  serverName: 'shop',
  toolName: 'search',
  arguments: { q: newId('job') },
  result: { content: [{ type: 'text', text: 'found' }] },
  isError: false,
  startMs: 0,
  ...changes,
});
export const failedCall = (text = 'out of stock'): TranscriptToolCall =>
  toolCall({ isError: true, result: { isError: true, content: [{ type: 'text', text }] } });

export interface StoredTurn {
  status?: 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled';
  question?: string;
  answer?: string;
  calls?: TranscriptToolCall[];
  pending?: object[];
  decisions?: object[];
  tookMs?: number;
}

export interface StoredSessionOptions {
  turns?: StoredTurn[];
  visitorId?: string;
  createdAt?: string;
  /** Why it ended; null while it goes on. */
  ended?: string | null;
}

export async function storedVisitor(db: Db, studyId: string): Promise<string> {
  const id = newId('visitor');
  await db.query(sql`
    insert into visitors (id, study_id, token_hash, access_version, consented_at)
    values (${id}, ${studyId}, ${Buffer.from(id)}, 1, now())`);
  return id;
}

/** Writes a session of a study with its turns; answers its id. */
export async function storedSession(
  db: Db,
  studyId: string,
  { turns = [{}], visitorId, createdAt = '2026-11-24T10:00:00Z', ended = 'left' }: StoredSessionOptions = {},
): Promise<string> {
  const id = newId('chat');
  const visitor = visitorId ?? (await storedVisitor(db, studyId));
  await db.query(sql`
    insert into chat_sessions (id, organization_id, project_id, origin, study_id, visitor_id, settings, spec, created_at, last_activity_at, ended_at, end_reason)
    values (${id}, 'org_1', 'prj_1', 'study', ${studyId}, ${visitor}, '{}', '{}', ${createdAt}, ${createdAt}, ${ended === null ? null : createdAt}, ${ended})`);
  for (const turn of turns) await addTurn(db, id, turn);
  return id;
}

/** Writes a further turn of a session. */
export async function addTurn(
  db: Db,
  sessionId: string,
  {
    status = 'completed',
    question = 'Where is my tea?',
    answer = 'On its way.',
    calls = [],
    pending = [],
    decisions = [],
    tookMs = 1_000,
  }: StoredTurn = {},
): Promise<string> {
  const turnId = newId('turn');
  const isOver = status !== 'running' && status !== 'waiting';
  const reply = { finishReason: 'stop', reply: answer, ...(pending.length > 0 && { pendingCalls: pending }) };
  // Before the version rises, so that the service never measures half a turn.
  for (const [position, call] of calls.entries())
    await db.query(sql`
      insert into chat_tool_calls (session_id, turn_id, position, body) values (${sessionId}, ${turnId}, ${position}, ${JSON.stringify(call)})`);
  await db.query(sql`
    with session as (
      update chat_sessions set version = version + 1, turn_count = turn_count + 1, message_count = message_count + 1
      where id = ${sessionId} returning *),
    said as (
      insert into chat_messages (session_id, index, turn_id, body)
      select id, message_count - 1, ${turnId}, ${JSON.stringify({ role: 'user', text: question })} from session)
    insert into turns (id, session_id, prompt_index, caller_id, idempotency_key, request_hash, status, request, reply, first_message,
                       input_tokens, output_tokens, cost_micros, created_at, ended_at)
    select ${turnId}, id, turn_count - 1, ${turnId}, 'k', '', ${status}, ${JSON.stringify({ decisions })}, ${JSON.stringify(reply)}, message_count - 1,
           10, 5, 7, created_at, case when ${isOver} then created_at + ${tookMs} * interval '1 ms' end from session`);
  return turnId;
}
