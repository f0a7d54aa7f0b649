import type { CommandObservation, CommandTask } from '@assay/contract/areas/browsers/browser-work';
import { keptJson } from '@assay/kit/json/kept-json';
import { fragment, prepared, rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import { maskedJson } from '@assay/transcripts/mask';
import type { CommandEntry, EntryBody, StoredEntry } from '../../domain/browsers/browser-entry.ts';

const columns = fragment('seq, kind, command_id, request_hash, status, body, created_at');

/** A document as it may be stored. */
const storedJson = (document: unknown, secrets: readonly string[] = []): string =>
  keptJson(JSON.parse(maskedJson(document, secrets)));

/** An entry to append. */
export interface NewEntry {
  kind: StoredEntry['kind'];
  body: EntryBody;
  /** Of commands. */
  command?: { commandId: string; requestHash: string; workId: string };
}

/** Appends an entry, masked, to the trace of a locked browser. */
export async function appendEntry(tx: Tx, sessionId: string, { kind, body, command }: NewEntry): Promise<StoredEntry> {
  // Tenant: the transaction has locked the browser of a session that its caller sees.
  const [row] = await rows<StoredEntry>(
    tx,
    sql`
    with next as (update browsers set last_seq = last_seq + 1 where session_id = ${sessionId} returning last_seq)
    insert into browser_entries (session_id, seq, kind, command_id, request_hash, work_id, status, body)
    select ${sessionId}, last_seq, ${kind}, ${command?.commandId}::text, ${command?.requestHash}::text, ${command?.workId}::text,
           case when ${command !== undefined} then 'running' end, ${storedJson(body)}::json
    from next returning ${columns}`,
  );
  return row!;
}

/** The entries of a session behind a place in its trace, in their order. */
export const listEntriesAfter = (db: Db, sessionId: string, afterSeq: number, limit: number): Promise<StoredEntry[]> =>
  rows<StoredEntry>(
    db,
    prepared`
    select ${columns} from browser_entries where session_id = ${sessionId} and seq > ${afterSeq} order by seq limit ${limit}`,
  );

export async function countEntries(db: Db, sessionId: string, kind: StoredEntry['kind']): Promise<number> {
  const [row] = await rows<{ count: number }>(
    db,
    sql`select count(*)::int as count from browser_entries where session_id = ${sessionId} and kind = ${kind}`,
  );
  return row!.count;
}

export async function findCommand(db: Db, sessionId: string, commandId: string): Promise<CommandEntry | undefined> {
  const [row] = await rows<CommandEntry>(
    db,
    sql`select ${columns}, observation from browser_entries where session_id = ${sessionId} and command_id = ${commandId}`,
  );
  return row;
}

/** A command that is under way. */
export interface RunningCommand {
  sessionId: string;
  commandId: string;
  workId: string;
  body: EntryBody;
  /** The task of its work item, while the item is in the queue. */
  task: CommandTask | undefined;
}

const toRunning = ({ task, ...row }: Omit<RunningCommand, 'task'> & { task: Buffer | null }): RunningCommand => ({
  ...row,
  task: task === null ? undefined : (JSON.parse(task.toString()) as CommandTask),
});

const running = fragment('e.session_id, e.command_id, e.work_id, e.body, w.task');

/** The running commands of these work items, of browsers that are locked. */
export const listRunning = async (tx: Tx, workIds: string[]): Promise<RunningCommand[]> =>
  (
    await rows<Omit<RunningCommand, 'task'> & { task: Buffer | null }>(
      tx,
      sql`
      select ${running} from browser_entries e left join work w on w.id = e.work_id
      where e.work_id = any(${workIds}) and e.status = 'running'`,
    )
  ).map(toRunning);

/** The running command of a browser that is locked. */
export async function findRunning(tx: Tx, sessionId: string): Promise<RunningCommand | undefined> {
  const [row] = await rows<Omit<RunningCommand, 'task'> & { task: Buffer | null }>(
    tx,
    sql`
    select ${running} from browser_entries e left join work w on w.id = e.work_id
    where e.session_id = ${sessionId} and e.status = 'running'`,
  );
  return row && toRunning(row);
}

/** Writes the end of a running command, masked. */
export async function settleEntry(
  tx: Tx,
  { sessionId, commandId }: Pick<RunningCommand, 'sessionId' | 'commandId'>,
  end: { status: string; body: EntryBody; observation: CommandObservation | undefined },
  secrets: readonly string[],
): Promise<void> {
  await tx.query(sql`
    update browser_entries set status = ${end.status}, body = ${storedJson(end.body, secrets)}::json,
      observation = ${end.observation === undefined ? null : storedJson(end.observation, secrets)}::json
    where session_id = ${sessionId} and command_id = ${commandId} and status = 'running'`);
}

/** The sessions of commands that run for longer than `ms`: of all, or only one. */
export const listSlowCommands = async (db: Db, ms: number, sessionId?: string): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      db,
      sql`
      select e.session_id as id from browser_entries e join browsers b on b.session_id = e.session_id and b.status <> 'closed'
      where e.status = 'running' and e.created_at < now() - ${ms} * interval '1 ms'
        and (${sessionId}::text is null or e.session_id = ${sessionId}) limit 100`,
    )
  ).map(({ id }) => id);
