import type { SessionFeedback } from '@assay/grading/measures/session-measures';
import { rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import type { TurnFacts } from '../../domain/study-analytics/measured-turn.ts';

/** A session of a study that changed since it was measured. */
export interface DueSession {
  id: string;
  studyId: string;
  version: number;
  measuredVersion: number;
  createdAt: Date;
  endedAt: Date | null;
  endReason: string | null;
  isFirstVisit: boolean;
  feedback: SessionFeedback[];
}

/** The sessions that are due, the one that has waited longest first; they are not erased before the transaction ends. */
export const listDueSessions = (tx: Tx, limit: number): Promise<DueSession[]> =>
  rows<DueSession>(
    tx,
    sql`
    select s.id, s.study_id, s.version, s.measured_version, s.created_at, s.ended_at, s.end_reason,
           not exists (select from chat_sessions before where before.visitor_id = s.visitor_id and before.id < s.id) as "isFirstVisit",
           coalesce((
             select json_agg(json_strip_nulls(json_build_object('promptIndex', t.prompt_index, 'rating', f.rating, 'comment', f.comment)) order by f.turn_id)
             from chat_feedback f left join turns t on t.id = f.turn_id where f.session_id = s.id), '[]') as feedback
    from chat_sessions s where s.study_id is not null and s.measured_version <> s.version
    order by s.last_activity_at, s.id limit ${limit} for key share of s skip locked`,
  );

/**
 * The turns of sessions from a place on, in their order. Documents are read whole: an operator of Postgres would fail on
 * characters that a server or a model wrote.
 */
export const listTurnFacts = (db: Db, from: { sessionId: string; promptIndex: number }[]): Promise<TurnFacts[]> =>
  rows<TurnFacts>(
    db,
    sql`
    select t.session_id, t.prompt_index, t.status, t.reply, t.request, t.idempotency_key is null as "isRefused",
           (select m.body from chat_messages m where m.session_id = t.session_id and m.index = t.first_message and m.turn_id = t.id) as question,
           coalesce((select json_agg(c.body order by c.position) from chat_tool_calls c where c.turn_id = t.id), '[]') as "toolCalls",
           t.input_tokens::float8 as "inputTokens", t.output_tokens::float8 as "outputTokens", t.cost_micros::float8 as "costMicros",
           t.created_at as "askedAt", t.ended_at
    from unnest(${from.map(({ sessionId }) => sessionId)}::text[], ${from.map(({ promptIndex }) => promptIndex)}::int[]) as f(session_id, prompt_index)
    join turns t on t.session_id = f.session_id and t.prompt_index >= f.prompt_index
    order by t.session_id, t.prompt_index`,
  );

/**
 * Marks sessions as measured, unless they changed meanwhile. Sessions that another transaction changes are skipped, so
 * that this one never waits: they stay due.
 */
export async function markMeasured(
  tx: Tx,
  sessions: Pick<DueSession, 'id' | 'version' | 'measuredVersion'>[],
): Promise<void> {
  // Tenant: the task goes over the sessions of every project.
  await tx.query(sql`
    with free as (
      select s.id, s.version from unnest(
        ${sessions.map(({ id }) => id)}::text[], ${sessions.map(({ version }) => version)}::int[],
        ${sessions.map(({ measuredVersion }) => measuredVersion)}::int[]) as m(id, version, measured_version)
      join chat_sessions s on s.id = m.id and s.version = m.version and s.measured_version = m.measured_version
      order by s.id for no key update of s skip locked)
    update chat_sessions set measured_version = free.version from free where chat_sessions.id = free.id`);
}
