import { rows, sql, type Db } from '@assay/kit/postgres/db';

/** Notes the project of a suite, unless the project is gone. */
export async function insertSuiteProject(db: Db, suiteId: string, projectId: string): Promise<void> {
  await db.query(sql`
    insert into suite_projects (suite_id, project_id) select ${suiteId}, id from projects where id = ${projectId}
    on conflict (suite_id) do update set project_id = excluded.project_id`);
}

export async function deleteSuiteProjects(db: Db, suiteIds: string[]): Promise<void> {
  // Tenant: the event of the service that owns the suites names them.
  await db.query(sql`delete from suite_projects where suite_id = any(${suiteIds})`);
}

/** Whether a suite is known to belong to another organization: news of a suite may be on its way. */
export async function hasForeignSuite(db: Db, organizationId: string, suiteId: string): Promise<boolean> {
  const [found] = await rows<{ foreign: boolean }>(
    db,
    sql`
    select p.organization_id <> ${organizationId} as foreign
    from suite_projects s join projects p on p.id = s.project_id where s.suite_id = ${suiteId}`,
  );
  return found?.foreign ?? false;
}
