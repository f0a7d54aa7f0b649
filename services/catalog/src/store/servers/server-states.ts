import type { Cause } from '@assay/contract/areas/diagnosis/cause';
import type { ServerChange, ServerState, SignIn } from '@assay/contract/areas/servers/diagnoses';
import { given } from '@assay/contract/given';
import { rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';

/** The part of a server's state that a change is told by. */
export interface StandingState {
  state: ServerState;
  cause: Cause | null;
}

/** A diagnosis, as far as the state of its server depends on it. */
export interface DiagnosedState {
  id: string;
  state: ServerState;
  cause: Cause | undefined;
  toolCount: number | undefined;
  signIn: SignIn;
}

/** A change of a surface from the one before. */
export interface SurfaceCounts {
  breaking: number;
  additive: number;
  cosmetic: number;
}

export interface ChangeWrite {
  id: string;
  projectId: string;
  serverId: string;
  kind: ServerChange['kind'];
  from: StandingState | undefined;
  to: StandingState;
  userId?: string | undefined;
  counts?: SurfaceCounts;
}

/** The state of a server before a diagnosis, with its row locked until the transaction ends; undefined without one. */
export async function claimState(tx: Tx, projectId: string, serverId: string): Promise<StandingState | undefined> {
  const [found] = await rows<StandingState>(
    tx,
    sql`select state, cause from server_states where project_id = ${projectId} and server_id = ${serverId} for update`,
  );
  return found;
}

/** Makes a diagnosis the present one of its server. */
export async function saveDiagnosedState(
  tx: Tx,
  { projectId, serverId }: { projectId: string; serverId: string },
  { id, state, cause, toolCount, signIn }: DiagnosedState,
): Promise<StandingState> {
  const [saved] = await rows<StandingState>(
    tx,
    sql`
    insert into server_states as states (server_id, project_id, diagnosis_id, diagnosed, cause, since, ready_at, tool_count, sign_in)
    values (${serverId}, ${projectId}, ${id}, ${state}, ${cause}, now(), case when ${state} <> 'unusable' then now() end, ${toolCount}, ${signIn})
    on conflict (server_id) do update set diagnosis_id = excluded.diagnosis_id, diagnosed = excluded.diagnosed, cause = excluded.cause,
      since = case when states.diagnosed = excluded.diagnosed and states.cause is not distinct from excluded.cause then states.since else excluded.since end,
      ready_at = coalesce(excluded.ready_at, states.ready_at), tool_count = coalesce(excluded.tool_count, states.tool_count), sign_in = excluded.sign_in
    where states.project_id = excluded.project_id
    returning state, cause`,
  );
  return saved!;
}

/** Notes the changes of a surface; undefined when the project has no such server. */
export async function saveSurfaceCounts(
  tx: Tx,
  { projectId, serverId }: { projectId: string; serverId: string },
  { breaking, additive, cosmetic }: SurfaceCounts,
  seenAt: Date,
): Promise<StandingState | undefined> {
  const [saved] = await rows<StandingState>(
    tx,
    sql`
    insert into server_states (server_id, project_id, breaking, additive, cosmetic, changed_at)
    select id, project_id, ${breaking}, ${additive}, ${cosmetic}, ${seenAt} from servers where project_id = ${projectId} and id = ${serverId}
    on conflict (server_id) do update set breaking = excluded.breaking, additive = excluded.additive, cosmetic = excluded.cosmetic,
      changed_at = excluded.changed_at,
      since = case when server_states.diagnosed = 'well' and (server_states.breaking > 0) <> (excluded.breaking > 0) then excluded.changed_at else server_states.since end
    returning state, cause`,
  );
  return saved;
}

export async function insertChange(
  tx: Tx,
  { id, projectId, serverId, kind, from, to, userId, counts }: ChangeWrite,
): Promise<void> {
  await tx.query(sql`
    insert into server_changes (id, project_id, server_id, kind, from_state, from_cause, to_state, to_cause, user_id, breaking, additive, cosmetic)
    values (${id}, ${projectId}, ${serverId}, ${kind}, ${from?.state}, ${from?.cause}, ${to.state}, ${to.cause}, ${userId}, ${counts?.breaking}, ${counts?.additive}, ${counts?.cosmetic})`);
}

/** Newest first, from the one after `after`. */
export async function listChanges(
  db: Db,
  projectId: string,
  after: string | undefined,
  limit: number,
): Promise<ServerChange[]> {
  const found = await rows<{
    id: string;
    serverId: string;
    name: string;
    at: Date;
    kind: ServerChange['kind'];
    fromState: ServerState | null;
    fromCause: ServerChange['cause'] | null;
    toState: ServerState;
    toCause: ServerChange['cause'] | null;
    userId: string | null;
    breaking: number | null;
    additive: number | null;
    cosmetic: number | null;
  }>(
    db,
    sql`
    select changes.id, server_id, servers.name, at, kind, from_state, from_cause, to_state, to_cause, user_id, breaking, additive, cosmetic
    from server_changes changes join servers on servers.id = server_id
    where changes.project_id = ${projectId} and (${after}::text is null or changes.id < ${after})
    order by changes.id desc limit ${limit}`,
  );
  return found.map((row) => ({
    id: row.id,
    serverId: row.serverId,
    serverName: row.name,
    at: row.at.getTime(),
    kind: row.kind,
    to: row.toState,
    ...given({
      from: row.fromState ?? undefined,
      fromCause: row.fromCause ?? undefined,
      cause: row.toCause ?? undefined,
      changedBy: row.userId ?? undefined,
      breaking: row.breaking ?? undefined,
      additive: row.additive ?? undefined,
      cosmetic: row.cosmetic ?? undefined,
    }),
  }));
}
