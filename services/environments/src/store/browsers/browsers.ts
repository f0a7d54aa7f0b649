import type { BrowserTab } from '@assay/contract/areas/browsers/browser-work';
import type { EffectivePolicy } from '@assay/contract/areas/browsers/policy';
import { fragment, prepared, rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import { listDistinctIds } from '@assay/kit/postgres/distinct-ids';
import type { StoredBrowser } from '../../domain/browsers/stored-browser.ts';
import type { OwnConversation } from '../../domain/chat-sessions/chat-session.ts';

const columns = fragment(
  `session_id, organization_id, project_id, owner_id,
   request_hash, policy, present_policy, profile_id, status, live_id,
   runner_id, runner_labels, tabs, end_reason, busy_with,
   unknown_command, command_count, last_seq, opened_at, last_used_at`,
);

/** A browser that a first request grants. */
export interface NewBrowser {
  policy: EffectivePolicy;
  presentPolicy: EffectivePolicy;
  profileId: string | undefined;
  /** Of a request that makes the session with the browser. */
  request?: { idempotencyKey: string; requestHash: string } | undefined;
}

/** Writes a closed browser, and locks it; undefined when the session has one, or the owner has used the key before. */
export async function insertBrowser(
  tx: Tx,
  { sessionId, caller }: OwnConversation,
  { policy, presentPolicy, profileId, request }: NewBrowser,
): Promise<StoredBrowser | undefined> {
  const [row] = await rows<StoredBrowser>(
    tx,
    sql`
    insert into browsers (session_id, organization_id, project_id, owner_id, idempotency_key, request_hash, policy, present_policy, profile_id, status)
    values (${sessionId}, ${caller.organizationId}, ${caller.projectId}, ${caller.id}, ${request?.idempotencyKey}, ${request?.requestHash},
            ${JSON.stringify(policy)}, ${JSON.stringify(presentPolicy)}, ${profileId}, 'closed')
    on conflict do nothing returning ${columns}`,
  );
  return row;
}

export async function findBrowser(db: Db, sessionId: string): Promise<StoredBrowser | undefined> {
  const [row] = await rows<StoredBrowser>(
    db,
    prepared`select ${columns} from browsers where session_id = ${sessionId}`,
  );
  return row;
}

/** The browser that an earlier request of the owner with this key made. */
export async function findBrowserByKey(db: Db, ownerId: string, key: string): Promise<StoredBrowser | undefined> {
  const [row] = await rows<StoredBrowser>(
    db,
    sql`select ${columns} from browsers where owner_id = ${ownerId} and idempotency_key = ${key}`,
  );
  return row;
}

/** Locks a browser, whose entries are written in its order; undefined when it is gone. */
export async function lockBrowser(tx: Tx, sessionId: string): Promise<StoredBrowser | undefined> {
  const [row] = await rows<StoredBrowser>(
    tx,
    sql`select ${columns} from browsers where session_id = ${sessionId} for no key update`,
  );
  return row;
}

/** Locks the browsers that these work items hold open, in the order of their sessions. */
export const lockLiveBrowsers = (tx: Tx, liveIds: string[]): Promise<StoredBrowser[]> =>
  rows<StoredBrowser>(
    tx,
    sql`select ${columns} from browsers where live_id = any(${liveIds}) order by session_id for no key update`,
  );

/** Locks the browsers of commands, by the work items of these, in the order of their sessions. */
export const lockBrowsersOf = (tx: Tx, workIds: string[]): Promise<StoredBrowser[]> =>
  rows<StoredBrowser>(
    tx,
    sql`
    select ${columns} from browsers where session_id in (select session_id from browser_entries where work_id = any(${workIds}))
    order by session_id for no key update`,
  );

/** The columns of a locked browser that its life changes. */
export type BrowserProgress = Partial<
  Pick<
    StoredBrowser,
    | 'presentPolicy'
    | 'status'
    | 'liveId'
    | 'runnerId'
    | 'runnerLabels'
    | 'tabs'
    | 'endReason'
    | 'busyWith'
    | 'unknownCommand'
    | 'commandCount'
    | 'openedAt'
  >
> & { isUsed?: boolean };

/** Answers the browser as it is then. */
export async function advanceBrowser(
  tx: Tx,
  browser: StoredBrowser,
  { isUsed = false, ...progress }: BrowserProgress,
): Promise<StoredBrowser> {
  const next = { ...browser, ...progress };
  // Tenant: the transaction has locked the browser of a session that its caller sees.
  const [row] = await rows<StoredBrowser>(
    tx,
    sql`
    update browsers set present_policy = ${JSON.stringify(next.presentPolicy)}, status = ${next.status}, live_id = ${next.liveId}, runner_id = ${next.runnerId},
      runner_labels = ${next.runnerLabels}, tabs = ${JSON.stringify(next.tabs satisfies BrowserTab[])}, end_reason = ${next.endReason}, busy_with = ${next.busyWith},
      unknown_command = ${next.unknownCommand}, command_count = ${next.commandCount}, opened_at = ${next.openedAt},
      last_used_at = case when ${isUsed} then now() else last_used_at end
    where session_id = ${browser.sessionId} returning ${columns}`,
  );
  return row!;
}

/** Counts the events that were heard from a lease of a locked browser; answers how many were heard before. */
export async function countHeard(tx: Tx, sessionId: string, fence: string, heard: number): Promise<number> {
  // Tenant: the transaction has locked the browser of a session that its caller sees.
  const [row] = await rows<{ before: number }>(
    tx,
    sql`
    with former as (select session_id, case when heard_fence = ${fence} then heard else 0 end as before from browsers where session_id = ${sessionId})
    update browsers set heard_fence = ${fence}, heard = greatest(former.before, ${heard}::int)
    from former where browsers.session_id = former.session_id returning former.before`,
  );
  return row?.before ?? heard;
}

/** The runner that holds a work item. */
export async function findRunnerOf(db: Db, workId: string): Promise<string | undefined> {
  const [row] = await rows<{ runnerId: string | null }>(db, sql`select runner_id from work where id = ${workId}`);
  return row?.runnerId ?? undefined;
}

/** Takes a browser off the queue unless a runner has it; answers whether it was taken off. */
export async function withdrawLive(tx: Tx, liveId: string): Promise<boolean> {
  // Tenant: the transaction has locked the browser of the work item.
  const { rowCount } = await tx.query(sql`delete from work where id = ${liveId} and lease_until is null`);
  return rowCount === 1;
}

/** Deletes a closed browser of which nothing was ever open, so that its key and its grant are free again. */
export async function deleteUnopened(tx: Tx, sessionId: string): Promise<void> {
  // Tenant: the transaction has locked the browser of a session that its caller sees.
  await tx.query(sql`delete from browsers where session_id = ${sessionId} and status = 'closed' and last_seq = 0`);
}

/** Deletes the browsers of sessions with everything of them; their runners hear so at the next beat. */
export async function deleteBrowsers(tx: Tx, sessionIds: string[]): Promise<void> {
  await tx.query(sql`select from browsers where session_id = any(${sessionIds}) order by session_id for update`);
  // Tenant: the sessions are locked by the transaction that deletes them.
  await tx.query(sql`
    delete from work where id in (
      select live_id from browsers where session_id = any(${sessionIds})
      union all select work_id from browser_entries where session_id = any(${sessionIds}) and status = 'running')`);
  await tx.query(sql`delete from browsers where session_id = any(${sessionIds})`);
}

/** The sessions of browsers of an owner in an organization, and whether each is a chat session. */
export const listBrowsersOf = (
  db: Db,
  ownerId: string,
  organizationId: string,
): Promise<{ sessionId: string; isChat: boolean }[]> =>
  rows<{ sessionId: string; isChat: boolean }>(
    db,
    sql`
    select session_id, exists (select from chat_sessions c where c.id = session_id) as "isChat"
    from browsers where owner_id = ${ownerId} and organization_id = ${organizationId} order by session_id`,
  );

/** The session of an open browser with a profile. */
export async function findUserOfProfile(
  db: Db,
  { projectId, ownerId, id }: { projectId: string; ownerId: string; id: string },
): Promise<string | undefined> {
  const [row] = await rows<{ sessionId: string }>(
    db,
    sql`
    select session_id from browsers
    where project_id = ${projectId} and owner_id = ${ownerId} and profile_id = ${id} and status <> 'closed' limit 1`,
  );
  return row?.sessionId;
}

/** When a browser is due, in milliseconds after its own limits, and after the beginning of its opening. */
export interface BrowserLimits {
  graceMs: number;
  openingMs: number;
}

/** A browser that has to be ended, with the reason. */
export interface DueBrowser {
  sessionId: string;
  why: 'idle' | 'lifetime' | 'BROWSER_CAPACITY' | 'RUNNER_LOST';
}

/**
 * Browsers that are open for longer than they may be, that were not opened in time, or whose work item is gone. The runner
 * enforces the same limits, and is given `graceMs` for it. Of all, or only of one session.
 */
export const listDueBrowsers = (
  db: Db,
  { graceMs, openingMs }: BrowserLimits,
  sessionId?: string,
): Promise<DueBrowser[]> =>
  rows<DueBrowser>(
    db,
    sql`
    with live as (
      select session_id, status, opened_at, last_used_at, busy_with, present_policy, live_id,
             exists (select from work where work.id = live_id) as is_held
      from browsers where status <> 'closed' and (${sessionId}::text is null or session_id = ${sessionId})),
    due as (
      select session_id, case
        when not is_held then 'RUNNER_LOST'
        when status = 'opening' and last_used_at < now() - ${openingMs} * interval '1 ms' then 'BROWSER_CAPACITY'
        when status = 'open' and opened_at < now() - ((present_policy ->> 'lifetimeMs')::int + ${graceMs}::int) * interval '1 ms' then 'lifetime'
        when status = 'open' and busy_with is null
          and last_used_at < now() - ((present_policy ->> 'idleTimeoutMs')::int + ${graceMs}::int) * interval '1 ms' then 'idle'
      end as why from live)
    select session_id, why from due where why is not null order by session_id limit 100`,
  );

/** Sessions that were made with a browser, never became chat sessions, and were not used for `days`; locks them. */
export const lockIdleBrowsers = async (
  tx: Tx,
  organizationId: string,
  days: number,
  limit: number,
): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      tx,
      sql`
      select session_id as id from browsers
      where organization_id = ${organizationId} and last_used_at < now() - make_interval(days => ${days}) and status = 'closed'
        and not exists (select from chat_sessions c where c.id = session_id)
      order by session_id limit ${limit} for update skip locked`,
    )
  ).map(({ id }) => id);

/** Some organizations that have browsers, in the order of their ids. */
export const listBrowserOrganizations = (db: Db, after: string, limit: number): Promise<string[]> =>
  listDistinctIds(db, { table: 'browsers', column: 'organization_id' }, after, limit);
