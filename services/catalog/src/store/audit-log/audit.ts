import { hash } from 'node:crypto';
import type { AuditEntry, ListAuditLog } from '@assay/contract/areas/audit-log/documents';
import { auditEntryHash, type HashedEntry } from '@assay/contract/areas/audit-log/entry-hash';
import { given } from '@assay/contract/given';
import { fragment, prepared, rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import { changedFields } from '../../domain/audit-log/changed-fields.ts';

const sha256 = (text: string) => hash('sha256', text, 'hex');

interface EntryRow {
  id: string;
  position: string;
  at: Date;
  operation: string;
  outcome: AuditEntry['outcome'];
  requestId: string;
  projectId: string | null;
  userId: string | null;
  email: string | null;
  keyId: string | null;
  keyPrefix: string | null;
  sessionId: string | null;
  target: AuditEntry['target'];
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  previousHash: Buffer | null;
  hash: Buffer;
}

export interface NewEntry {
  id: string;
  at: Date;
  organizationId: string;
  operation: string;
  outcome: string;
  requestId: string;
  userId: string | null;
  keyId: string | null;
  sessionId: string | null;
  projectId: string | null;
  target: Record<string, string>;
  /** JSON. */
  before: string | null;
  after: string | null;
}

const columns =
  fragment(`entry.id, position, at, operation, outcome, request_id, project_id, entry.user_id, users.email, key_id, api_keys.prefix as key_prefix,
  session_id, target, before, after, entry.previous_hash, entry.hash`);
const withActor = fragment(
  'audit_log as entry left join users on users.id = entry.user_id left join api_keys on api_keys.id = entry.key_id',
);

const toEntry = (row: EntryRow): AuditEntry => ({
  id: row.id,
  at: row.at.getTime(),
  operation: row.operation,
  actor: {
    ...given({
      userId: row.userId ?? undefined,
      email: row.email ?? undefined,
      keyId: row.keyId ?? undefined,
      keyPrefix: row.keyPrefix ?? undefined,
      sessionId: row.sessionId ?? undefined,
    }),
  },
  ...(row.projectId !== null && { projectId: row.projectId }),
  target: row.target,
  ...(row.before && { before: row.before }),
  ...(row.after && { after: row.after }),
  ...(row.before && row.after && { changed: changedFields(row.before, row.after) }),
  outcome: row.outcome,
  requestId: row.requestId,
  ...given({ previousHash: row.previousHash?.toString('hex') }),
  hash: row.hash.toString('hex'),
});

/**
 * Appends entries to the chains of their organizations, in their order: locks keep two writers from following the same
 * entry. The locks are taken in one order, so that two writers do not deadlock.
 */
export async function insertEntries(tx: Tx, entries: NewEntry[]): Promise<void> {
  const organizationIds = [...new Set(entries.map(({ organizationId }) => organizationId))].sort();
  await rows(
    tx,
    prepared`
    select pg_advisory_xact_lock(hashtext('audit log of ' || id)) from unnest(${organizationIds}::text[]) as organization(id)`,
  );
  const last = await rows<{ id: string; hash: Buffer }>(
    tx,
    prepared`
    select organization.id, entry.hash from unnest(${organizationIds}::text[]) as organization(id)
    cross join lateral (
      select hash from audit_log where organization_id = organization.id order by position desc limit 1) entry`,
  );
  const lastHashes = new Map(last.map(({ id, hash }) => [id, hash]));
  const chained = entries.map((entry) => {
    const previous = lastHashes.get(entry.organizationId);
    const hash = Buffer.from(auditEntryHash(sha256, previous?.toString('hex'), hashedEntry(entry)), 'hex');
    lastHashes.set(entry.organizationId, hash);
    return { ...entry, previous: previous ?? null, hash };
  });
  const column = <T>(read: (entry: (typeof chained)[number]) => T): T[] => chained.map(read);
  // Positions are taken in the order of the entries.
  await rows(
    tx,
    prepared`
    insert into audit_log (id, at, organization_id, operation, outcome, user_id, key_id, session_id, project_id, request_id, target, before, after, previous_hash, hash)
    select id, at, organization_id, operation, outcome, user_id, key_id, session_id, project_id, request_id, target::json, before::json, after::json, previous_hash, hash
    from unnest(
      ${column(({ id }) => id)}::text[], ${column(({ at }) => at)}::timestamptz[], ${column(({ organizationId }) => organizationId)}::text[],
      ${column(({ operation }) => operation)}::text[], ${column(({ outcome }) => outcome)}::text[], ${column(({ userId }) => userId)}::text[],
      ${column(({ keyId }) => keyId)}::text[], ${column(({ sessionId }) => sessionId)}::text[], ${column(({ projectId }) => projectId)}::text[],
      ${column(({ requestId }) => requestId)}::text[], ${column(({ target }) => JSON.stringify(target))}::text[],
      ${column(({ before }) => before)}::text[], ${column(({ after }) => after)}::text[],
      ${column(({ previous }) => previous)}::bytea[], ${column(({ hash }) => hash)}::bytea[]
    ) with ordinality as entry (id, at, organization_id, operation, outcome, user_id, key_id, session_id, project_id, request_id, target, before, after, previous_hash, hash, nr)
    order by nr`,
  );
}

/** The entry as readers see it. */
const hashedEntry = ({
  at,
  outcome,
  userId,
  keyId,
  sessionId,
  projectId,
  before,
  after,
  ...entry
}: NewEntry): HashedEntry => ({
  ...entry,
  at: at.getTime(),
  outcome: outcome as HashedEntry['outcome'],
  actor: {
    ...given({ userId: userId ?? undefined, keyId: keyId ?? undefined, sessionId: sessionId ?? undefined }),
  },
  ...(projectId !== null && { projectId }),
  ...(before !== null && { before: JSON.parse(before) as Record<string, unknown> }),
  ...(after !== null && { after: JSON.parse(after) as Record<string, unknown> }),
});

type Filter = Pick<ListAuditLog, 'userId' | 'keyId' | 'operation' | 'projectId' | 'since' | 'until' | 'outcome'>;

/** Newest first, from the one after `after`. */
export async function listEntries(
  db: Db,
  organizationId: string,
  filter: Filter,
  after: { at: number; id: string } | undefined,
  limit: number,
): Promise<AuditEntry[]> {
  const { userId, keyId, operation, projectId, outcome } = filter;
  const found = await rows<EntryRow>(
    db,
    sql`
    select ${columns} from ${withActor}
    where entry.organization_id = ${organizationId}
      and (${userId}::text is null or entry.user_id = ${userId}) and (${keyId}::text is null or key_id = ${keyId})
      and (${operation}::text is null or operation = ${operation}) and (${outcome}::text is null or outcome = ${outcome})
      and (${projectId}::text is null or project_id = ${projectId})
      and (${dateOf(filter.since)}::timestamptz is null or at >= ${dateOf(filter.since)}) and (${dateOf(filter.until)}::timestamptz is null or at < ${dateOf(filter.until)})
      and (${after?.id}::text is null or (at, entry.id) < (${dateOf(after?.at)}, ${after?.id}))
    order by at desc, entry.id desc limit ${limit}`,
  );
  return found.map(toEntry);
}

/** In the order of their arrival, each with its position. */
export async function listEntriesAfter(
  db: Db,
  organizationId: string,
  position: string,
  since: number | undefined,
  limit: number,
): Promise<{ position: string; entry: AuditEntry }[]> {
  const found = await rows<EntryRow>(
    db,
    sql`
    select ${columns} from ${withActor}
    where entry.organization_id = ${organizationId} and position > ${position} and (${dateOf(since)}::timestamptz is null or at >= ${dateOf(since)})
    order by position limit ${limit}`,
  );
  return found.map((row) => ({ position: row.position, entry: toEntry(row) }));
}

/** Makes the missing partitions of this month and the next `months` months. */
export async function makeAuditPartitions(db: Db, months: number): Promise<void> {
  await db.query(
    sql`select make_audit_partition((date_trunc('month', now() at time zone 'UTC') + make_interval(months => ahead))::date) from generate_series(0, ${months}::integer) as ahead`,
  );
}

const dateOf = (ms: number | undefined): Date | undefined => (ms === undefined ? undefined : new Date(ms));
