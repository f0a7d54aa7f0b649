import { rows, sql, type Db } from '@assay/kit/postgres/db';
import type { WorkScope } from '@assay/work/service/work-source';

/**
 * The servers among these that iterations use which runners hold on this token, within the organization or project of
 * the token.
 */
export async function listHeldServers(
  db: Db,
  { projectId, serverIds, tokenId }: { projectId: string; serverIds: string[]; tokenId: string },
  scope: WorkScope,
): Promise<string[]> {
  const found = await rows<{ id: string }>(
    db,
    sql`
    select distinct server.id
    from runs r join iterations i on i.run_id = r.id cross join unnest(r.server_ids) as server (id)
    where r.status in ('pending', 'running') and r.organization_id = ${scope.organizationId} and r.project_id = ${projectId} and (${scope.projectId}::text is null or r.project_id = ${scope.projectId})
      and i.seq is null and i.status = 'running' and split_part(i.runner_id, '/', -1) = ${tokenId} and server.id = any(${serverIds})`,
  );
  return found.map(({ id }) => id);
}

/**
 * The secrets among these that a server refers to which a plugin declares, in runs of which runners hold iterations on
 * this token, within the organization or project of the token.
 */
export async function listHeldSecrets(
  db: Db,
  {
    projectId,
    serverId,
    secretIds,
    tokenId,
  }: { projectId: string; serverId: string; secretIds: string[]; tokenId: string },
  scope: WorkScope,
): Promise<string[]> {
  const found = await rows<{ id: string }>(
    db,
    sql`
    select distinct secret.id
    from runs r
      cross join json_array_elements(r.spec->'declaredServers') as server
      cross join jsonb_path_query((server->'declaration')::jsonb, '$.*.*.secretId') as referred
      cross join lateral (select referred #>> '{}' as id) as secret
    where r.status in ('pending', 'running') and r.organization_id = ${scope.organizationId} and r.project_id = ${projectId} and (${scope.projectId}::text is null or r.project_id = ${scope.projectId})
      and server->>'id' = ${serverId} and secret.id = any(${secretIds})
      and exists (
        select from iterations i
        where i.run_id = r.id and i.seq is null and i.status = 'running' and split_part(i.runner_id, '/', -1) = ${tokenId})`,
  );
  return found.map(({ id }) => id);
}

/** The account of a run's model calls, as its launch froze it. */
export interface RunAccount {
  suiteId: string;
  keyId: string;
}

/** The account of a run of which a runner with the token of this scope holds an iteration. */
export async function findHeldRun(
  db: Db,
  { projectId, runId }: { projectId: string; runId: string },
  { organizationId, projectId: onlyProjectId, tokenId }: WorkScope,
): Promise<RunAccount | undefined> {
  const [run] = await rows<RunAccount>(
    db,
    sql`
    select r.suite_id, coalesce(r.spec->>'keyId', '') as "keyId" from runs r
    where r.id = ${runId} and r.project_id = ${projectId} and r.organization_id = ${organizationId} and (${onlyProjectId}::text is null or r.project_id = ${onlyProjectId})
      and exists (
        select from iterations i
        where i.run_id = r.id and i.seq is null and i.status = 'running' and split_part(i.runner_id, '/', -1) = ${tokenId})`,
  );
  return run;
}
