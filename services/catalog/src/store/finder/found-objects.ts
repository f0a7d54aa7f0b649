import type { FindObjectsRequest, FoundObject } from '@assay/mesh/gen/assay/v1/finding';
import { fragment, rows, sql, type Db } from '@assay/kit/postgres/db';

/** The columns of an object that belongs to no other. */
const bare = fragment(`'' as parent_kind, '' as parent_id, '' as parent_name`);

/** Objects whose names have every word: of each kind, names that begin with the first word, then the newest. */
export const findObjects = (db: Db, { projectId, words, limit }: FindObjectsRequest): Promise<FoundObject[]> =>
  rows<FoundObject>(
    db,
    sql`
    (select 'server' as kind, id as id, name as name, project_id as project_id, ${bare} from servers
      where project_id = ${projectId} and not exists (select from unnest(${words}::text[]) w where strpos(lower(name), w) = 0)
      order by not starts_with(lower(name), ${words[0]}), id desc limit ${limit})`,
  );

/** The object with an id, in any project: the service that asks checks the access to it. */
export const locateObject = (db: Db, id: string): Promise<FoundObject[]> =>
  rows<FoundObject>(
    db,
    sql`
    select 'server' as kind, id as id, name as name, project_id as project_id, ${bare} from servers where id = ${id}
    union all
    select 'project' as kind, id as id, name as name, id as project_id, ${bare} from live_projects where id = ${id}`,
  );
