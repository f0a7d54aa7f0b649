import { gunzipSync } from 'node:zlib';
import { given } from '@assay/contract/given';
import type { SeenResource, SeenValue, ToolCall, ToolCallSummary } from '@assay/contract/areas/tool-calls/documents';
import { compress } from '@assay/kit/compress';
import { newId } from '@assay/kit/id';
import { fragment, rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import type { ServerAddress } from '../../domain/servers/server-address.ts';
import type { KeptCall } from '../../domain/tool-calls/kept-call.ts';
import { plainName } from '../../domain/tool-calls/seen-in-result.ts';

/** A person, and the server whose tools they called. */
export interface CallsOf extends ServerAddress {
  userId: string;
}

const columns = fragment('id, tool_name, outcome, arguments, error, called_at, duration_ms, session_opened, bytes');

interface CallRow {
  id: string;
  toolName: string;
  outcome: ToolCall['outcome'];
  arguments: Record<string, unknown> | null;
  error: { code: string; message: string } | null;
  calledAt: Date;
  durationMs: number;
  sessionOpened: boolean;
  bytes: number;
}

const summaryOf = ({ arguments: sent, error, calledAt, sessionOpened, ...row }: CallRow): ToolCallSummary => ({
  ...row,
  ...given({ arguments: sent ?? undefined, error: error ?? undefined }),
  ...(sessionOpened && { sessionOpened }),
  calledAt: calledAt.getTime(),
});

/** Keeps a call, and deletes the oldest of the person's calls of this server beyond `keep`. */
export async function insertToolCall(
  db: Db,
  { projectId, serverId, userId }: CallsOf,
  toolName: string,
  { arguments: sent, outcome, error, durationMs, sessionOpened, bytes, result, seen }: KeptCall,
  keep: number,
): Promise<void> {
  const properties = (seen?.properties ?? []).map((each) => ({ ...each, plain: plainName(each.name) }));
  const body = result && (await compress(JSON.stringify(result)));
  // A server that was deleted meanwhile keeps nothing.
  await db.query(sql`
    with added as (
      insert into tool_calls (id, project_id, server_id, user_id, tool_name, outcome, arguments, error, duration_ms, session_opened, bytes, result)
      select ${newId('call')}, ${projectId}, ${serverId}, ${userId}, ${toolName}, ${outcome}, ${sent ?? null}::json, ${error ?? null}::json,
        ${durationMs}, ${sessionOpened ?? false}, ${bytes}, ${body ?? null}::bytea
      where not exists (select from surfaces_gone where id = ${serverId}) and not exists (select from purges where id = ${projectId})
      returning id),
    links as (
      insert into seen_in_calls (call_id, kind, name, value, body)
      select added.id, 'link', '', link->>'uri', link from added, json_array_elements(${JSON.stringify(seen?.links ?? [])}::json) link),
    properties as (
      insert into seen_in_calls (call_id, kind, name, value, body)
      select added.id, 'property', property->>'plain', property->>'value', property
      from added, json_array_elements(${JSON.stringify(properties)}::json) property)
    delete from tool_calls where project_id = ${projectId} and id in (
      select id from tool_calls where server_id = ${serverId} and user_id = ${userId} order by called_at desc, id desc offset ${keep - 1})`);
}

/** Newest first, after the cursor. */
export async function listToolCalls(
  db: Db,
  { projectId, serverId, userId }: CallsOf,
  toolName: string | undefined,
  [calledAt, id]: [number, string] | [] = [],
  limit: number,
): Promise<ToolCallSummary[]> {
  const found = await rows<CallRow>(
    db,
    sql`
    select ${columns} from tool_calls
    where project_id = ${projectId} and server_id = ${serverId} and user_id = ${userId}
      and (${toolName ?? null}::text is null or tool_name = ${toolName ?? null})
      and (${calledAt ?? null}::float8 is null or (called_at, id) < (to_timestamp(${calledAt ?? null}::float8 / 1000)::timestamptz(3), ${id ?? null}))
    order by called_at desc, id desc limit ${limit}`,
  );
  return found.map(summaryOf);
}

export async function findToolCall(
  db: Db,
  { projectId, serverId, userId }: CallsOf,
  toolCallId: string,
): Promise<ToolCall | undefined> {
  const [row] = await rows<CallRow & { result: Buffer | null }>(
    db,
    sql`
    select ${columns}, result from tool_calls
    where project_id = ${projectId} and server_id = ${serverId} and user_id = ${userId} and id = ${toolCallId}`,
  );
  if (!row) return undefined;
  const { result, ...summary } = row;
  return {
    ...summaryOf(summary),
    ...(result && { result: JSON.parse(gunzipSync(result).toString()) as Record<string, unknown> }),
  };
}

interface SeenRow<T> {
  body: T;
  toolName: string;
  toolCallId: string;
  seenAt: Date;
}

const seenOf = <T>({ body, seenAt, ...origin }: SeenRow<T>) => ({ ...body, ...origin, seenAt: seenAt.getTime() });

/** The links of a kind, each as it was seen last, newest first. */
const listSeen = <T>(
  db: Db,
  { projectId, serverId, userId }: CallsOf,
  { kind, name, limit }: { kind: 'link' | 'property'; name: string; limit: number },
): Promise<SeenRow<T>[]> =>
  rows<SeenRow<T>>(
    db,
    sql`
    select body, tool_name, tool_call_id, seen_at from (
      select distinct on (s.value) s.body, c.tool_name, c.id as tool_call_id, c.called_at as seen_at
      from tool_calls c join seen_in_calls s on s.call_id = c.id
      where c.project_id = ${projectId} and c.server_id = ${serverId} and c.user_id = ${userId} and s.kind = ${kind} and s.name = ${name}
      order by s.value, c.called_at desc) latest
    order by seen_at desc, tool_call_id, body->>'uri', body->>'value' limit ${limit}`,
  );

export const listSeenLinks = async (db: Db, of: CallsOf, limit: number): Promise<SeenResource[]> =>
  (await listSeen<Pick<SeenResource, 'uri'>>(db, of, { kind: 'link', name: '', limit })).map(seenOf);

/** The values that were seen under a name. */
export const listSeenProperties = async (db: Db, of: CallsOf, name: string, limit: number): Promise<SeenValue[]> =>
  (await listSeen<Pick<SeenValue, 'value' | 'label'>>(db, of, { kind: 'property', name: plainName(name), limit })).map(
    (row) => {
      const { value, label } = row.body;
      return seenOf({ ...row, body: { value, ...given({ label }) } });
    },
  );

/** Deletes calls older than `days`. */
export async function deleteOldToolCalls(db: Db, days: number): Promise<void> {
  // Tenant: the limit of age is one for all projects.
  await db.query(sql`delete from tool_calls where called_at < now() - make_interval(days => ${days})`);
}

/** Deletes the calls of a person who is no longer a member. */
export async function deleteToolCallsOf(tx: Tx, userId: string, projectIds: string[]): Promise<void> {
  await tx.query(sql`delete from tool_calls where user_id = ${userId} and project_id = any(${projectIds})`);
}
