import type { RoleName } from '@assay/contract/documents/account';
import { rows, sql, type Db } from '@assay/kit/db';
import type { Assigned, Held, Place } from '../domain/assign-roles.ts';

interface HeldRow { organization_id: string; project_id: string | null; role: RoleName; source: Held['source']; is_last_owner: boolean }

/** What somebody is, in organizations and in their projects. */
export async function listHeldRoles(db: Db, userId: string): Promise<Held[]> {
  const found = await rows<HeldRow>(db, sql`
    select organization_id, null as project_id, role, source,
      role = 'owner' and not exists (select from memberships others where others.organization_id = id and user_id <> ${userId} and others.role = 'owner') as is_last_owner
    from memberships join organizations on id = organization_id
    where user_id = ${userId} and deleted_at is null
    union all
    select project_members.organization_id, project_id, role, source, false
    from project_members join projects on projects.id = project_id join organizations on organizations.id = project_members.organization_id
    where user_id = ${userId} and projects.deleted_at is null and organizations.deleted_at is null`);
  return found.map((row) => ({ organizationId: row.organization_id, projectId: row.project_id, role: row.role, source: row.source, isLastOwner: row.is_last_owner }));
}

/** Names of places, by id or name; the first organization when there is none. */
export interface Named { organization?: string; project?: string }

/**
 * The places of these names, in their order; undefined for one that is not there. An id goes before a name. A name that several
 * have is none of theirs: else whoever takes the name of another organization would be given its people.
 */
export async function findPlaces(db: Db, named: Named[]): Promise<(Place | undefined)[]> {
  const found = await rows<{ at: string; organization_id: string; project_id: string | null }>(db, sql`
    select at, organization.id as organization_id, project.id as project_id
    from unnest(${named.map(({ organization }) => organization ?? null)}::text[], ${named.map(({ project }) => project ?? null)}::text[]) with ordinality as named (organization, project, at)
    cross join lateral (
      select coalesce(max(id) filter (where id = named.organization), case when count(*) = 1 then max(id) end) as id from organizations
      where deleted_at is null and case when named.organization is null then id = (select first_organization_id from installation) else named.organization in (id, name) end) as organization
    cross join lateral (
      select coalesce(max(id) filter (where id = named.project), case when count(*) = 1 then max(id) end) as id from projects
      where organization_id = organization.id and deleted_at is null and named.project in (id, name)) as project
    where organization.id is not null and (named.project is null or project.id is not null)`);
  const byPlace = new Map(found.map((row) => [Number(row.at) - 1, { organizationId: row.organization_id, projectId: row.project_id }]));
  return named.map((_, at) => byPlace.get(at));
}

/** Gives somebody these roles, whatever they were there. */
export async function giveRoles(db: Db, userId: string, given: Assigned[]): Promise<void> {
  await db.query(sql`
    with given as (
      select * from unnest(${given.map(({ organizationId }) => organizationId)}::text[], ${given.map(({ projectId }) => projectId)}::text[],
        ${given.map(({ role }) => role)}::access_role[], ${given.map(({ source }) => source)}::text[]) as given (organization_id, project_id, role, source)),
    in_organizations as (
      insert into memberships (organization_id, user_id, role, source)
      select organization_id, ${userId}, role, source from given where project_id is null
      on conflict (organization_id, user_id) do update set role = excluded.role, source = excluded.source)
    insert into project_members (project_id, organization_id, user_id, role, source)
    select project_id, organization_id, ${userId}, role, source from given where project_id is not null
    on conflict (project_id, user_id) do update set role = excluded.role, source = excluded.source`);
}
