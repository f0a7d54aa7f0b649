import type { AttachedTunnel } from '@assay/mesh/gen/assay/v1/tunnels';
import { fragment, rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';

/** A relay without a heartbeat for this long no longer holds its tunnels, in seconds. */
export const SILENT_S = 30;

/** At most this many openings of a tunnel are kept. */
export const KEPT_OPENINGS = 20;

/** The creator's access is checked again after this long, in seconds. */
const TRUSTED_S = 30;

/**
 * The creator of a tunnel's present token, with their key or session; the organization is null in rows from before it
 * was stored.
 */
export interface TunnelMaker {
  projectId: string;
  organizationId: string | null;
  userId: string;
  keyId: string | null;
  sessionId: string | null;
}
export interface TunnelWrite {
  serverId: string;
  projectId: string;
  slug: string;
  organizationId: string;
  createdBy: string;
  keyId?: string | undefined;
  sessionId?: string | undefined;
  tokenHash: Buffer;
  tokenTtlMs: number;
}
export interface StoredTunnel {
  slug: string;
  secretVersion: number;
  tokenExpiresAt: Date;
}

/** A tunnel with the maker of its present token. */
export interface KnownTunnel extends TunnelMaker {
  slug: string;
  /** Null once the tunnel was closed. */
  tokenHash: Buffer | null;
  /** Whether it has not lapsed: its token opens it, or its connection is open. */
  isLive: boolean;
}

const maker = fragment('project_id, organization_id, created_by as "userId", key_id, session_id');
const isLive = fragment(
  `tunnels.token_hash is not null and (tunnels.token_expires_at > now()
    or coalesce(tunnels.attachment_id is not null and tunnels.beaten_at > now() - interval '${SILENT_S} seconds', false))`,
);

export async function findTunnel(db: Db, projectId: string, serverId: string): Promise<KnownTunnel | undefined> {
  const [tunnel] = await rows<KnownTunnel>(
    db,
    sql`
    select ${maker}, slug, token_hash, ${isLive} as "isLive"
    from tunnels where project_id = ${projectId} and server_id = ${serverId}`,
  );
  return tunnel;
}

/** Serializes the creation of a project's tunnels until the transaction ends (advisory lock). */
export async function lockTunnels(tx: Tx, projectId: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext('tunnels'), hashtext(${projectId}))`);
}

/** Counts the tunnels of a project that have not lapsed, beside the tunnel of one server. */
export async function countOtherTunnels(db: Db, projectId: string, serverId: string | undefined): Promise<number> {
  const [found] = await rows<{ count: number }>(
    db,
    sql`
    select count(*)::integer as count from tunnels
    where project_id = ${projectId} and server_id is distinct from ${serverId} and ${isLive}`,
  );
  return found!.count;
}

/**
 * Gives the tunnel of a server a new token, and creates the tunnel when there is none; its slug stays. Undefined while
 * the tunnel belongs to another maker.
 */
export async function saveTunnel(
  db: Db,
  { serverId, projectId, slug, organizationId, createdBy, keyId, sessionId, tokenHash, tokenTtlMs }: TunnelWrite,
): Promise<StoredTunnel | undefined> {
  const [row] = await rows<StoredTunnel>(
    db,
    sql`
    insert into tunnels (server_id, project_id, slug, organization_id, created_by, key_id, session_id, token_hash, token_expires_at, secret_version)
    values (${serverId}, ${projectId}, ${slug}, ${organizationId}, ${createdBy}, ${keyId}, ${sessionId}, ${tokenHash}, now() + ${tokenTtlMs} * interval '1 millisecond', 1)
    on conflict (server_id) do update set organization_id = excluded.organization_id, created_by = excluded.created_by, key_id = excluded.key_id, session_id = excluded.session_id,
      token_hash = excluded.token_hash, token_expires_at = excluded.token_expires_at, secret_version = tunnels.secret_version + 1
    where tunnels.created_by = excluded.created_by or not (${isLive})
    returning slug, secret_version, token_expires_at`,
  );
  return row;
}

const closed = fragment('token_hash = null, attachment_id = null, relay_url = null, beaten_at = null');

/** The openings of tunnels that are to be closed end with them. */
const ended = fragment(`ended as (
    update tunnel_openings set ended_at = now(), "end" = 'closed'
    where server_id in (select server_id from theirs) and ended_at is null)`);

/** Deletes the token, and detaches the tunnel from its relay. False when the project has no such tunnel. */
export async function closeTunnel(db: Db, projectId: string, serverId: string): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    with theirs as (select server_id from tunnels where project_id = ${projectId} and server_id = ${serverId} for no key update), ${ended}
    update tunnels set ${closed} where project_id = ${projectId} and server_id in (select server_id from theirs)`);
  return rowCount === 1;
}

/** Closes every tunnel of these projects whose present token the user created. */
export async function closeTunnelsOf(db: Db, userId: string, projectIds: string[]): Promise<void> {
  await db.query(sql`
    with theirs as (select server_id from tunnels where created_by = ${userId} and project_id = any(${projectIds}) order by server_id for no key update), ${ended}
    update tunnels set ${closed} where server_id in (select server_id from theirs)`);
}

/** Closes the tunnels with these tokens. */
export async function closeTunnelsWith(db: Db, tokenHashes: Buffer[]): Promise<void> {
  // Tenant: the hashes of tokens name the tunnels.
  await db.query(sql`
    with theirs as (select server_id from tunnels where token_hash = any(${tokenHashes}) order by server_id for no key update), ${ended}
    update tunnels set ${closed} where server_id in (select server_id from theirs)`);
}

/** The creator of a token, if the token opens a tunnel. */
export async function findMaker(db: Db, tokenHash: Uint8Array): Promise<TunnelMaker | undefined> {
  return (
    await rows<TunnelMaker>(
      db,
      sql`select ${maker} from tunnels where token_hash = ${tokenHash} and token_expires_at > now()`,
    )
  )[0];
}

/**
 * The creators of attached tunnels whose check is due. Marks them as checked, so that no other replica checks them at
 * the same time.
 */
export async function claimMakers(db: Db, attachmentIds: string[]): Promise<(TunnelMaker & { tokenHash: Buffer })[]> {
  // Tenant: only gateways know the id of an attachment.
  return rows(
    db,
    sql`
    with due as (
      select server_id from tunnels where attachment_id = any(${attachmentIds}) and checked_at < now() - ${TRUSTED_S} * interval '1 second' order by server_id for no key update)
    update tunnels set checked_at = now() where server_id in (select server_id from due) returning ${maker}, token_hash`,
  );
}

/** Attaches the tunnel of a token to a relay; a connection that had it is replaced. */
export async function attachTunnel(
  db: Db,
  tokenHash: Uint8Array,
  attachmentId: string,
  relayUrl: string,
): Promise<Omit<AttachedTunnel, 'attachmentId'> | undefined> {
  // Tenant: the hash of its token proves the right to the tunnel.
  const [attached] = await rows<Omit<AttachedTunnel, 'attachmentId'>>(
    db,
    sql`
    with before as (
      select server_id, attachment_id, beaten_at > now() - ${SILENT_S} * interval '1 second' as is_live from tunnels
      where token_hash = ${tokenHash} and token_expires_at > now() for no key update),
    replaced as (
      update tunnel_openings set ended_at = now(), "end" = case when before.is_live then 'replaced' else 'lost' end
      from before where tunnel_openings.attachment_id = before.attachment_id and ended_at is null),
    attached as (
      update tunnels set attachment_id = ${attachmentId}, relay_url = ${relayUrl}, beaten_at = now(), checked_at = now()
      where server_id in (select server_id from before)
      returning server_id, project_id, organization_id, slug, created_by),
    opened as (
      insert into tunnel_openings (attachment_id, server_id, project_id, user_id)
      select ${attachmentId}, server_id, project_id, created_by from attached),
    forgotten as (
      delete from tunnel_openings where attachment_id in (
        select attachment_id from tunnel_openings where server_id in (select server_id from before) order by opened_at desc offset ${KEPT_OPENINGS - 1}))
    select server_id, project_id, coalesce(organization_id, project_id) as "organizationId", slug from attached`,
  );
  return attached;
}

/** Extends the attachments that still exist, notes the requests that each has carried, and returns their ids. */
export async function beatTunnels(db: Db, attachmentIds: string[], requests: number[]): Promise<string[]> {
  // Tenant: only gateways know the id of an attachment.
  await db.query(sql`
    update tunnel_openings set requests = told.requests
    from unnest(${attachmentIds}::text[], ${requests}::integer[]) told(attachment_id, requests)
    where tunnel_openings.attachment_id = told.attachment_id and tunnel_openings.requests < told.requests`);
  // Tenant: only gateways know the id of an attachment.
  const held = await rows<{ attachmentId: string }>(
    db,
    sql`
    with live as (select server_id from tunnels where attachment_id = any(${attachmentIds}) order by server_id for no key update)
    update tunnels set beaten_at = now() where server_id in (select server_id from live) returning attachment_id`,
  );
  return held.map(({ attachmentId }) => attachmentId);
}

export async function detachTunnel(db: Db, attachmentId: string, requests: number): Promise<void> {
  // Tenant: only gateways know the id of an attachment.
  await db.query(sql`
    update tunnel_openings set requests = greatest(requests, ${requests}) where attachment_id = ${attachmentId}`);
  // Tenant: only gateways know the id of an attachment.
  await db.query(sql`
    with ended as (
      update tunnel_openings set ended_at = now(), "end" = 'disconnected' where attachment_id = ${attachmentId} and ended_at is null)
    update tunnels set attachment_id = null, relay_url = null, beaten_at = null where attachment_id = ${attachmentId}`);
}

/** The relay that a tunnel is attached to. */
export async function findRelay(
  db: Db,
  slug: string,
): Promise<{ serverId: string; relayUrl: string; attachmentId: string } | undefined> {
  const [row] = await rows<{ serverId: string; relayUrl: string; attachmentId: string }>(
    db,
    sql`
    select server_id, relay_url, attachment_id from tunnels
    where slug = ${slug} and attachment_id is not null and beaten_at > now() - ${SILENT_S} * interval '1 second'`,
  );
  return row;
}
