import type { FindObjectsRequest, FoundObject } from '@assay/mesh/gen/assay/v1/finding';
import { rows, sql, type Db } from '@assay/kit/postgres/db';

/** Tools of the servers' present surfaces whose names have every word; catalog knows the names of the servers. */
export const findTools = (db: Db, { projectId, words, limit }: FindObjectsRequest): Promise<FoundObject[]> =>
  rows<FoundObject>(
    db,
    sql`
    select 'tool' as kind, tool as id, tool as name, project_id, 'server' as parent_kind, server_id as parent_id, '' as parent_name
    from (
      select distinct on (p.server_id) p.server_id, p.project_id, b.tools
      from surface_periods p join surface_bodies b using (server_id, hash)
      where p.project_id = ${projectId} order by p.server_id, p.place desc) present, unnest(tools) tool
    where not exists (select from unnest(${words}::text[]) w where strpos(lower(tool), w) = 0)
    order by not starts_with(lower(tool), ${words[0]}), tool, server_id limit ${limit}`,
  );
