import { rows, sql, type Db } from '@assay/kit/postgres/db';
import type { AssignedRole, HeldRole, NamedPlace } from '../../domain/single-sign-on/assign-roles.ts';
import type { FoundPlaces } from '../../domain/single-sign-on/ambiguous-places.ts';

/** A person's roles in organizations and in their projects. */
export async function listHeldRoles(db: Db, userId: string): Promise<HeldRole[]> {
  return rows<HeldRole>(
    db,
    sql`
    select organization_id, null as project_id, role, source,
      role = 'owner' and not exists (select from memberships others where others.organization_id = place.organization_id and user_id <> ${userId} and others.role = 'owner') as is_last_owner
    from live_memberships place where user_id = ${userId}
    union all
    select project_members.organization_id, project_id, role, source, false from project_members join live_projects on id = project_id where user_id = ${userId}`,
  );
}

/**
 * The ids for these names, in their order. An id takes precedence over a name: otherwise an organization whose name is
 * another's id would be given that one's people.
 */
export async function findPlaces<N extends NamedPlace>(db: Db, named: N[]): Promise<(FoundPlaces & { rule: N })[]> {
  const found = await rows<{ organizationIds: string[]; projectIds: string[] }>(
    db,
    sql`
    select organization.ids as organization_ids, project.ids as project_ids
    from unnest(${named.map(({ organization }) => organization ?? null)}::text[], ${named.map(({ project }) => project ?? null)}::text[]) with ordinality as named (organization, project, at)
    cross join lateral (
      select coalesce(array_agg(id) filter (where id = named.organization), array_agg(id), '{}') as ids from live_organizations
      where case when named.organization is null then id = (select first_organization_id from installation) else named.organization in (id, name) end) as organization
    cross join lateral (
      select coalesce(array_agg(id) filter (where id = named.project), array_agg(id), '{}') as ids from live_projects
      where organization_id = any(organization.ids) and named.project in (id, name)) as project
    order by at`,
  );
  return found.map((row, at) => ({
    rule: named[at]!,
    organizationIds: row.organizationIds,
    projectIds: row.projectIds,
  }));
}

/** Sets these roles of a person, in place of the roles before. */
export async function giveRoles(db: Db, userId: string, given: AssignedRole[]): Promise<void> {
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
