import { keptJson } from '@assay/kit/json/kept-json';
import { fragment, rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import { keptText } from '@assay/kit/text/kept-text';
import type { KnownSignal, MinedFinding, MinedWave, StoredFinding } from '../../domain/findings/finding.ts';
import { swarmFingerprint, type SwarmSignal } from '../../domain/findings/session-signals.ts';

/** The signals of one session. */
export interface SignalsOfSession {
  sessionId: string;
  projectId: string;
  waveId: string;
  signals: SwarmSignal[];
}

/** Adds signals to sessions, and notes the signals that are new to their project. */
export async function addSignals(tx: Tx, sessions: readonly SignalsOfSession[]): Promise<void> {
  const all = sessions.flatMap(({ signals, ...session }) =>
    signals.map((signal) => ({ ...session, ...signal, fingerprint: swarmFingerprint(signal) })),
  );
  if (all.length === 0) return;
  const distinct = [...new Map(all.map((each) => [`${each.projectId} ${each.fingerprint}`, each])).values()];
  await tx.query(sql`
    insert into swarm_signals (project_id, fingerprint, dimension, detail, subject)
    select * from unnest(
      ${distinct.map(({ projectId }) => projectId)}::text[], ${distinct.map(({ fingerprint }) => fingerprint)}::text[],
      ${distinct.map(({ dimension }) => dimension)}::text[], ${distinct.map(({ detail }) => detail)}::text[],
      ${distinct.map(({ subject }) => keptJson(subject))}::json[]) as s(project_id, fingerprint, dimension, detail, subject)
    order by project_id, fingerprint
    on conflict (project_id, fingerprint) do update set subject = excluded.subject
    where swarm_signals.subject::text <> excluded.subject::text`);
  await tx.query(sql`
    insert into session_signals (session_id, project_id, wave_id, fingerprint, occurrences, prompt_index, excerpt)
    select * from unnest(
      ${all.map(({ sessionId }) => sessionId)}::text[], ${all.map(({ projectId }) => projectId)}::text[],
      ${all.map(({ waveId }) => waveId)}::text[], ${all.map(({ fingerprint }) => fingerprint)}::text[],
      ${all.map(({ occurrences }) => occurrences)}::int[], ${all.map(({ promptIndex }) => promptIndex)}::int[],
      ${all.map(({ excerpt }) => keptText(excerpt, excerpt.length))}::text[])
    on conflict do nothing`);
}

/** A wave by its key. */
export interface WaveKey {
  projectId: string;
  id: string;
}

/**
 * Locks a wave whose sessions changed since it was mined, and of which no run is under way; of one project at a time one.
 */
export async function claimDueWave(tx: Tx): Promise<WaveKey | undefined> {
  const [due] = await rows<WaveKey>(
    tx,
    sql`
    select project_id as "projectId", id from waves w
    where (mined_at is null or mined_at <= changed_at) and (mine_after is null or mine_after <= now())
      and not exists (select from journey_runs r where r.project_id = w.project_id and r.wave_id = w.id and r.status = 'running')
    order by changed_at, project_id, id limit 1 for update skip locked`,
  );
  if (due) await lockFindings(tx, due.projectId);
  return due;
}

/** Locks the findings of a project until the transaction ends: of several transactions, one computes them. */
export async function lockFindings(tx: Tx, projectId: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`findings of ${projectId}`}, 0))`);
}

/** Counts of signals together, from rows of the table expression `counted`. */
const TOGETHER = fragment(`(
  select coalesce(json_agg(summed order by fingerprint), '[]') from (
    select fingerprint, sum(affected)::int as affected, min("firstAt") as "firstAt", max("lastAt") as "lastAt"
    from counted group by fingerprint) summed)`);
const KEPT = fragment(`
  select k.* from waves, json_to_recordset(kept_signals) as k(fingerprint text, affected int, "firstAt" float8, "lastAt" float8)`);
const SHOWN = fragment(`
  select g.fingerprint, count(*)::int as affected, (extract(epoch from min(s.ended_at)) * 1000)::float8 as "firstAt",
    (extract(epoch from max(s.ended_at)) * 1000)::float8 as "lastAt"
  from session_signals g join sessions s on s.id = g.session_id`);

/** Adds what sessions that are about to be deleted showed to the counts of their wave that stay. */
export async function keepSignals(tx: Tx, { projectId, id }: WaveKey, sessionIds: readonly string[]): Promise<void> {
  await tx.query(sql`
    with counted as (
      ${KEPT} where project_id = ${projectId} and id = ${id}
      union all
      ${SHOWN} where g.session_id = any(${sessionIds}) group by g.fingerprint)
    update waves set kept_signals = ${TOGETHER} where project_id = ${projectId} and id = ${id}`);
}

/** Deletes the waves of a project that have no run left and are not among its newest, which are compared. */
export async function deleteOldWaves(tx: Tx, projectId: string, newest: number): Promise<void> {
  await tx.query(sql`
    delete from waves w where project_id = ${projectId}
      and not exists (select from journey_runs r where r.project_id = w.project_id and r.wave_id = w.id)
      and id not in (
        select id from waves where project_id = ${projectId} and mined_at is not null
        order by created_at desc, id desc limit ${newest})`);
}

/** Counts the signals of a wave, and notes it as mined. */
export async function mineWaveRow(tx: Tx, { projectId, id }: WaveKey): Promise<void> {
  await tx.query(sql`
    with counted as (
      ${KEPT} where project_id = ${projectId} and id = ${id}
      union all
      ${SHOWN} where g.project_id = ${projectId} and g.wave_id = ${id} group by g.fingerprint)
    update waves set mined_at = statement_timestamp(), mining_failures = 0, mine_after = null, signals = ${TOGETHER}
    where project_id = ${projectId} and id = ${id}`);
}

/** Leaves a wave alone after its mining failed: for 10 seconds, then twice as long each time, an hour at most. */
export async function noteMiningFailure(db: Db, { projectId, id }: WaveKey): Promise<void> {
  await db.query(sql`
    update waves set mining_failures = mining_failures + 1,
      mine_after = now() + least(interval '10 seconds' * (2 ^ least(mining_failures, 10)), interval '1 hour')
    where project_id = ${projectId} and id = ${id}`);
}

/** The newest mined waves of a project, the oldest first; with a last one, these up to it. */
export const listMinedWaves = async (
  db: Db,
  projectId: string,
  limit: number,
  last?: { id: string; createdAt: Date },
): Promise<MinedWave[]> =>
  (
    await rows<MinedWave>(
      db,
      sql`
      select id, mined_at as "minedAt", signals from waves where project_id = ${projectId} and mined_at is not null
        and (${last?.createdAt ?? null}::timestamptz is null or (created_at, id) <= (${last?.createdAt ?? null}, ${last?.id ?? ''}))
      order by created_at desc, id desc limit ${limit}`,
    )
  ).toReversed();

/** The signals of a project by their fingerprints. */
export const listKnownSignals = (db: Db, projectId: string, fingerprints: readonly string[]): Promise<KnownSignal[]> =>
  rows<KnownSignal>(
    db,
    sql`
    select fingerprint, dimension, detail, subject from swarm_signals
    where project_id = ${projectId} and fingerprint = any(${fingerprints})`,
  );

/** Writes the findings of a project; a finding keeps its id and its dismissal. */
export async function saveFindings(
  tx: Tx,
  projectId: string,
  findings: readonly (MinedFinding & { id: string })[],
): Promise<void> {
  const dates = (times: (number | null)[]) => times.map((at) => (at === null ? null : new Date(at)));
  await tx.query(sql`
    insert into swarm_findings (project_id, id, fingerprint, status, occurrence_count, last_wave_id, first_seen_at, last_seen_at, resolved_at)
    select ${projectId}, m.* from unnest(
      ${findings.map(({ id }) => id)}::text[], ${findings.map(({ fingerprint }) => fingerprint)}::text[],
      ${findings.map(({ status }) => status)}::text[], ${findings.map(({ occurrenceCount }) => occurrenceCount)}::int[],
      ${findings.map(({ lastWaveId }) => lastWaveId)}::text[],
      ${dates(findings.map(({ firstSeenAt }) => firstSeenAt))}::timestamptz[],
      ${dates(findings.map(({ lastSeenAt }) => lastSeenAt))}::timestamptz[],
      ${dates(findings.map(({ resolvedAt }) => resolvedAt))}::timestamptz[]) as m
    on conflict (project_id, fingerprint) do update set
      status = excluded.status, occurrence_count = excluded.occurrence_count, last_wave_id = excluded.last_wave_id,
      first_seen_at = excluded.first_seen_at, last_seen_at = excluded.last_seen_at, resolved_at = excluded.resolved_at,
      updated_at = now()
    where (swarm_findings.status, swarm_findings.occurrence_count, swarm_findings.last_wave_id, swarm_findings.last_seen_at)
      is distinct from (excluded.status, excluded.occurrence_count, excluded.last_wave_id, excluded.last_seen_at)`);
}

/** At most this many sessions are named as evidence. */
const EVIDENCE = fragment('5');

/** The finding that was seen last first, after the position. */
export const listFindings = (
  db: Db,
  projectId: string,
  after: readonly [lastSeenAt: number, id: string] | undefined,
  limit: number,
): Promise<StoredFinding[]> =>
  rows<StoredFinding>(
    db,
    sql`
    select f.id, f.fingerprint, g.dimension, g.detail, g.subject, f.status, f.occurrence_count as "occurrenceCount",
      f.last_wave_id as "lastWaveId", f.first_seen_at as "firstSeenAt", f.last_seen_at as "lastSeenAt",
      f.resolved_at as "resolvedAt", f.dismissed_at as "dismissedAt", f.updated_at as "updatedAt",
      coalesce((
        select json_agg(json_build_object('runId', run_id, 'sessionId', session_id, 'promptIndex', prompt_index,
          'occurrences', occurrences, 'excerpt', excerpt) order by session_id desc)
        from (
          select s.run_id, e.* from session_signals e join sessions s on s.id = e.session_id
          where e.project_id = f.project_id and e.fingerprint = f.fingerprint order by e.session_id desc limit ${EVIDENCE}
        ) newest), '[]') as evidence
    from swarm_findings f join swarm_signals g on g.project_id = f.project_id and g.fingerprint = f.fingerprint
    where f.project_id = ${projectId}
      and (${after ? new Date(after[0]) : null}::timestamptz is null
        or (f.last_seen_at, f.id) < (${after ? new Date(after[0]) : null}, ${after?.[1] ?? ''}))
    order by f.last_seen_at desc, f.id desc limit ${limit}`,
  );

/** These of the fingerprints whose findings are dismissed. */
export const listDismissed = async (db: Db, projectId: string, fingerprints: readonly string[]): Promise<Set<string>> =>
  new Set(
    (
      await rows<{ fingerprint: string }>(
        db,
        sql`
        select fingerprint from swarm_findings
        where project_id = ${projectId} and fingerprint = any(${fingerprints}) and dismissed_at is not null`,
      )
    ).map(({ fingerprint }) => fingerprint),
  );
