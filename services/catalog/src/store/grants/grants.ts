import type { ApplicationGrant, Audience } from '@assay/contract/areas/grants/documents';
import { fragment, rows, sql, type Db } from '@assay/kit/postgres/db';
import { GRANT_DAYS, LIVES_S, type AskedByApplication, type Grantor } from '../../domain/grants/grant.ts';

/** A grant is live until its end, which each renewal of its tokens moves. */
export const liveGrant = fragment('application_grants.expires_at > now()');

interface GrantRow {
  id: string;
  userId: string;
  organizationId: string;
  applicationId: string;
  applicationName: string;
  scopes: ApplicationGrant['scopes'];
  audiences: Audience[];
  createdAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
}
const columns = fragment(
  'application_grants.id, user_id, organization_id, application_id, application_name, scopes, audiences, created_at, last_used_at, expires_at',
);

/** A grant with its person. */
export type StoredGrant = ApplicationGrant & { userId: string };

const toGrant = ({
  applicationId,
  applicationName,
  createdAt,
  lastUsedAt,
  expiresAt,
  ...row
}: GrantRow): StoredGrant => ({
  ...row,
  application: { id: applicationId, name: applicationName },
  createdAt: createdAt.getTime(),
  lastUsedAt: lastUsedAt.getTime(),
  expiresAt: expiresAt.getTime(),
});

/** Inserts a grant; undefined when its person does not belong to the organization any more. */
export async function insertGrant(
  db: Db,
  id: string,
  asked: AskedByApplication,
  { userId, organizationId }: Grantor,
): Promise<StoredGrant | undefined> {
  const [row] = await rows<GrantRow>(
    db,
    sql`
    insert into application_grants (id, user_id, organization_id, application_id, application_name, scopes, audiences, expires_at)
    select ${id}, user_id, organization_id, ${asked.applicationId}, ${asked.applicationName}, ${asked.scopes}::text[], ${asked.audiences}::text[],
      now() + make_interval(secs => ${LIVES_S.refresh})
    from live_memberships where user_id = ${userId} and organization_id = ${organizationId}
    returning ${columns}`,
  );
  return row && toGrant(row);
}

/** Locks a live grant until the transaction ends. */
export async function lockGrant(db: Db, id: string): Promise<StoredGrant | undefined> {
  const [row] = await rows<GrantRow>(
    db,
    sql`select ${columns} from application_grants where id = ${id} and ${liveGrant} for update`,
  );
  return row && toGrant(row);
}

/** Moves the end of a grant, because its tokens are renewed. */
export async function prolongGrant(db: Db, id: string): Promise<void> {
  // Tenant: the grant was found by its token.
  await db.query(sql`
    update application_grants set last_used_at = now(),
      expires_at = least(now() + make_interval(secs => ${LIVES_S.refresh}), created_at + make_interval(days => ${GRANT_DAYS}))
    where id = ${id}`);
}

/** A person's live grants, newest first, from the one after `after`. */
export async function listGrants(
  db: Db,
  userId: string,
  after: string | undefined,
  limit: number,
): Promise<ApplicationGrant[]> {
  const found = await rows<GrantRow>(
    db,
    sql`
    select ${columns} from application_grants
    where user_id = ${userId} and ${liveGrant} and (${after}::text is null or id < ${after}) order by id desc limit ${limit}`,
  );
  return found.map((row) => {
    const { userId: _none, ...grant } = toGrant(row);
    return grant;
  });
}

/** Ends a grant of a person; undefined when they have no such grant. */
export async function deleteGrant(db: Db, userId: string, id: string): Promise<StoredGrant | undefined> {
  // Tenant: a grant belongs to a person, who may be in several organizations.
  const [row] = await rows<GrantRow>(
    db,
    sql`delete from application_grants where user_id = ${userId} and id = ${id} returning ${columns}`,
  );
  return row && toGrant(row);
}

/** Ends every grant of a person; answers their number. */
export async function deleteGrants(db: Db, userId: string): Promise<number> {
  // Tenant: a grant belongs to a person, who may be in several organizations.
  return (await db.query(sql`delete from application_grants where user_id = ${userId}`)).rowCount ?? 0;
}

/** Ends all grants in an organization, or the grants of one person there. */
export async function deleteGrantsIn(db: Db, organizationId: string, userId?: string): Promise<void> {
  await db.query(sql`
    delete from application_grants where organization_id = ${organizationId} and (${userId}::text is null or user_id = ${userId})`);
}

/** Ends the grants of a person beyond `most`, beginning with the least recently used. */
export async function deleteOldestGrants(db: Db, userId: string, most: number): Promise<void> {
  // Tenant: a grant belongs to a person, who may be in several organizations.
  await db.query(sql`
    delete from application_grants where id in (
      select id from application_grants where user_id = ${userId} order by last_used_at desc, id desc offset ${most})`);
}

/** Deletes grants that have expired; answers their number. */
export async function deleteEndedGrants(db: Db, limit: number): Promise<number> {
  // Tenant: the task goes over the grants of every person.
  const { rowCount } = await db.query(sql`
    delete from application_grants where id in (
      select id from application_grants where expires_at <= now() limit ${limit} for update skip locked)`);
  return rowCount ?? 0;
}
