import { rows, sql, type Db } from '@assay/kit/postgres/db';

/** An object that uses a server; suites and journeys are known by id alone. */
export interface StoredServerUse {
  serverId: string;
  kind: 'environment' | 'client' | 'serverGroup' | 'study' | 'suite' | 'journey';
  id: string;
  name: string | null;
}

/** At most this many uses of a kind and server. */
const MAX_OF_KIND = 200;

/** The objects that use the servers of a project, or one of them, by kind and name. Archived and ad-hoc environments use none. */
export const listServerUses = (db: Db, projectId: string, serverId: string | undefined): Promise<StoredServerUse[]> =>
  rows(
    db,
    sql`
    with of_clients as (
      select clients.id, clients.name, server_id
      from clients join client_versions versions on versions.id = clients.version_id
        cross join lateral (
          select json_array_elements_text(versions.config -> 'serverIds') as server_id
          union select json_array_elements_text(versions.config -> 'optionalServerIds')) named
      where clients.project_id = ${projectId}),
    of_groups as (
      select id, name, snapshot_of, unnest(server_ids) as server_id from server_groups where project_id = ${projectId}),
    of_environments as (
      select environments.id, environments.name, coalesce(of_groups.server_id, of_clients.server_id) as server_id
      from environments
        left join of_groups on of_groups.id = environments.server_group_id
        left join of_clients on of_clients.id = environments.client_id and environments.server_group_id is null
      where environments.project_id = ${projectId} and environments.archived_at is null),
    uses as (
      select server_id, 'environment' as kind, id, name from of_environments where name is not null
      union select server_id, 'client', id, name from of_clients
      union select server_id, 'serverGroup', id, name from of_groups where snapshot_of is null
      union select server_id, 'study', studies.id, studies.name
        from studies join of_environments on of_environments.id = studies.environment_id where unpublished_at is null
      union select server_id, holder_kind, holder_id, null
        from attachments left join of_environments on of_environments.id = attachments.environment_id
        where attachments.project_id = ${projectId} and attachments.environment_id is not null
      union select server_id, holder_kind, holder_id, null
        from attachments join of_clients on of_clients.id = attachments.client_id where attachments.project_id = ${projectId}),
    counted as (
      select *, row_number() over (partition by server_id, kind order by name, id) as place from uses
      where server_id is not null and (${serverId}::text is null or server_id = ${serverId}))
    select server_id, kind, id, name from counted where place <= ${MAX_OF_KIND} order by server_id, kind, place`,
  );
