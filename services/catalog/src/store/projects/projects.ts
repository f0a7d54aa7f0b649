import type { Role } from '@assay/contract/access';
import type { Project, UpdateProject } from '@assay/contract/areas/projects/documents';
import { fragment, prepared, rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import { liveGrant } from '../grants/grants.ts';
import { liveSession } from '../sessions/sessions.ts';

interface ProjectRow {
  id: string;
  organizationId: string;
  name: string;
  visibility: Project['visibility'];
  body: Pick<Project, 'description' | 'icon'>;
  createdAt: Date;
  updatedAt: Date;
}

const columns = fragment('id, organization_id, name, visibility, body, created_at, updated_at');

const toProject = (row: ProjectRow, role: Role): Project => ({
  id: row.id,
  organizationId: row.organizationId,
  name: row.name,
  ...row.body,
  visibility: row.visibility,
  role,
  createdAt: row.createdAt.getTime(),
  updatedAt: row.updatedAt.getTime(),
});

/** A user's request about a project. With a key, a session or a grant, that must be live at this moment. */
export interface GrantRequest {
  organizationId: string;
  userId: string;
  projectId: string;
  keyId?: string | undefined;
  sessionId?: string | undefined;
}

/**
 * The user's role in the project; undefined when they do not see it. `default` is the oldest project of the
 * organization, whether they see it or not.
 */
export async function findGrant(
  db: Db,
  { organizationId, userId, projectId, keyId, sessionId }: GrantRequest,
): Promise<{ projectId: string; role: Role } | undefined> {
  const [row] = await rows<{ projectId: string; role: Role }>(
    db,
    prepared`
    select project_id, role from project_grants
    where organization_id = ${organizationId} and user_id = ${userId} and project_id = case ${projectId}::text
      when 'default' then (select id from live_projects where live_projects.organization_id = ${organizationId} order by created_at, id limit 1) else ${projectId} end
      and (${keyId}::text is null or exists (select from api_keys where id = ${keyId} and api_keys.user_id = ${userId} and api_keys.organization_id = ${organizationId} and revoked_at is null)
        or exists (select from application_grants where id = ${keyId} and application_grants.user_id = ${userId} and application_grants.organization_id = ${organizationId} and ${liveGrant}))
      and (${sessionId}::text is null or exists (select from sessions where id = ${sessionId} and sessions.user_id = ${userId} and ${liveSession})
        or exists (select from application_grants where id = ${sessionId} and application_grants.user_id = ${userId} and ${liveGrant}))`,
  );
  return row && { projectId: row.projectId, role: row.role };
}

/** `role` is the role that the caller was authorized with. */
export async function findProject(
  db: Db,
  organizationId: string,
  id: string,
  role: Role,
): Promise<Project | undefined> {
  const [row] = await rows<ProjectRow>(
    db,
    sql`select ${columns} from live_projects where organization_id = ${organizationId} and id = ${id}`,
  );
  return row && toProject(row, role);
}

/** Like `findProject`, with the row locked until the transaction ends. */
export async function claimProject(
  tx: Tx,
  organizationId: string,
  id: string,
  role: Role,
): Promise<Project | undefined> {
  const [row] = await rows<ProjectRow>(
    tx,
    sql`select ${columns} from live_projects where organization_id = ${organizationId} and id = ${id} for no key update`,
  );
  return row && toProject(row, role);
}

/** Whether the project exists. */
export async function hasProject(db: Db, organizationId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    prepared`select from live_projects where organization_id = ${organizationId} and id = ${id}`,
  );
  return rowCount === 1;
}

/** Like `hasProject`, with the project locked against deletion until the transaction ends. */
export async function shareProject(tx: Tx, organizationId: string, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    sql`select from live_projects where organization_id = ${organizationId} and id = ${id} for share`,
  );
  return rowCount === 1;
}

/** The projects that the user may see, newest first, from the one after `after`. */
export async function listProjects(
  db: Db,
  organizationId: string,
  userId: string,
  after: string | undefined,
  limit: number,
): Promise<Project[]> {
  const found = await rows<ProjectRow & { role: Role }>(
    db,
    sql`
    select ${columns}, role
    from projects join project_grants using (organization_id)
    where organization_id = ${organizationId} and project_id = id and user_id = ${userId} and (${after}::text is null or id < ${after})
    order by id desc limit ${limit}`,
  );
  return found.map((row) => toProject(row, row.role));
}

export interface NewProject {
  id: string;
  organizationId: string;
  creatorId: string;
  name: string;
  visibility: Project['visibility'];
  body: ProjectRow['body'];
}

/** A trigger of the table makes the creator its owner. */
export async function insertProject(
  db: Db,
  { id, organizationId, creatorId, name, visibility, body }: NewProject,
): Promise<Project> {
  const [row] = await rows<ProjectRow>(
    db,
    sql`
    insert into projects (id, organization_id, name, visibility, body, created_by)
    values (${id}, ${organizationId}, ${name}, ${visibility}, ${body}, ${creatorId}) returning ${columns}`,
  );
  return toProject(row!, 'owner');
}

/** Absent keeps, null clears, a value replaces, in one statement. */
export async function patchProject(
  db: Db,
  organizationId: string,
  id: string,
  role: Role,
  { name, visibility, ...body }: UpdateProject,
): Promise<Project | undefined> {
  const [row] = await rows<ProjectRow>(
    db,
    sql`
    update live_projects set name = coalesce(${name}, name), visibility = coalesce(${visibility}, visibility),
      body = jsonb_strip_nulls(body || ${body}), updated_at = now()
    where organization_id = ${organizationId} and id = ${id} returning ${columns}`,
  );
  return row && toProject(row, role);
}

/** Hides projects at once; the purge removes their rows. */
export async function hideProjects(tx: Tx, organizationId: string, ids: string[]): Promise<void> {
  await tx.query(
    sql`update projects set deleted_at = now() where organization_id = ${organizationId} and id = any(${ids})`,
  );
}

/** The live projects of an organization, locked until the transaction ends. */
export async function listProjectIds(tx: Tx, organizationId: string): Promise<string[]> {
  const found = await rows<{ id: string }>(
    tx,
    sql`select id from live_projects where organization_id = ${organizationId} order by id for no key update`,
  );
  return found.map(({ id }) => id);
}

/** Any project that still has a row, deleted ones too. */
export async function findAnyProject(db: Db, organizationId: string): Promise<string | undefined> {
  const [row] = await rows<{ id: string }>(
    db,
    sql`select id from projects where organization_id = ${organizationId} order by id limit 1`,
  );
  return row?.id;
}
