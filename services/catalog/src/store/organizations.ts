import type { Organization, OrganizationRole } from '@assay/contract/documents/account';
import { rows, sql, type Db } from '@assay/kit/db';

interface OrganizationRow { id: string; name: string; role: OrganizationRole; is_creator: boolean; created_at: Date }

/** The organization as a member of it sees it; undefined for anybody else. */
export async function findOrganization(db: Db, id: string, userId: string): Promise<Organization | undefined> {
  const [row] = await rows<OrganizationRow>(db, sql`
    select id, name, role, created_by is not distinct from ${userId} as is_creator, organizations.created_at
    from organizations join memberships on organization_id = id
    where id = ${id} and user_id = ${userId}`);
  return row && { id: row.id, name: row.name, myRole: row.role, isCreator: row.is_creator, createdAt: row.created_at.getTime() };
}

/** What the user is in the organization; undefined for nobody of it. */
export async function findOrganizationRole(db: Db, id: string, userId: string): Promise<OrganizationRole | undefined> {
  const [row] = await rows<{ role: OrganizationRole }>(db, sql`select role from memberships where organization_id = ${id} and user_id = ${userId}`);
  return row?.role;
}

export async function hasOrganizations(db: Db): Promise<boolean> {
  const [row] = await rows<{ some: boolean }>(db, sql`select exists (select from organizations) as some`);
  return row!.some;
}

export async function insertOrganization(db: Db, organization: { id: string; name: string; ownerId: string }): Promise<void> {
  await db.query(sql`
    with founded as (
      insert into organizations (id, name, created_by) values (${organization.id}, ${organization.name}, ${organization.ownerId}) returning id)
    insert into memberships (organization_id, user_id, role) select id, ${organization.ownerId}, 'owner' from founded`);
}
