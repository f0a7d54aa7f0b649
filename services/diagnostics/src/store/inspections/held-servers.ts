import { rows, sql, type Db } from '@assay/kit/postgres/db';
import type { WorkScope } from '@assay/work/service/work-source';

/** The given servers for which runners with this token hold work items, within the scope of the token. */
export async function listHeldServers(
  db: Db,
  { projectId, serverIds, tokenId }: { projectId: string; serverIds: string[]; tokenId: string },
  scope: WorkScope,
): Promise<string[]> {
  const found = await rows<{ id: string }>(
    db,
    sql`
    with held as (
      select id from work where organization_id = ${scope.organizationId} and project_id = ${projectId} and (${scope.projectId}::text is null or project_id = ${scope.projectId})
        and split_part(runner_id, '/', -1) = ${tokenId})
    select server_id as id from inspections where id in (select id from held) and server_id = any(${serverIds})
    union select server_id from directory_runs where id in (select id from held) and server_id = any(${serverIds})`,
  );
  return found.map(({ id }) => id);
}
