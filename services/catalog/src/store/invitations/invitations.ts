import type { Role } from '@assay/contract/access';
import type { Invitation } from '@assay/contract/areas/invitations/documents';
import { given } from '@assay/contract/given';
import { fragment, rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';

interface InvitationRow {
  id: string;
  projectId: string | null;
  email: string;
  role: Role;
  invitedBy: string | null;
  createdAt: Date;
  expiresAt: Date;
}

const columns = fragment('id, project_id, email, role, invited_by, created_at, expires_at');
const toInvitation = (row: InvitationRow): Invitation => ({
  id: row.id,
  email: row.email,
  role: row.role,
  ...given({ projectId: row.projectId ?? undefined, invitedBy: row.invitedBy ?? undefined }),
  createdAt: row.createdAt.getTime(),
  expiresAt: row.expiresAt.getTime(),
});

export interface NewInvitation {
  id: string;
  organizationId: string;
  projectId: string | undefined;
  email: string;
  role: Role;
  hash: Buffer;
  invitedBy: string;
  days: number;
}

/** Replaces an earlier invitation of the same address. */
export async function insertInvitation(
  db: Db,
  { id, organizationId, projectId, email, role, hash, invitedBy, days }: NewInvitation,
): Promise<Invitation> {
  const [row] = await rows<InvitationRow>(
    db,
    sql`
    insert into invitations (id, organization_id, project_id, email, role, hash, invited_by, expires_at)
    values (${id}, ${organizationId}, ${projectId}, ${email}, ${role}, ${hash}, ${invitedBy}, now() + make_interval(days => ${days}))
    on conflict (lower(email), organization_id) do update set id = excluded.id, project_id = excluded.project_id, email = excluded.email, role = excluded.role,
      hash = excluded.hash, invited_by = excluded.invited_by, created_at = excluded.created_at, expires_at = excluded.expires_at
    returning ${columns}`,
  );
  return toInvitation(row!);
}

/** Invitations that can be accepted, newest first, from the one after `after`. */
export async function listInvitations(
  db: Db,
  organizationId: string,
  after: string | undefined,
  limit: number,
): Promise<Invitation[]> {
  return (
    await rows<InvitationRow>(
      db,
      sql`
    select ${columns} from invitations
    where organization_id = ${organizationId} and expires_at > now() and (${after}::text is null or id < ${after}) order by id desc limit ${limit}`,
    )
  ).map(toInvitation);
}

/** An invitation that can be accepted. */
export async function findInvitation(db: Db, organizationId: string, id: string): Promise<Invitation | undefined> {
  const [row] = await rows<InvitationRow>(
    db,
    sql`select ${columns} from invitations where organization_id = ${organizationId} and id = ${id} and expires_at > now()`,
  );
  return row && toInvitation(row);
}

export async function deleteInvitation(db: Db, organizationId: string, id: string): Promise<void> {
  await db.query(sql`delete from invitations where organization_id = ${organizationId} and id = ${id}`);
}

/** The invitation of an address, expired or not. */
export async function findInvitationOf(db: Db, organizationId: string, email: string): Promise<Invitation | undefined> {
  const [row] = await rows<InvitationRow>(
    db,
    sql`select ${columns} from invitations where organization_id = ${organizationId} and lower(email) = lower(${email})`,
  );
  return row && toInvitation(row);
}

/** Deletes the invitations that a person made, and those for their own address. */
export async function deleteInvitationsOf(db: Db, organizationId: string, userId: string): Promise<void> {
  await db.query(sql`
    delete from invitations where organization_id = ${organizationId}
      and (invited_by = ${userId} or lower(email) = (select lower(email) from users where id = ${userId}))`);
}

/** Deletes expired invitations; answers their number. */
export async function deleteOldInvitations(db: Db, limit: number): Promise<number> {
  // Tenant: the task goes over the invitations of every organization.
  const { rowCount } = await db.query(
    sql`delete from invitations where id in (select id from invitations where expires_at <= now() limit ${limit} for update skip locked)`,
  );
  return rowCount ?? 0;
}

/** An invitation that can be accepted, with the names that its page shows. */
export interface OpenInvitation {
  email: string;
  role: Role;
  organization: string;
  project: string | undefined;
  inviter: string | undefined;
  accountId: string | undefined;
}

const open = fragment(`expires_at > now() and (project_id is null or projects.id is not null)`);

export async function findOpenInvitation(db: Db, hash: Buffer): Promise<OpenInvitation | undefined> {
  const [row] = await rows<{
    email: string;
    role: Role;
    organization: string;
    project: string | null;
    inviter: string | null;
    accountId: string | null;
  }>(
    db,
    sql`
    select invitations.email, role, organizations.name as organization, projects.name as project, inviters.name as inviter, accounts.id as account_id
    from invitations join live_organizations organizations on organizations.id = organization_id left join live_projects projects on projects.id = project_id
    left join users inviters on inviters.id = invited_by left join users accounts on lower(accounts.email) = lower(invitations.email)
    where hash = ${hash} and ${open}`,
  );
  return (
    row && {
      ...row,
      project: row.project ?? undefined,
      inviter: row.inviter ?? undefined,
      accountId: row.accountId ?? undefined,
    }
  );
}

/** Whether the address has an invitation that can be accepted. */
export async function isInvited(db: Db, email: string): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    select from invitations join live_organizations organizations on organizations.id = organization_id left join live_projects projects on projects.id = project_id
    where lower(email) = lower(${email}) and ${open} limit 1`);
  return rowCount === 1;
}

/** Consumes an invitation; of two concurrent attempts one gets it. */
export async function takeInvitation(
  tx: Tx,
  hash: Buffer,
): Promise<(Invitation & { organizationId: string }) | undefined> {
  // Locks the organization before the invitation, as every change of its members does.
  await tx.query(
    sql`select from organizations where id = (select organization_id from invitations where hash = ${hash}) for no key update`,
  );
  // Tenant: the hash of its token proves the right to the invitation.
  const [row] = await rows<InvitationRow & { organizationId: string }>(
    tx,
    sql`
    delete from invitations where hash = ${hash} and exists (
      select from live_organizations organizations left join live_projects projects on projects.id = project_id where organizations.id = invitations.organization_id and ${open})
    returning ${columns}, organization_id`,
  );
  return row && { ...toInvitation(row), organizationId: row.organizationId };
}
