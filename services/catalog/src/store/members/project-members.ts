import type { Role } from '@assay/contract/access';
import type { ProjectMember } from '@assay/contract/areas/members/documents';
import { rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';

interface ProjectMemberRow {
  userId: string;
  email: string;
  name: string;
  role: Role;
  projectRole: Role | null;
}

/** The people with access to a project, or one of them, by their ids. */
export async function listProjectMembers(
  db: Db,
  projectId: string,
  { userId, after, limit = 1 }: { userId?: string; after?: string | undefined; limit?: number },
): Promise<ProjectMember[]> {
  const found = await rows<ProjectMemberRow>(
    db,
    sql`
    select project_grants.user_id, email, name, project_grants.role, project_members.role as project_role
    from project_grants join users on id = project_grants.user_id
    left join project_members on project_members.project_id = project_grants.project_id and project_members.user_id = project_grants.user_id
    where project_grants.project_id = ${projectId} and (${userId}::text is null or project_grants.user_id = ${userId}) and (${after}::text is null or project_grants.user_id > ${after})
    order by project_grants.user_id limit ${limit}`,
  );
  return found.map((row) => ({
    userId: row.userId,
    email: row.email,
    name: row.name,
    role: row.role,
    ...(row.projectRole && { projectRole: row.projectRole }),
  }));
}

export interface ProjectRole {
  organizationId: string;
  projectId: string;
  userId: string;
  role: Role;
}

/**
 * Sets a project role by hand. A member who changes their own role keeps its source, so that it stays tied to their
 * groups.
 */
export async function saveProjectRole(
  db: Db,
  { organizationId, projectId, userId, actorId, role }: ProjectRole & { actorId: string },
): Promise<void> {
  await db.query(sql`
    insert into project_members (project_id, organization_id, user_id, role) values (${projectId}, ${organizationId}, ${userId}, ${role})
    on conflict (project_id, user_id) do update set role = excluded.role, source = case when excluded.user_id = ${actorId} then project_members.source else 'manual' end`);
}

/** Gives a person a role in a project, or raises it; never lowers it. */
export async function raiseProjectRole(
  db: Db,
  { organizationId, projectId, userId, role }: ProjectRole,
): Promise<void> {
  await db.query(sql`
    insert into project_members (project_id, organization_id, user_id, role) values (${projectId}, ${organizationId}, ${userId}, ${role})
    on conflict (project_id, user_id) do update set role = excluded.role, source = 'manual' where project_members.role < excluded.role`);
}

/** Lowers a person's project roles in an organization to `role` at most; answers the roles before. */
export async function lowerProjectRoles(
  tx: Tx,
  organizationId: string,
  userId: string,
  role: Role,
): Promise<{ projectId: string; role: Role }[]> {
  return rows<{ projectId: string; role: Role }>(
    tx,
    sql`
    with above as (
      select project_id, role from project_members
      where organization_id = ${organizationId} and user_id = ${userId} and role > ${role} order by project_id for no key update),
    lowered as (
      update project_members set role = ${role} from above where project_members.project_id = above.project_id and user_id = ${userId})
    select project_id, role from above order by project_id`,
  );
}

export async function deleteProjectRole(db: Db, projectId: string, userId: string): Promise<void> {
  await db.query(sql`delete from project_members where project_id = ${projectId} and user_id = ${userId}`);
}
