import type { Project, UpdateProject } from '@assay/contract/documents/project';
import { fragment, rows, sql, type Db } from '@assay/kit/db';

type Role = Project['role'];
interface ProjectRow {
  id: string; organization_id: string; name: string; visibility: Project['visibility'];
  body: Pick<Project, 'description' | 'icon'>; created_at: Date; updated_at: Date;
}

const columns = fragment('id, organization_id, name, visibility, body, created_at, updated_at');

const toProject = (row: ProjectRow, role: Role): Project => ({
  id: row.id, organizationId: row.organization_id, name: row.name, ...row.body, visibility: row.visibility, role,
  createdAt: row.created_at.getTime(), updatedAt: row.updated_at.getTime(),
});

/**
 * What the user may do in the project; undefined when it is not theirs to see. `default` stands for the oldest project of the
 * organization that is.
 */
export async function findGrant(db: Db, organizationId: string, userId: string, projectId: string): Promise<{ projectId: string; role: Role } | undefined> {
  const [row] = await rows<{ project_id: string; role: Role }>(db, sql`
    select project_id, role from project_roles join projects on projects.id = project_id
    where project_roles.organization_id = ${organizationId} and user_id = ${userId} and (${projectId} = 'default' or project_id = ${projectId})
    order by projects.created_at, project_id limit 1`);
  return row && { projectId: row.project_id, role: row.role };
}

/** `role` is what the caller was authorized as. */
export async function findProject(db: Db, organizationId: string, id: string, role: Role): Promise<Project | undefined> {
  const [row] = await rows<ProjectRow>(db, sql`select ${columns} from projects where organization_id = ${organizationId} and id = ${id}`);
  return row && toProject(row, role);
}

/** Whether the project is there. Inside a transaction it then stays until the transaction ends. */
export async function hasProject(db: Db, organizationId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query(sql`select from projects where organization_id = ${organizationId} and id = ${id} for key share`);
  return rowCount === 1;
}

/** The projects that the user may see, newest first, from the one after `after`. */
export async function listProjects(db: Db, organizationId: string, userId: string, after: string | undefined, limit: number): Promise<Project[]> {
  const found = await rows<ProjectRow & { role: Role }>(db, sql`
    select ${columns}, role
    from projects join project_roles using (organization_id)
    where organization_id = ${organizationId} and project_id = id and user_id = ${userId} and (${after}::text is null or id < ${after})
    order by id desc limit ${limit}`);
  return found.map((row) => toProject(row, row.role));
}

export interface NewProject { id: string; organizationId: string; creatorId: string; name: string; visibility: Project['visibility']; body: ProjectRow['body'] }

export async function insertProject(db: Db, { id, organizationId, creatorId, name, visibility, body }: NewProject): Promise<Project> {
  const [row] = await rows<ProjectRow>(db, sql`
    insert into projects (id, organization_id, name, visibility, body, created_by)
    values (${id}, ${organizationId}, ${name}, ${visibility}, ${body}, ${creatorId}) returning ${columns}`);
  return toProject(row!, 'admin');
}

/** Absent keeps, null clears, a value replaces, in one statement. */
export async function patchProject(db: Db, organizationId: string, id: string, role: Role, { name, visibility, ...body }: UpdateProject): Promise<Project | undefined> {
  const [row] = await rows<ProjectRow>(db, sql`
    update projects set name = coalesce(${name}, name), visibility = coalesce(${visibility}, visibility),
      body = jsonb_strip_nulls(body || ${body}), updated_at = now()
    where organization_id = ${organizationId} and id = ${id} returning ${columns}`);
  return row && toProject(row, role);
}

export async function deleteProject(db: Db, organizationId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query(sql`delete from projects where organization_id = ${organizationId} and id = ${id}`);
  return rowCount === 1;
}
