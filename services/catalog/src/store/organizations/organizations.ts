import type { Organization } from '@assay/contract/areas/organizations/documents';
import { fragment, rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';

interface OrganizationRow {
  id: string;
  name: string;
  role: Organization['myRole'];
  isCreator: boolean;
  createdAt: Date;
  updatedAt: Date;
}

const columns = fragment(
  'id, name, role, created_by is not distinct from user_id as is_creator, organizations.created_at, updated_at',
);

const toOrganization = (row: OrganizationRow): Organization => ({
  id: row.id,
  name: row.name,
  plan: 'self-hosted',
  logoUrl: null,
  myRole: row.role,
  isCreator: row.isCreator,
  createdAt: row.createdAt.getTime(),
  updatedAt: row.updatedAt.getTime(),
});

/** The organization as its member sees it; undefined for a person who is not a member. */
export async function findOrganization(db: Db, id: string, userId: string): Promise<Organization | undefined> {
  const [row] = await rows<OrganizationRow>(
    db,
    sql`
    select ${columns} from live_organizations organizations join memberships on organization_id = id
    where id = ${id} and user_id = ${userId}`,
  );
  return row && toOrganization(row);
}

/** The organizations of a person, newest first, from the one after `after`. */
export async function listOrganizations(
  db: Db,
  userId: string,
  after: string | undefined,
  limit: number,
): Promise<Organization[]> {
  return (
    await rows<OrganizationRow>(
      db,
      sql`
    select ${columns} from live_organizations organizations join memberships on organization_id = id
    where user_id = ${userId} and (${after}::text is null or id < ${after})
    order by id desc limit ${limit}`,
    )
  ).map(toOrganization);
}

/** Whether the installation has, or had, people: users outlive their organizations. */
export async function isSeeded(db: Db): Promise<boolean> {
  const [row] = await rows<{ some: boolean }>(
    db,
    sql`select exists (select from organizations) or exists (select from users) as some`,
  );
  return row!.some;
}

/**
 * The number of organizations that a person owns. Locks the person, so that concurrent creations are counted one by
 * one.
 */
export async function countOwned(tx: Tx, userId: string): Promise<number> {
  await tx.query(sql`select from users where id = ${userId} for no key update`);
  const [row] = await rows<{ count: number }>(
    tx,
    sql`
    select count(*)::int as count from live_memberships where user_id = ${userId} and role = 'owner'`,
  );
  return row!.count;
}

export async function insertOrganization(
  db: Db,
  organization: { id: string; name: string; ownerId: string },
): Promise<void> {
  await db.query(sql`
    with founded as (
      insert into organizations (id, name, created_by) values (${organization.id}, ${organization.name}, ${organization.ownerId}) returning id)
    insert into memberships (organization_id, user_id, role) select id, ${organization.ownerId}, 'owner' from founded`);
}

/** Locks the organization and its memberships against changes until the transaction ends; false when it is gone. */
export async function claimOrganization(tx: Tx, id: string): Promise<boolean> {
  return (await tx.query(sql`select from live_organizations where id = ${id} for no key update`)).rowCount === 1;
}

/**
 * Locks the organization against deletion until the transaction ends; false when it is gone. Every transaction that
 * locks rows of an organization locks the organization first, as its deletion does; this avoids deadlocks.
 */
export async function shareOrganization(tx: Tx, id: string): Promise<boolean> {
  return (await tx.query(sql`select from live_organizations where id = ${id} for share`)).rowCount === 1;
}

export async function renameOrganization(tx: Tx, id: string, name: string): Promise<void> {
  await tx.query(sql`update organizations set name = ${name}, updated_at = now() where id = ${id}`);
}

/**
 * Hides the organization at once; the purge removes its rows. Answers its name; undefined when there is no such
 * organization.
 */
export async function hideOrganization(tx: Tx, id: string): Promise<string | undefined> {
  const [row] = await rows<{ name: string }>(
    tx,
    sql`update organizations set deleted_at = now() where id = ${id} and deleted_at is null returning name`,
  );
  return row?.name;
}

/** Serializes the seeding and the deletion of organizations until the transaction ends (advisory lock). */
export async function lockOrganizations(tx: Tx): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock('organizations'::regclass::bigint)`);
}

/** Whether there is any organization. */
export async function hasOrganizations(db: Db): Promise<boolean> {
  return (await db.query('select from live_organizations limit 1')).rowCount === 1;
}

/** Deletes the roles, invitations, tokens and provider keys of an organization, and detaches its API keys. */
export async function disbandOrganization(tx: Tx, organizationId: string): Promise<void> {
  for (const table of ['project_members', 'memberships', 'invitations', 'runner_tokens', 'model_providers'].map(
    fragment,
  )) {
    await tx.query(sql`delete from ${table} where organization_id = ${organizationId}`);
  }
  await tx.query(sql`update api_keys set organization_id = null where organization_id = ${organizationId}`);
}
