import { fragment, rows, sql, transaction, type Tx } from '@assay/kit/postgres/db';
import { testDatabase, type TestDatabase } from '@assay/testkit/database/database';
import { waitUntil } from '@assay/testkit/until';
import { setDismissed } from '@assay/findings/mining/dismiss-finding';
import { shownFinding, type StoredFinding } from '@assay/findings/mining/finding';
import { FEWEST_AFFECTED, seenAgain, type FindingHistory } from '@assay/findings/mining/finding-history';
import { mineWindow } from '@assay/findings/mining/mine-window';
import { minedFindings, type MinedWindow } from '@assay/findings/mining/mined-findings';
import type { KnownSignal, ShownSignal } from '@assay/findings/mining/signal';
import {
  addSignals,
  deleteSessionSignals,
  listEvidence,
  listSignals,
  noteSignals,
} from '@assay/findings/mining/signals';
import { listDismissed, listFindings, type FindingPosition } from '@assay/findings/mining/stored-findings';
import { findingsMigrations } from '@assay/findings/migrations';

const SERIES = 'study_1';
const TALKS = fragment('talks');
let db: TestDatabase;
beforeEach(async () => {
  db = await testDatabase({ folders: [findingsMigrations] });
  await db.pool.query(`
    create table talks (id text primary key);
    alter table session_signals add foreign key (session_id) references talks on delete cascade;
    create table weeks (series_id text, id text, mined_at timestamptz, signals json, primary key (series_id, id))`);
});
afterEach(() => db.drop());

const inTransaction = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => transaction(db.pool, work);
const failing = (tool: string, label = tool): ShownSignal => ({
  dimension: 'toolError',
  detail: 'serverData',
  subject: { kind: 'tool', id: `srv/${tool}`, label },
  occurrences: 1,
  promptIndex: 0,
  excerpt: `${tool} failed`,
});
const abandoned: ShownSignal = {
  ...failing(''),
  dimension: 'abandonment',
  subject: { kind: 'talk', id: '', label: '' },
};

/** Sessions of a week that showed signals, named by the week and their place. */
const hold = (windowId: string, shown: ShownSignal[][], seriesId = SERIES) =>
  inTransaction(async (tx) => {
    const ids = shown.map((_, i) => `${windowId}-${i}`);
    await tx.query(sql`insert into talks select unnest(${ids}::text[]) on conflict do nothing`);
    await tx.query(sql`insert into weeks (series_id, id) values (${seriesId}, ${windowId}) on conflict do nothing`);
    await addSignals(
      tx,
      TALKS,
      ids.map((sessionId, i) => ({ sessionId, seriesId, windowId, signals: shown[i]! })),
    );
  });

/** A finding is new, then recurring; a window without it resolves it. */
const historyOf = (windows: MinedWindow[], fingerprint: string): FindingHistory | undefined =>
  windows.reduce<FindingHistory | undefined>((history, { id: windowId, signals }) => {
    const affected = signals.find((each) => each.fingerprint === fingerprint)?.affected ?? 0;
    if (affected >= FEWEST_AFFECTED) return seenAgain(history, { windowId, affected }, history ? 'recurring' : 'new');
    return history && { ...history, status: 'resolved', resolvedBy: windowId };
  }, undefined);

let ids = 0;
const mineIn = (tx: Tx, windowId: string, seriesId = SERIES, counting: () => void = () => undefined) =>
  mineWindow<MinedWindow, KnownSignal>(tx, {
    seriesId,
    count: async () => {
      counting();
      await tx.query(sql`
        update weeks set mined_at = '2026-11-20', signals = (
          select coalesce(json_agg(json_build_object('fingerprint', fingerprint, 'affected', affected, 'firstAt', 1, 'lastAt', 2)), '[]')
          from (select fingerprint, count(*) as affected from session_signals
            where series_id = ${seriesId} and window_id = ${windowId} group by 1) counted)
        where series_id = ${seriesId} and id = ${windowId}`);
    },
    listWindows: () =>
      rows<MinedWindow>(
        tx,
        sql`
        select id, mined_at, signals from weeks
        where series_id = ${seriesId} and mined_at is not null order by id`,
      ),
    findingsOf: (signals, windows) =>
      minedFindings(signals, windows, ({ fingerprint }) => historyOf(windows, fingerprint)),
    newId: () => `finding_${++ids}`,
  });
const mine = (windowId: string, seriesId = SERIES) => inTransaction((tx) => mineIn(tx, windowId, seriesId));
const list = (after?: FindingPosition, limit = 50) => listFindings<StoredFinding>(db.pool, SERIES, after, limit);

test('a finding keeps its id and its dismissal over the windows of its series', async () => {
  await hold('W1', [[failing('search')], [failing('search')], [failing('track')]]);
  await mine('W1');
  const [first, ...others] = await list();
  expect(others).toEqual([]);
  expect(first).toMatchObject({
    status: 'new',
    occurrenceCount: 2,
    firstWindowId: 'W1',
    subject: { id: 'srv/search' },
  });
  expect(await inTransaction((tx) => setDismissed(tx, SERIES, first!.id, true))).toBe(true);

  await hold('W2', [[failing('search')], [failing('search')]]);
  await mine('W2');
  await hold('W3', [[]]);
  await mine('W3');
  const [last] = await list();
  expect(last).toMatchObject({
    id: first!.id,
    status: 'resolved',
    occurrenceCount: 4,
    firstWindowId: 'W1',
    lastWindowId: 'W2',
    resolvedAt: new Date('2026-11-20'),
    dismissedAt: expect.any(Date) as Date,
  });
  expect(shownFinding(last!)).toMatchObject({ id: first!.id, firstSeenAt: 1, lastSeenAt: 2, evidence: last!.evidence });
  expect(await listDismissed(db.pool, SERIES, [last!.fingerprint, 'other'])).toEqual(new Set([last!.fingerprint]));
  expect(await listDismissed(db.pool, 'study_2', [last!.fingerprint])).toEqual(new Set());
});

test('a finding is dismissed in its own series, and a repetition changes nothing', async () => {
  await hold('W1', [[failing('search')], [failing('search')]]);
  await mine('W1');
  const [{ id }] = (await list()) as [StoredFinding];
  const dismiss = (dismissed: boolean, seriesId = SERIES) =>
    inTransaction((tx) => setDismissed(tx, seriesId, id, dismissed));
  await expect(dismiss(true, 'study_2')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect([await dismiss(true), await dismiss(true)]).toEqual([true, false]);
  const [{ dismissedAt, updatedAt, status }] = (await list()) as [StoredFinding];
  expect([dismissedAt, status]).toEqual([updatedAt, 'new']);
  expect([await dismiss(false), await dismiss(false)]).toEqual([true, false]);
  expect((await list())[0]!.dismissedAt).toBeNull();
});

test('of two minings of a series one waits, and a mining of another series does not', async () => {
  await hold('W1', [[failing('search')], [failing('search')]]);
  await hold('W2', [[failing('search')], [failing('search')]]);
  await hold('X1', [[failing('search')], [failing('search')]], 'study_2');
  const counted: string[] = [];
  let second: Promise<void> | undefined;
  await inTransaction(async (tx) => {
    await mineIn(tx, 'W1', SERIES, () => counted.push('W1'));
    second = inTransaction((other) => mineIn(other, 'W2', SERIES, () => counted.push('W2')));
    await waitUntil(async () => {
      const { rowCount } = await db.pool.query(
        `select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`,
      );
      return rowCount === 1;
    });
    await inTransaction((other) => mineIn(other, 'X1', 'study_2', () => counted.push('X1')));
    expect(counted).toEqual(['W1', 'X1']);
  });
  await second;
  expect(counted).toEqual(['W1', 'X1', 'W2']);
  expect(await list()).toMatchObject([{ status: 'recurring', occurrenceCount: 4, lastWindowId: 'W2' }]);
});

test('findings are listed page by page, the one that was seen last first', async () => {
  await hold('W1', [
    [failing('a'), failing('b'), failing('c')],
    [failing('a'), failing('b'), failing('c')],
  ]);
  await mine('W1');
  const all = (await list()).map(({ id }) => id);
  expect(all).toHaveLength(3);
  const [first] = await list(undefined, 1);
  const rest = await list([first!.lastSeenAt.getTime(), first!.id]);
  expect([first!.id, ...rest.map(({ id }) => id)]).toEqual(all);
});

test('evidence names the newest sessions that are there, of a series or of a window', async () => {
  await hold(
    'W1',
    Array.from({ length: 4 }, () => [failing('search')]),
  );
  await hold(
    'W2',
    Array.from({ length: 3 }, () => [failing('search')]),
  );
  await mine('W1');
  const sessionsOf = (found: { sessionId: string }[]) => found.map(({ sessionId }) => sessionId);
  const [{ fingerprint, evidence }] = (await list()) as [StoredFinding];
  const newest = ['W2-2', 'W2-1', 'W2-0', 'W1-3', 'W1-2'];
  expect(sessionsOf(evidence)).toEqual(newest);
  expect(sessionsOf(await listEvidence(db.pool, { seriesId: SERIES }, [fingerprint]))).toEqual(newest);
  const ofWindow = { seriesId: SERIES, windowId: 'W1' };
  expect(await listEvidence(db.pool, ofWindow, [fingerprint])).toHaveLength(4);
  await db.pool.query(`delete from talks where id like 'W2%'`);
  expect(sessionsOf((await list())[0]!.evidence)).toEqual(['W1-3', 'W1-2', 'W1-1', 'W1-0']);
  const more = fragment(`, 'week', s.window_id`);
  const [told] = await listFindings<StoredFinding>(db.pool, SERIES, undefined, 1, more);
  expect(told!.evidence[0]).toMatchObject({ sessionId: 'W1-3', week: 'W1' });
});

test('signals of a session that is gone are not added, and a signal has the newest label', async () => {
  await hold('W1', [[failing('search', 'search (old)')]]);
  const shown = { seriesId: SERIES, windowId: 'W1', signals: [failing('search', 'search (new)')] };
  await inTransaction(async (tx) => {
    await deleteSessionSignals(tx, ['W1-0']);
    await addSignals(tx, TALKS, [
      { ...shown, sessionId: 'W1-0' },
      { ...shown, sessionId: 'gone' },
    ]);
  });
  const found = await rows<{ session: string; fingerprint: string }>(
    db.pool,
    sql`select session_id as session, fingerprint from session_signals`,
  );
  expect(found.map(({ session }) => session)).toEqual(['W1-0']);
  expect(await listSignals(db.pool, SERIES, [found[0]!.fingerprint])).toMatchObject([
    { dimension: 'toolError', subject: { label: 'search (new)' } },
  ]);
  expect(await listSignals(db.pool, 'study_2', [found[0]!.fingerprint])).toEqual([]);
});

test('a signal that a transaction notes is locked until its end, unless it has no subject', async () => {
  const note = (tx: Tx, signal: ShownSignal) => noteSignals(tx, [{ seriesId: SERIES, ...signal }]);
  const free = () =>
    rows<{ dimension: string }>(db.pool, sql`select dimension from signals order by 1 for update skip locked`);
  await inTransaction(async (tx) => {
    await note(tx, failing('search'));
    await note(tx, abandoned);
  });
  expect(await free()).toHaveLength(2);
  await inTransaction(async (tx) => {
    await note(tx, failing('search'));
    await note(tx, abandoned);
    expect(await free()).toEqual([{ dimension: 'abandonment' }]);
  });
});
