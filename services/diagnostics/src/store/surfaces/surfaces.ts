import { gunzipSync } from 'node:zlib';
import type { ChangeCounts, Surface } from '@assay/contract/areas/surfaces/documents';
import { compress } from '@assay/kit/compress';
import { fragment, rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import { newId } from '@assay/kit/id';
import { isPurged } from '@assay/kit/postgres/purge';
import type { ServerAddress } from '../../domain/servers/server-address.ts';

/** A period in which a server offered the same surface. */
export interface SurfacePeriod {
  id: string;
  place: string;
  hash: string;
  firstSeenAt: Date;
  lastSeenAt: Date;
  timesSeen: number;
  changes: ChangeCounts | null;
}

const columns = fragment(`p.id, p.place, p.hash, p.first_seen_at, p.last_seen_at, p.times_seen,
  case when p.breaking is not null then json_build_object('breaking', p.breaking, 'additive', p.additive, 'cosmetic', p.cosmetic) end as changes`);

const surfaceIn = (body: Buffer): Surface => JSON.parse(gunzipSync(body).toString()) as Surface;

/** Extends the latest period when the surface is the same, at most once a minute. False when it differs. */
export async function touchSurface(db: Db, serverId: string, hash: string): Promise<boolean> {
  // Tenant: the surface was read from the saved server that it is stored for.
  const [latest] = await rows<{ same: boolean }>(
    db,
    sql`
    with latest as (select id, hash from surface_periods where server_id = ${serverId} order by place desc limit 1),
         touched as (update surface_periods p set last_seen_at = clock_timestamp(), times_seen = p.times_seen + 1 from latest
                     where p.id = latest.id and latest.hash = ${hash} and p.last_seen_at < clock_timestamp() - interval '1 minute')
    select hash = ${hash} as same from latest`,
  );
  return latest?.same ?? false;
}

/** Locks the surfaces of a server, and holds off the deletion of its project, until the transaction ends. */
export async function lockSurfaces(tx: Tx, { projectId, serverId }: ServerAddress): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock_shared(hashtext('surfaces'), hashtext(${projectId}))`);
  await tx.query(sql`select pg_advisory_xact_lock(hashtext('surfaces'), hashtext(${serverId}))`);
}

/** Waits for transactions that write surfaces of a deleted project. Later ones see the tombstone of the project. */
export async function awaitSurfaces(tx: Tx, projectId: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext('surfaces'), hashtext(${projectId}))`);
}

/** Marks a server as deleted, so that readings in progress are not stored. The mark is kept for an hour. */
export async function closeSurfaces(tx: Tx, id: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext('surfaces'), hashtext(${id}))`);
  await tx.query(
    sql`with old as (delete from surfaces_gone where gone_at < clock_timestamp() - interval '1 hour') insert into surfaces_gone (id) values (${id}) on conflict do nothing`,
  );
}

/** Whether the server or its project was deleted during the reading. */
export async function isGone(tx: Tx, { projectId, serverId }: ServerAddress): Promise<boolean> {
  return (
    (await isPurged(tx, projectId)) ||
    (await rows(tx, sql`select from surfaces_gone where id = ${serverId}`)).length > 0
  );
}

/**
 * The latest stored surface of the server, and whether it was seen after the start of the given reading; undefined when
 * there is none.
 */
export async function findLatestSurface(
  db: Db,
  serverId: string,
  beganMsAgo: number,
): Promise<{ hash: string; surface: Surface; isNewer: boolean } | undefined> {
  const [latest] = await rows<{ hash: string; body: Buffer; isNewer: boolean }>(
    db,
    sql`
    select p.hash, b.body, p.first_seen_at > clock_timestamp() - ${beganMsAgo}::double precision * interval '1 millisecond' as "isNewer"
    from surface_periods p join surface_bodies b using (server_id, hash) where p.server_id = ${serverId} order by p.place desc limit 1`,
  );
  return latest && { hash: latest.hash, surface: surfaceIn(latest.body), isNewer: latest.isNewer };
}

/** Inserts a period and returns its id. */
export async function insertSurface(
  tx: Tx,
  { projectId, serverId }: ServerAddress,
  { hash, text, tools, changes }: { hash: string; text: string; tools: string[]; changes: ChangeCounts | undefined },
): Promise<string> {
  const id = newId('surface');
  await tx.query(sql`
    insert into surface_bodies (server_id, hash, project_id, body, tools)
    values (${serverId}, ${hash}, ${projectId}, ${await compress(text)}, ${tools}::text[])
    on conflict (server_id, hash) do nothing`);
  await tx.query(sql`
    insert into surface_periods (id, project_id, server_id, hash, breaking, additive, cosmetic)
    values (${id}, ${projectId}, ${serverId}, ${hash}, ${changes?.breaking ?? null}, ${changes?.additive ?? null}, ${changes?.cosmetic ?? null})`);
  return id;
}

/**
 * Deletes the oldest periods of a server beyond the limits of number and bytes, and the contents that no other period
 * has.
 */
export async function dropOldSurfaces(
  tx: Tx,
  serverId: string,
  keep: { periods: number; bytes: number },
): Promise<void> {
  // Tenant: the surface was read from the saved server that it is stored for.
  const { rowCount } = await tx.query(sql`
    with ranked as (
      select p.id, row_number() over newest as nth, sum(octet_length(b.body)) over newest as bytes
      from surface_periods p join surface_bodies b using (server_id, hash) where p.server_id = ${serverId} window newest as (order by p.place desc))
    delete from surface_periods using ranked
    where surface_periods.id = ranked.id and (ranked.nth > ${keep.periods} or (ranked.bytes > ${keep.bytes} and ranked.nth > 1))`);
  if (rowCount)
    await tx.query(
      sql`delete from surface_bodies b where server_id = ${serverId} and not exists (select from surface_periods p where p.server_id = b.server_id and p.hash = b.hash)`,
    );
}

/** Newest first, after the cursor. */
export const listSurfaces = (
  db: Db,
  { projectId, serverId }: ServerAddress,
  after: string | undefined,
  limit: number,
): Promise<SurfacePeriod[]> =>
  rows<SurfacePeriod>(
    db,
    sql`
    select ${columns} from surface_periods p
    where p.server_id = ${serverId} and p.project_id = ${projectId} and (${after ?? null}::bigint is null or p.place < ${after ?? null}::bigint)
    order by p.place desc limit ${limit}`,
  );

/** A period with its surface, and with the surface of the period before if that is kept. */
export async function findSurface(
  db: Db,
  { projectId, serverId }: ServerAddress,
  surfaceId: string,
): Promise<{ period: SurfacePeriod; surface: Surface; previous: Surface | undefined } | undefined> {
  const [found] = await rows<SurfacePeriod & { body: Buffer; previous: Buffer | null }>(
    db,
    sql`
    select ${columns}, b.body, (
      select before.body from surface_periods q join surface_bodies before using (server_id, hash)
      where q.server_id = p.server_id and q.place < p.place order by q.place desc limit 1) as previous
    from surface_periods p join surface_bodies b using (server_id, hash)
    where p.server_id = ${serverId} and p.project_id = ${projectId} and p.id = ${surfaceId}`,
  );
  if (!found) return undefined;
  const { body, previous, ...period } = found;
  return { period, surface: surfaceIn(body), previous: previous ? surfaceIn(previous) : undefined };
}
