import { rows, sql, type Db } from '@assay/kit/postgres/db';

/** A suite that names servers itself, or is one of `ids`. */
export interface ServerSuite {
  id: string;
  name: string;
  serverIds: string[];
  caseCount: number;
}

/** The suites of a project that run against servers of their own, or have one of these ids, by name. */
export const listServerSuites = (db: Db, projectId: string, ids: readonly string[]): Promise<ServerSuite[]> =>
  rows(
    db,
    sql`
    select id, name, array(select json_array_elements_text(body -> 'serverIds')) as server_ids,
      (select count(*)::integer from cases where suite_id = suites.id) as case_count
    from suites where project_id = ${projectId} and (json_array_length(body -> 'serverIds') > 0 or id = any(${ids}))
    order by name, id`,
  );
