import { rows, sql, type Db } from '@assay/kit/postgres/db';

/** A request for tokens, as it is kept. */
export interface TokenRequestRow {
  kind: 'granted' | 'imported' | 'renewed';
  error: string | null;
  lifeMs: number | null;
  durationMs: number | null;
  madeAt: Date;
}

export interface NewTokenRequest {
  serverId: string;
  projectId: string;
  kind: TokenRequestRow['kind'];
  error?: string | undefined;
  lifeMs?: number | undefined;
  durationMs?: number | undefined;
}

/** As many requests of a server are kept. */
const MAX_KEPT = 20;

/** Keeps a request, and forgets the oldest ones of the server. */
export async function insertTokenRequest(
  db: Db,
  { serverId, projectId, kind, error, lifeMs, durationMs }: NewTokenRequest,
): Promise<void> {
  await db.query(sql`
    with added as (
      insert into token_requests (server_id, project_id, kind, error, life_ms, duration_ms)
      values (${serverId}, ${projectId}, ${kind}, ${error ?? null}, ${lifeMs ?? null}, ${durationMs ?? null}))
    delete from token_requests where project_id = ${projectId} and server_id = ${serverId} and id not in (
      select id from token_requests where server_id = ${serverId} order by id desc limit ${MAX_KEPT - 1})`);
}

/** The requests of a server, the newest first. */
export const listTokenRequests = (db: Db, serverId: string): Promise<TokenRequestRow[]> =>
  // Tenant: the caller has found the server in its project.
  rows<TokenRequestRow>(
    db,
    sql`select kind, error, life_ms, duration_ms, made_at from token_requests where server_id = ${serverId} order by id desc limit ${MAX_KEPT}`,
  );
