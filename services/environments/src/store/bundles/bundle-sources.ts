import type { ClientConfig } from '@assay/contract/areas/clients/config';
import { given } from '@assay/contract/given';
import { fragment, prepared, rows, type Db } from '@assay/kit/postgres/db';
import type { EnvironmentSource, SavedServerName, SourceClient } from '../../domain/bundles/bundle-source.ts';
import type { EnvironmentBody } from '../../domain/environments/environment-record.ts';

interface ClientRow {
  clientId: string;
  clientName: string;
  versionId: string;
  versionNumber: number;
  configId: string;
  config: ClientConfig;
}
interface EnvironmentRow {
  id: string;
  name: string | null;
  revision: number;
  isArchived: boolean;
  body: EnvironmentBody;
  serverGroupId: string | null;
  groupServerIds: string[] | null;
  hasImage: boolean | null;
  savedServers: SavedServerName[];
}

const clientColumns = fragment(
  'clients.id as client_id, clients.name as client_name, versions.id as version_id, versions.version_number, versions.config_id, versions.config',
);
const clientWithVersion = fragment('clients join client_versions versions on versions.id = clients.version_id');

const toClient = (row: ClientRow): SourceClient => ({
  id: row.clientId,
  name: row.clientName,
  configId: row.configId,
  versionId: row.versionId,
  versionNumber: row.versionNumber,
  config: row.config,
});

/** The rows that the bundles of a project's environments are made of, by their ids: one statement, hence of one moment. */
export async function findEnvironmentSources(
  db: Db,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, EnvironmentSource>> {
  const found = await rows<EnvironmentRow & { [Name in keyof ClientRow]: ClientRow[Name] | null }>(
    db,
    prepared`
    select environments.id, environments.name, environments.revision, environments.archived_at is not null as is_archived,
      environments.body, environments.server_group_id, server_groups.server_ids as group_server_ids,
      case when environments.body ->> 'sandboxImageId' is not null then exists (
        select from images
        where images.id = environments.body ->> 'sandboxImageId' and images.project_id = environments.project_id
      ) end as has_image,
      saved.servers as saved_servers, ${clientColumns}
    from environments
      left join (${clientWithVersion}) on clients.id = environments.client_id
      left join server_groups on server_groups.id = environments.server_group_id
      cross join lateral (
        select coalesce(json_agg(json_build_object('id', id, 'name', name, 'isEnabled', enabled)), '[]') as servers
        from saved_servers
        where saved_servers.project_id = environments.project_id and saved_servers.id = any(coalesce(
          server_groups.server_ids,
          array(
            select json_array_elements_text(versions.config -> 'serverIds')
            union select json_array_elements_text(versions.config -> 'optionalServerIds')
          )
        ))
      ) saved
    where environments.project_id = ${projectId} and environments.id = any(${ids})`,
  );
  return new Map(
    found.map((row) => [
      row.id,
      {
        environment: {
          id: row.id,
          name: row.name,
          revision: row.revision,
          isArchived: row.isArchived,
          body: row.body,
          ...given({
            serverGroupId: row.serverGroupId ?? undefined,
            hasImage: row.hasImage ?? undefined,
            groupServerIds: row.groupServerIds ?? undefined,
          }),
        },
        savedServers: row.savedServers,
        ...(row.clientId !== null && { client: toClient(row as ClientRow) }),
      },
    ]),
  );
}

export const findEnvironmentSource = async (
  db: Db,
  projectId: string,
  id: string,
): Promise<EnvironmentSource | undefined> => (await findEnvironmentSources(db, projectId, [id])).get(id);
