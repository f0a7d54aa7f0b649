import type { ChatTurn } from '@assay/contract/areas/chat-sessions/turn';
import { fragment, prepared, rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import type { StoredSession } from '../../domain/chat-sessions/chat-session.ts';
import type { NewTurn, Turn, TurnSettings, TurnStatus } from '../../domain/turns/turn.ts';

interface TurnRow {
  id: string;
  sessionId: string;
  promptIndex: number;
  requestHash: string;
  status: TurnStatus;
  request: TurnSettings;
  reply: ChatTurn | null;
  error: Turn['error'];
  firstMessage: number;
  inputTokens: string;
  outputTokens: string;
  costMicros: string | null;
  isCancelled: boolean;
  createdAt: Date;
  begunAt: Date | null;
  endedAt: Date | null;
}

const columns = fragment(
  'id, session_id, prompt_index, request_hash, status, request, reply, error, first_message, input_tokens, output_tokens, cost_micros, is_cancelled, created_at, begun_at, ended_at',
);

const toTurn = (row: TurnRow): Turn => ({
  id: row.id,
  sessionId: row.sessionId,
  promptIndex: row.promptIndex,
  requestHash: row.requestHash,
  status: row.status,
  settings: row.request,
  reply: row.reply,
  error: row.error,
  firstMessage: row.firstMessage,
  inputTokens: Number(row.inputTokens),
  outputTokens: Number(row.outputTokens),
  costMicros: row.costMicros === null ? null : Number(row.costMicros),
  isCancelled: row.isCancelled,
  createdAt: row.createdAt,
  begunAt: row.begunAt,
  endedAt: row.endedAt,
});

/** Undefined when the caller has used the key before. */
export async function insertTurn(
  tx: Tx,
  { id: sessionId, turnCount, messageCount }: StoredSession,
  { id, callerId, idempotencyKey, requestHash, settings }: NewTurn & { id: string; callerId: string },
): Promise<Turn | undefined> {
  const [row] = await rows<TurnRow>(
    tx,
    sql`
    insert into turns (id, session_id, prompt_index, caller_id, idempotency_key, request_hash, status, request, first_message)
    values (${id}, ${sessionId}, ${turnCount}, ${callerId}, ${idempotencyKey}, ${requestHash}, 'queued', ${JSON.stringify(settings)}, ${messageCount})
    on conflict (caller_id, idempotency_key) do nothing returning ${columns}`,
  );
  return row && toTurn(row);
}

export async function findTurn(db: Db, id: string): Promise<Turn | undefined> {
  const [row] = await rows<TurnRow>(db, prepared`select ${columns} from turns where id = ${id}`);
  return row && toTurn(row);
}

/** The turn that an earlier request of the caller with this key made. */
export async function findTurnByKey(db: Db, callerId: string, key: string): Promise<Turn | undefined> {
  const [row] = await rows<TurnRow>(
    db,
    sql`select ${columns} from turns where caller_id = ${callerId} and idempotency_key = ${key}`,
  );
  return row && toTurn(row);
}

/** The turns of sessions that are locked. */
export async function listTurns(tx: Tx, ids: string[]): Promise<Turn[]> {
  return (await rows<TurnRow>(tx, sql`select ${columns} from turns where id = any(${ids}) order by id`)).map(toTurn);
}

/**
 * Marks turns as begun by the runners that have these leases; answers the begun turns. The parts of the trace of a turn that
 * goes on after an approval stay part of it, before the parts to come.
 */
export async function markBegun(db: Db, leases: { id: string; fence: string }[]): Promise<Turn[]> {
  const begun = await rows<TurnRow>(
    db,
    sql`
    with leased as (
      select t.id, t.fence as former, l.fence::uuid as fence from turns t
      join unnest(${leases.map(({ id }) => id)}::text[], ${leases.map(({ fence }) => fence)}::text[]) as l(id, fence) on l.id = t.id
      where t.status = 'queued' order by t.id for no key update of t),
    begun as (
      update turns set status = 'running', fence = leased.fence, begun_at = coalesce(begun_at, now())
      from leased where turns.id = leased.id and turns.status = 'queued' returning turns.*),
    kept as (
      update trace_parts p set fence = leased.fence, part = p.part - 1 - (select max(part) from trace_parts l where l.owner_id = p.owner_id)
      from leased where p.owner_id = leased.id)
    select ${columns} from begun order by id`,
  );
  return begun.map(toTurn);
}

/** Notes that a turn was cancelled: any end that is reported later counts as the cancellation. */
export async function markCancelled(tx: Tx, id: string): Promise<void> {
  await tx.query(sql`update turns set is_cancelled = true where id = ${id}`);
}

/** Makes turns that runners gave back before they began wait again. */
export async function markWaiting(tx: Tx, ids: string[]): Promise<void> {
  await tx.query(sql`update turns set status = 'queued' where id = any(${ids}) and status = 'running'`);
}

/** Makes a turn that waited for approvals ready for a runner: `firstEvent` is the number of its next event. */
export async function resumeTurn(
  tx: Tx,
  { id, settings }: Pick<Turn, 'id' | 'settings'>,
  firstEvent: number,
): Promise<void> {
  await tx.query(sql`
    update turns set status = 'queued', request = ${JSON.stringify(settings)}, first_event = ${firstEvent} where id = ${id}`);
}

/** The columns that the end of a turn, or its wait for approvals, changes. */
export interface TurnOutcome extends Pick<Turn, 'id' | 'inputTokens' | 'outputTokens' | 'costMicros' | 'error'> {
  reply: ChatTurn;
  /** No model and no server was asked for it: its key may be used again. */
  isReleased: boolean;
}

export async function settleTurnRow(tx: Tx, outcome: TurnOutcome): Promise<void> {
  const { id, reply, error, inputTokens, outputTokens, costMicros, isReleased } = outcome;
  await tx.query(sql`
    update turns set status = ${reply.status}, reply = ${JSON.stringify(reply)}, error = ${error && JSON.stringify(error)},
      input_tokens = ${inputTokens}, output_tokens = ${outputTokens}, cost_micros = ${costMicros},
      ended_at = case when ${reply.status} = 'waiting' then null else now() end,
      idempotency_key = case when ${isReleased} then null else idempotency_key end
    where id = ${id}`);
}

/**
 * Turns that no runner will end: one has begun it and is silent, or none has taken it for `queueMs`. They are not handed
 * out again, because their calls may have had effects.
 */
export async function listLostTurns(db: Db, queueMs: number): Promise<{ id: string; isBegun: boolean }[]> {
  return rows<{ id: string; isBegun: boolean }>(
    db,
    sql`
    select t.id, t.status = 'running' as "isBegun" from turns t join work w on w.id = t.id
    where (w.lease_until is null or w.lease_until < now())
      and (t.status = 'running' or (t.status = 'queued' and w.created_at < now() - ${queueMs} * interval '1 ms'))
    order by t.id limit 100`,
  );
}

/**
 * Takes a turn off the queue unless a runner works on it; the lease with `fence` does not count. Answers whether it was
 * taken off.
 */
export async function withdrawTurn(tx: Tx, id: string, fence = ''): Promise<boolean> {
  // Tenant: the transaction has locked the session of the turn.
  const { rowCount } = await tx.query(
    sql`delete from work where id = ${id} and (lease_until is null or lease_until < now() or fence::text = ${fence})`,
  );
  return rowCount === 1;
}

/** The turns of a session behind a place in it, in their order. */
export const listTurnsAfter = async (db: Db, sessionId: string, promptIndex: number, limit: number): Promise<Turn[]> =>
  (
    await rows<TurnRow>(
      db,
      sql`
      select ${columns} from turns where session_id = ${sessionId} and prompt_index > ${promptIndex}
      order by prompt_index limit ${limit}`,
    )
  ).map(toTurn);

/** The last turns of a session, in their order. */
export const listLatestTurns = async (db: Db, sessionId: string, limit: number): Promise<Turn[]> =>
  (
    await rows<TurnRow>(
      db,
      sql`select ${columns} from turns where session_id = ${sessionId} order by prompt_index desc limit ${limit}`,
    )
  )
    .map(toTurn)
    .toReversed();
