import { hash } from 'node:crypto';
import { canonicalJson } from '@assay/contract/canonical';
import { conflict, reasons } from '@assay/contract/problem';
import { repeat, type BackgroundTask } from '../concurrency/background-task.ts';
import { fragment, rows, sql, type Db, type Pool, type Tx } from '../postgres/db.ts';
import { inFlight } from './in-flight.ts';
import type { Logger } from '../log.ts';

/** A request that its sender may repeat: under which key, whose resource it is about, and what it says. */
export interface RepeatableRequest {
  key: string | undefined;
  target: object;
  body: object;
}

/** Under which key a request may be repeated, and what tells it from another one. */
export interface Idempotency {
  key: string;
  requestHash: string;
}

/** The reply of a request, and whether an earlier one was answered it first. */
export interface FirstReply<T> {
  reply: T;
  replayed: boolean;
}

const MAX_KEY_CHARS = 256;
/** How long a key is remembered. */
export const KEPT_REPLIES = fragment(`interval '24 hours'`);

/** The first of the keys that is one: what is blank or over 256 characters counts as none. */
const usableKey = (...keys: (string | undefined)[]): string | undefined =>
  keys.find((key) => key?.trim() && key.length <= MAX_KEY_CHARS);

/** The first usable key as it is stored beside its result. Two people never share a key. */
export function ownKey(...keys: (string | undefined)[]): string | undefined {
  const key = usableKey(...keys);
  const userId = inFlight()?.caller?.userId;
  return key !== undefined && userId ? `${userId} ${key}` : key;
}

/** Tells a request from another one under the same key; the order of the keys of an object does not count. */
export const requestHash = (request: unknown): string => hash('sha256', canonicalJson(request), 'base64url');

/** The body of a request, where it is known. */
interface Asked {
  requestHash?: string | null | undefined;
}

/** @throws CONFLICT, naming what was `made`, when the earlier request of a key was another one. */
export function assertSameRequest(
  { requestHash: first }: Asked,
  { requestHash: now }: Asked,
  made: Record<string, string> = {},
): void {
  if (first != null && first !== now)
    throw conflict('The idempotency key was used for another request.', {
      reason: reasons.IDEMPOTENCY_CONFLICT,
      ...made,
    });
}

/**
 * Makes what a request asks for, or answers what the first request of this key was answered. Call it first in the
 * transaction that makes it: a simultaneous request of the key waits for the end of that one, and a transaction that is
 * rolled back, or dies, leaves the key unused. Without a key every request is a new one.
 *
 * @param make its reply is kept for a day, so there is no secret in it. It throws what is to be refused.
 * @throws CONFLICT when the first request asked for something else.
 */
export async function onceWithKey<T extends object>(
  tx: Tx,
  request: RepeatableRequest,
  make: () => Promise<T>,
): Promise<FirstReply<T>> {
  const claim = claimOf(request);
  if (!claim) return { reply: await make(), replayed: false };
  const { organizationId, userId, projectId, rpc, key, requestHash: asked } = claim;
  const fingerprint = Buffer.from(asked, 'base64url');
  // A request that does not get the row locks it too, so that it can read it.
  const { rowCount } = await tx.query(sql`
    insert into idempotency_keys as known (organization_id, user_id, project_id, rpc, key, fingerprint)
    values (${organizationId}, ${userId}, ${projectId}, ${rpc}, ${key}, ${fingerprint})
    on conflict (organization_id, user_id, project_id, rpc, key)
      do update set fingerprint = excluded.fingerprint, reply = null, created_at = excluded.created_at
      where known.created_at <= now() - ${KEPT_REPLIES}`);
  if (!rowCount) return { reply: (await findFirstReply<T>(tx, request))!, replayed: true };
  const reply = await make();
  await tx.query(sql`
    update idempotency_keys set reply = ${JSON.stringify(reply)}
    where organization_id = ${organizationId} and user_id = ${userId} and project_id = ${projectId} and rpc = ${rpc} and key = ${key}`);
  return { reply, replayed: false };
}

/**
 * The answer to the first request with this key, for code that needs it before a transaction begins.
 * @throws CONFLICT when that request asked for something else.
 */
export async function findFirstReply<T extends object>(db: Db, request: RepeatableRequest): Promise<T | undefined> {
  const claim = claimOf(request);
  if (!claim) return undefined;
  const { organizationId, userId, projectId, rpc, key } = claim;
  const [first] = await rows<{ fingerprint: Buffer; reply: T }>(
    db,
    sql`
    select fingerprint, reply from idempotency_keys
    where organization_id = ${organizationId} and user_id = ${userId} and project_id = ${projectId} and rpc = ${rpc} and key = ${key}
      and created_at > now() - ${KEPT_REPLIES}`,
  );
  if (first) assertSameRequest({ requestHash: first.fingerprint.toString('base64url') }, claim);
  return first?.reply;
}

/**
 * The row of a request; undefined when it has no key. A key belongs to one user, and is valid for one RPC in one
 * project.
 */
function claimOf({ key: given, target, body }: RepeatableRequest) {
  const key = usableKey(given);
  if (key === undefined) return undefined;
  const { caller, method: rpc } = inFlight()!;
  const { organizationId = '', userId = '', projectId = '' } = caller!;
  return {
    organizationId,
    userId,
    projectId,
    rpc,
    key,
    requestHash: requestHash([key, target, body]),
  };
}

const HOUR_MS = 3_600_000;

/** Forgets keys that are a day old, now and every hour. */
export const startIdempotencyRetention = (pool: Pool, log: Logger): BackgroundTask =>
  repeat('retention of idempotency keys', HOUR_MS, log, () => deleteOldIdempotencyKeys(pool));

export async function deleteOldIdempotencyKeys(db: Db): Promise<void> {
  await db.query(sql`delete from idempotency_keys where created_at <= now() - ${KEPT_REPLIES}`);
}
