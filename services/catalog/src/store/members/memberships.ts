import type { Role } from '@assay/contract/access';
import type { Member } from '@assay/contract/areas/members/documents';
import { fragment, rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';

interface MemberRow {
  userId: string;
  email: string;
  name: string;
  role: Role;
  createdAt: Date;
}

const columns = fragment('user_id, email, name, role, memberships.created_at');
const toMember = (row: MemberRow): Member => ({
  userId: row.userId,
  email: row.email,
  name: row.name,
  role: row.role,
  joinedAt: row.createdAt.getTime(),
});

/** The organizations of a person, longest membership first. */
export async function listOrganizationIds(db: Db, userId: string): Promise<string[]> {
  const found = await rows<{ id: string }>(
    db,
    sql`
    select organization_id as id from live_memberships where user_id = ${userId} order by created_at, organization_id`,
  );
  return found.map(({ id }) => id);
}

/** Whether `ownerId` owns every organization that `userId` belongs to; false when they belong to none. */
export async function ownsAllOf(db: Db, ownerId: string, userId: string): Promise<boolean> {
  const [row] = await rows<{ owns: boolean | null }>(
    db,
    sql`
    select bool_and(exists (
      select from memberships own where own.organization_id = place.organization_id and own.user_id = ${ownerId} and own.role = 'owner')) as owns
    from live_memberships place where user_id = ${userId}`,
  );
  return row?.owns === true;
}

export async function listMembers(
  db: Db,
  organizationId: string,
  after: string | undefined,
  limit: number,
): Promise<Member[]> {
  return (
    await rows<MemberRow>(
      db,
      sql`
    select ${columns} from memberships join users on id = user_id
    where organization_id = ${organizationId} and (${after}::text is null or user_id > ${after}) order by user_id limit ${limit}`,
    )
  ).map(toMember);
}

/** A person's role in an organization, locked until the transaction ends. */
export async function claimRole(tx: Tx, organizationId: string, userId: string): Promise<Role | undefined> {
  const [row] = await rows<{ role: Role }>(
    tx,
    sql`select role from memberships where organization_id = ${organizationId} and user_id = ${userId} for no key update`,
  );
  return row?.role;
}

/** Locks all owners of the organization in the order of their ids, so that two owners cannot leave at the same time. */
export async function claimOwners(tx: Tx, organizationId: string): Promise<string[]> {
  const found = await rows<{ userId: string }>(
    tx,
    sql`
    select user_id from memberships where organization_id = ${organizationId} and role = 'owner' order by user_id for no key update`,
  );
  return found.map((row) => row.userId);
}

export async function findMember(db: Db, organizationId: string, userId: string): Promise<Member | undefined> {
  const [row] = await rows<MemberRow>(
    db,
    sql`select ${columns} from memberships join users on id = user_id where organization_id = ${organizationId} and user_id = ${userId}`,
  );
  return row && toMember(row);
}

/** The member of the organization who has this canonical address. */
export async function findMemberByEmail(db: Db, organizationId: string, email: string): Promise<string | undefined> {
  const [row] = await rows<{ id: string }>(
    db,
    sql`
    select id from memberships join users on id = user_id where organization_id = ${organizationId} and email = ${email}`,
  );
  return row?.id;
}

/** Sets a role by hand. A member who changes their own role keeps its source, so that it stays tied to their groups. */
export async function replaceRole(
  db: Db,
  { organizationId, userId, actorId }: { organizationId: string; userId: string; actorId: string },
  role: Role,
): Promise<void> {
  await db.query(sql`
    update memberships set role = ${role}, source = case when user_id = ${actorId} then source else 'manual' end where organization_id = ${organizationId} and user_id = ${userId}`);
}

/** Adds a member, or raises their role; never lowers it. */
export async function raiseMember(db: Db, organizationId: string, userId: string, role: Role): Promise<void> {
  await db.query(sql`
    insert into memberships (organization_id, user_id, role) values (${organizationId}, ${userId}, ${role})
    on conflict (organization_id, user_id) do update set role = excluded.role, source = 'manual' where memberships.role < excluded.role`);
}

/** Deletes a membership with its project roles, and revokes the person's keys in the organization. */
export async function deleteMember(tx: Tx, organizationId: string, userId: string, actorId: string): Promise<void> {
  await tx.query(sql`
    with gone as (delete from memberships where organization_id = ${organizationId} and user_id = ${userId}),
    roles as (delete from project_members where organization_id = ${organizationId} and user_id = ${userId})
    update api_keys set revoked_at = now(), revoked_by = ${actorId} where organization_id = ${organizationId} and user_id = ${userId} and revoked_at is null`);
}
