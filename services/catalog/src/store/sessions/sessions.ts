import type { Role } from '@assay/contract/access';
import type { Session } from '@assay/contract/areas/sessions/documents';
import { fragment, rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import { isGrantId } from '../../domain/grants/grant.ts';
import { SESSION_DAYS, type SignInMethod } from '../../domain/sessions/session.ts';

/** A session is live until its end, and while it was used recently enough. */
export const liveSession = fragment(
  `expires_at > now() and last_used_at > now() - interval '${SESSION_DAYS.idle} days'`,
);

/** Orders a person's organizations: last used first, then longest membership. */
const byUse = fragment(`
  (select max(used.last_used_at) from sessions used where used.user_id = place.user_id and used.organization_id = place.organization_id) desc nulls last, place.created_at, place.organization_id`);

export interface NewSession {
  id: string;
  userId: string;
  organizationIds: string[];
  hash: Buffer;
  method: SignInMethod;
  userAgent: string;
}

/**
 * Inserts a session in one of the person's organizations: one of `organizationIds` if they belong to any, by last use,
 * then by longest membership.
 */
export async function insertSession(
  db: Db,
  { id, userId, organizationIds, hash, method, userAgent }: NewSession,
): Promise<{ expiresAt: Date }> {
  const life = `${SESSION_DAYS.life} days`;
  const [row] = await rows<{ expiresAt: Date }>(
    db,
    sql`
    insert into sessions (id, user_id, organization_id, hash, method, user_agent, expires_at)
    values (${id}, ${userId}, (
      select organization_id from live_memberships place where user_id = ${userId}
      order by organization_id = any(${organizationIds}::text[]) desc, ${byUse} limit 1), ${hash}, ${method}, ${userAgent}, now() + ${life}::interval)
    returning expires_at`,
  );
  return { expiresAt: row!.expiresAt };
}

/** The session of a token, while it is live. */
export async function findSession(db: Db, hash: Buffer): Promise<{ id: string; userId: string } | undefined> {
  const [row] = await rows<{ id: string; userId: string }>(
    db,
    sql`select id, user_id from sessions where hash = ${hash} and ${liveSession}`,
  );
  return row && { id: row.id, userId: row.userId };
}

/** Whether a session, or a grant that acts as one, is live; if so, it is locked against its end until the transaction ends. */
export async function shareSession(tx: Tx, userId: string, id: string): Promise<boolean> {
  const shared = await tx.query(
    isGrantId(id)
      ? sql`select from application_grants where user_id = ${userId} and id = ${id} and expires_at > now() for share`
      : sql`select from sessions where user_id = ${userId} and id = ${id} and ${liveSession} for share`,
  );
  return shared.rowCount === 1;
}

export interface SessionState {
  id: string;
  userId: string;
  organizationId: string | undefined;
  expiresAt: number;
  organizations: { id: string; name: string; role: Role }[];
}

/** A session with its present organization and all organizations of its user. */
export async function findSessionState(db: Db, id: string): Promise<SessionState | undefined> {
  const found = await rows<{
    userId: string;
    actsIn: string | null;
    expiresAt: Date;
    id: string | null;
    name: string;
    role: Role;
  }>(
    db,
    sql`
    select sessions.user_id, sessions.organization_id as acts_in, expires_at, organizations.id, organizations.name, memberships.role
    from sessions left join (memberships join live_organizations organizations on organizations.id = memberships.organization_id) on memberships.user_id = sessions.user_id
    where sessions.id = ${id} and ${liveSession} order by organizations.name, organizations.id`,
  );
  const [first] = found;
  const organizations = found.flatMap(({ id: organizationId, name, role }) =>
    organizationId === null ? [] : [{ id: organizationId, name, role }],
  );
  return (
    first && {
      id,
      userId: first.userId,
      organizationId: organizations.find((each) => each.id === first.actsIn)?.id,
      expiresAt: first.expiresAt.getTime(),
      organizations,
    }
  );
}

/**
 * Moves a session to another organization; answers the previous one. Undefined when its user does not belong to the new
 * one.
 */
export async function moveSession(
  db: Db,
  id: string,
  organizationId: string,
): Promise<{ from: string | null } | undefined> {
  const [moved] = await rows<{ from: string | null }>(
    db,
    sql`
    with stood as (select id, organization_id from sessions where id = ${id} for update)
    update sessions set organization_id = ${organizationId} from stood
    where sessions.id = stood.id and exists (
      select from live_memberships place where place.user_id = sessions.user_id and place.organization_id = ${organizationId})
    returning stood.organization_id as "from"`,
  );
  return moved;
}

/**
 * Moves the sessions in an organization that their users have left to another of their organizations; all users'
 * sessions, or one user's.
 */
export async function moveSessionsFrom(db: Db, organizationId: string, userId?: string): Promise<void> {
  await db.query(sql`
    update sessions set organization_id = (select organization_id from live_memberships place where place.user_id = sessions.user_id order by ${byUse} limit 1)
    where organization_id = ${organizationId} and (${userId}::text is null or user_id = ${userId})`);
}

interface SessionRow {
  id: string;
  method: SignInMethod;
  userAgent: string;
  createdAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
}

/** A person's sessions, newest first, from the one after `after`; `current` is the id of the caller's session. */
export async function listSessions(
  db: Db,
  userId: string,
  current: string,
  after: string | undefined,
  limit: number,
): Promise<Session[]> {
  const found = await rows<SessionRow>(
    db,
    sql`
    select id, method, user_agent, created_at, last_used_at, expires_at from sessions
    where user_id = ${userId} and ${liveSession} and (${after}::text is null or id < ${after}) order by id desc limit ${limit}`,
  );
  return found.map((row) => ({
    id: row.id,
    method: row.method,
    userAgent: row.userAgent,
    current: row.id === current,
    createdAt: row.createdAt.getTime(),
    lastUsedAt: row.lastUsedAt.getTime(),
    expiresAt: row.expiresAt.getTime(),
  }));
}

export async function deleteSession(db: Db, userId: string, id: string): Promise<boolean> {
  // Tenant: a session belongs to a person, who may be in several organizations.
  const { rowCount } = await db.query(sql`delete from sessions where user_id = ${userId} and id = ${id}`);
  return rowCount === 1;
}

/** Deletes the session of a token, if there is one. */
export async function deleteSessionOf(db: Db, hash: Buffer): Promise<void> {
  // Tenant: the hash of its token proves the right to the session.
  await db.query(sql`delete from sessions where hash = ${hash}`);
}

/** Replaces a session's token; undefined when the session is gone. */
export async function replaceToken(db: Db, id: string, hash: Buffer): Promise<{ expiresAt: Date } | undefined> {
  // Tenant: the session was found by its token.
  const [row] = await rows<{ expiresAt: Date }>(
    db,
    sql`update sessions set hash = ${hash} where id = ${id} returning expires_at`,
  );
  return row && { expiresAt: row.expiresAt };
}

/** Deletes every session of a person; answers their number. */
export async function deleteSessions(db: Db, userId: string): Promise<number> {
  // Tenant: a session belongs to a person, who may be in several organizations.
  return (await db.query(sql`delete from sessions where user_id = ${userId}`)).rowCount ?? 0;
}

/** Deletes every session of a person except `id`; answers their number. */
export async function deleteOtherSessions(db: Db, userId: string, id: string): Promise<number> {
  // Tenant: a session belongs to a person, who may be in several organizations.
  return (await db.query(sql`delete from sessions where user_id = ${userId} and id <> ${id}`)).rowCount ?? 0;
}

/** Deletes sessions that are no longer live, and skips locked ones. Answers their number. */
export async function deleteEndedSessions(db: Db, limit: number): Promise<number> {
  // Tenant: the task goes over the sessions of every person.
  const { rowCount } = await db.query(sql`
    delete from sessions where id in (select id from sessions where not (${liveSession}) limit ${limit} for update skip locked)`);
  return rowCount ?? 0;
}
