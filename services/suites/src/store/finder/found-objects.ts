import type { FindObjectsRequest, FoundObject } from '@assay/mesh/gen/assay/v1/finding';
import { fragment, rows, sql, type Db } from '@assay/kit/postgres/db';

/** The columns of an object that belongs to no other. */
const bare = fragment(`'' as parent_kind, '' as parent_id, '' as parent_name`);
const ofSuite = fragment(`'suite' as parent_kind, suite_id as parent_id, suite_name as parent_name`);
/** A body may contain an escape that Postgres does not parse: such a case has no title here. */
const title = fragment(`case when c.body::text !~ '\\\\u0000' then c.body ->> 'title' end`);

/** Objects whose names have every word: of each kind, names that begin with the first word, then the newest. */
export const findObjects = (db: Db, { projectId, words, limit }: FindObjectsRequest): Promise<FoundObject[]> =>
  rows<FoundObject>(
    db,
    sql`
    (select 'suite' as kind, id as id, name as name, project_id as project_id, ${bare} from suites
      where project_id = ${projectId} and not exists (select from unnest(${words}::text[]) w where strpos(lower(name), w) = 0)
      order by not starts_with(lower(name), ${words[0]}), id desc limit ${limit})
    union all
    (select 'case' as kind, id as id, title as name, project_id as project_id, ${ofSuite} from (select c.id, c.suite_id, s.name as suite_name, s.project_id, ${title} as title from cases c join suites s on s.id = c.suite_id where s.project_id = ${projectId}) found
      where project_id = ${projectId} and not exists (select from unnest(${words}::text[]) w where strpos(lower(title), w) = 0)
      order by not starts_with(lower(title), ${words[0]}), id desc limit ${limit})`,
  );

/** The object with an id, in any project: the service that asks checks the access to it. */
export const locateObject = (db: Db, id: string): Promise<FoundObject[]> =>
  rows<FoundObject>(
    db,
    sql`
    select 'suite' as kind, id as id, name as name, project_id as project_id, ${bare} from suites where id = ${id}
    union all
    select 'case' as kind, c.id, coalesce(${title}, '') as name, s.project_id, 'suite' as parent_kind, s.id as parent_id, s.name as parent_name
    from cases c join suites s on s.id = c.suite_id where c.id = ${id}
    union all
    select 'authoringJob' as kind, j.id, j.source as name, s.project_id, 'suite' as parent_kind, s.id as parent_id, s.name as parent_name
    from authoring_jobs j join suites s on s.id = j.suite_id where j.id = ${id}`,
  );
