import { containing } from '@assay/kit/postgres/containing';
import { fragment, rows, sql, type Db } from '@assay/kit/postgres/db';
import type { SummarizedSession } from '../../domain/chat-sessions/session-summary.ts';

export interface SessionFilter {
  projectId: string;
  /** The viewer, who sees own sessions beside the shared ones. */
  userId: string;
  status: string;
  /** `study` for sessions of visitors, `direct` for all others. */
  source: 'study' | 'direct' | undefined;
}

/** The last activity and the id of the last session of a page. */
export type SessionPosition = readonly [at: number, id: string];

const seen = fragment(`
  s.id, s.organization_id, s.project_id, s.origin, s.status, s.title, s.preview, s.visibility, s.owner_id, s.study_id, s.settings,
  s.turn_count, s.message_count, s.created_at, s.last_activity_at, s.end_reason`);
const shown = fragment(`
  s.id, s.project_id, s.origin, s.status, s.title, s.preview, s.visibility, s.owner_id, s.study_id,
  (select name from studies where studies.id = s.study_id) as "studyName", s.settings ->> 'modelId' as "modelId",
  s.turn_count, s.message_count, s.created_at, s.last_activity_at,
  s.end_reason, sums."inputTokens", sums."outputTokens",
  (select count(*)::int from chat_tool_calls c where c.session_id = s.id) as "toolCallCount"`);
const summed = fragment(`
  lateral (select coalesce(sum(input_tokens), 0)::float as "inputTokens", coalesce(sum(output_tokens), 0)::float as "outputTokens"
           from turns where turns.session_id = s.id) sums`);

/** The sessions that the viewer sees, whose title or first message contains `q`, the one that was active last first. */
export async function listSummaries(
  db: Db,
  { projectId, userId, status, source }: SessionFilter,
  q: string,
  after: SessionPosition | undefined,
  limit: number,
): Promise<SummarizedSession[]> {
  const at = after && new Date(after[0]);
  return rows<SummarizedSession>(
    db,
    sql`
    with page as (
      select ${seen} from chat_sessions s
      where s.project_id = ${projectId} and s.status = ${status}
        and (${source ?? null}::text is null or (s.origin = 'study') = (${source ?? null} = 'study'))
        and (s.origin = 'study' or s.visibility = 'project' or s.owner_id = ${userId})
        and (${q} = '' or s.title ilike ${containing(q)} or s.preview ilike ${containing(q)})
        and (${at ?? null}::timestamptz is null or (s.last_activity_at, s.id) < (${at ?? null}, ${after?.[1] ?? null}))
      order by s.last_activity_at desc, s.id desc limit ${limit})
    select ${shown} from page s, ${summed} order by s.last_activity_at desc, s.id desc`,
  );
}

/** The first message of each of these sessions that contains `q`, by the ids of the sessions. */
export async function findMatches(db: Db, sessionIds: string[], q: string): Promise<Map<string, string>> {
  const found = await rows<{ id: string; text: string }>(
    db,
    sql`
    select s.id, m.text from unnest(${sessionIds}::text[]) as s(id), lateral (
      select body ->> 'text' as text from chat_messages where session_id = s.id and body ->> 'text' ilike ${containing(q)}
      order by index limit 1) m`,
  );
  return new Map(found.map(({ id, text }) => [id, text]));
}
