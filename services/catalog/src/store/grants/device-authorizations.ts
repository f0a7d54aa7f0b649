import { rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import { LIVES_S, MAX_WAITING, POLL_S, type AskedByApplication, type Grantor } from '../../domain/grants/grant.ts';

/** Inserts the sign-in of a device unless too many wait; answers whether it did. */
export async function insertDeviceAuthorization(
  db: Db,
  { hash, userCodeHash, request }: { hash: Buffer; userCodeHash: Buffer; request: AskedByApplication },
): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    insert into device_authorizations (hash, user_code_hash, request, interval_s, expires_at)
    select ${hash}, ${userCodeHash}, ${request}::jsonb, ${POLL_S}, now() + make_interval(secs => ${LIVES_S.deviceCode})
    where (select count(*) from device_authorizations where expires_at > now()) < ${MAX_WAITING.devices}
    on conflict do nothing`);
  return rowCount === 1;
}

/** The wish of the device of a user code, while a person can still decide about it. */
export async function findDeviceAuthorization(db: Db, userCodeHash: Buffer): Promise<AskedByApplication | undefined> {
  const [row] = await rows<{ request: AskedByApplication }>(
    db,
    sql`
    select request from device_authorizations
    where user_code_hash = ${userCodeHash} and user_id is null and denied_at is null and expires_at > now()`,
  );
  return row?.request;
}

/** Stores a person's decision; false when the code cannot be decided about any more. */
export async function decideDeviceAuthorization(
  db: Db,
  userCodeHash: Buffer,
  decision: (Grantor & Pick<AskedByApplication, 'scopes'>) | 'denied',
): Promise<boolean> {
  const allowed = decision === 'denied' ? undefined : decision;
  // Tenant: the code proves the right to it.
  const { rowCount } = await db.query(sql`
    update device_authorizations set user_id = ${allowed?.userId}, organization_id = ${allowed?.organizationId},
      request = request || coalesce(${allowed && { scopes: allowed.scopes }}::jsonb, '{}'),
      denied_at = case when ${allowed === undefined} then now() end
    where user_code_hash = ${userCodeHash} and user_id is null and denied_at is null and expires_at > now()`);
  return rowCount === 1;
}

/** The state of a device's sign-in as a poll finds it. `grantor` is set once a person has allowed it. */
export interface PolledDevice {
  request: AskedByApplication;
  isExpired: boolean;
  isDenied: boolean;
  isTooSoon: boolean;
  grantor: Grantor | undefined;
}

/** Notes a poll; one that comes more than a second too early makes the interval longer. */
export async function pollDeviceAuthorization(tx: Tx, hash: Buffer): Promise<PolledDevice | undefined> {
  // Tenant: the hash of the device code proves the right to it.
  const [row] = await rows<{
    request: AskedByApplication;
    isExpired: boolean;
    isDenied: boolean;
    isTooSoon: boolean;
    userId: string | null;
    organizationId: string | null;
  }>(
    tx,
    sql`
    with polled as (
      select hash, coalesce(polled_at > now() - make_interval(secs => interval_s - 1), false) as is_too_soon
      from device_authorizations where hash = ${hash} for update)
    update device_authorizations stored set polled_at = now(),
      interval_s = interval_s + case when is_too_soon then ${POLL_S}::int else 0 end
    from polled where stored.hash = polled.hash
    returning request, expires_at <= now() as is_expired, denied_at is not null as is_denied, is_too_soon, user_id, organization_id`,
  );
  if (!row) return undefined;
  const { userId, organizationId, ...state } = row;
  return {
    ...state,
    grantor: userId !== null && organizationId !== null ? { userId, organizationId } : undefined,
  };
}

/** Consumes the sign-in of a device: its code is good for one use. */
export async function deleteDeviceAuthorization(tx: Tx, hash: Buffer): Promise<void> {
  // Tenant: the hash of the device code proves the right to it.
  await tx.query(sql`delete from device_authorizations where hash = ${hash}`);
}

/** Deletes sign-ins of devices that expired an hour ago, so that a late poll is told why; answers their number. */
export async function deleteOldDeviceAuthorizations(db: Db, limit: number): Promise<number> {
  // Tenant: the task goes over the sign-ins of every person.
  const { rowCount } = await db.query(sql`
    delete from device_authorizations where hash in (
      select hash from device_authorizations where expires_at <= now() - interval '1 hour' limit ${limit} for update skip locked)`);
  return rowCount ?? 0;
}
