import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { inflatePieces } from '@assay/kit/gzip-pieces';
import { fragment, sql, transaction } from '@assay/kit/postgres/db';
import { assembleTrace } from '@assay/transcripts/assemble-trace';
import { transcriptMigrations } from '@assay/transcripts/migrations';
import { openContents, pageOfParts } from '@assay/transcripts/opened-parts';
import { storedContent } from '@assay/transcripts/stored-part';
import { deleteTraceParts, insertTraceParts, listTraceParts, type TracePart } from '@assay/transcripts/trace-parts';
import { testDatabase, type TestDatabase } from '@assay/testkit/database/database';

const FIRST = randomUUID();
const SECOND = randomUUID();
const OWNERS = fragment('conversations');
let db: TestDatabase;
beforeEach(async () => {
  db = await testDatabase({ folders: [transcriptMigrations] });
  await db.pool.query(`
    create table conversations (id text primary key, fence uuid not null);
    insert into conversations values ('c1', '${SECOND}'), ('c2', '${FIRST}')`);
});
afterEach(() => db.drop());

const spanAt = (startMs: number) => ({
  id: `s${startMs}`,
  name: 'x',
  category: 'step' as const,
  startMs,
  endMs: startMs + 1,
});
const partAt = async (part: number, startMs: number, of: Partial<TracePart> = {}): Promise<TracePart> => ({
  ownerId: 'c1',
  fence: SECOND,
  part,
  ...(await storedContent({ traceId: 'abc', spans: [spanAt(startMs)], wire: [] })),
  ...of,
});
const insert = (...parts: TracePart[]) => insertTraceParts(db.pool, OWNERS, parts);
const all = { after: -1, limit: 100 };
const latest = sql`select id, fence from conversations where id = ${'c1'}`;
const list = async (page = all) => (await listTraceParts(db.pool, latest, page))!;
const numbers = async () => (await list()).map(({ part }) => part);

test('a part that is sent twice is stored once, as it was sent first', async () => {
  await insert(await partAt(0, 1));
  await insert(await partAt(0, 9), await partAt(1, 2));
  const parts = await list();
  expect((await openContents(parts.map(({ body }) => body))).map(({ spans }) => spans[0]!.id)).toEqual(['s1', 's2']);
});

test('parts of an earlier attempt and of an owner that is gone are not stored', async () => {
  await insert(
    await partAt(0, 1, { fence: FIRST }),
    await partAt(0, 1, { ownerId: 'gone', fence: FIRST }),
    await partAt(0, 1, { ownerId: 'c2', fence: FIRST }),
  );
  const { rows } = await db.pool.query('select owner_id, fence from trace_parts');
  expect(rows).toEqual([{ owner_id: 'c2', fence: FIRST }]);
});

test('an owner cannot be deleted while parts of it are stored', async () => {
  await transaction(db.pool, async (tx) => {
    await insertTraceParts(tx, OWNERS, [await partAt(0, 1)]);
    const other = transaction(db.pool, async (deleting) => {
      await deleting.query(`set local lock_timeout = '100ms'`);
      await deleting.query(`delete from conversations where id = 'c1'`);
    });
    await expect(other).rejects.toMatchObject({ code: '55P03' });
  });
});

test('parts are listed in order, after a part and at most as many as asked for', async () => {
  await insert(...(await Promise.all([3, 1, 0, 2].map((part) => partAt(part, part)))));
  expect(await numbers()).toEqual([0, 1, 2, 3]);
  const page = await list({ after: 0, limit: 2 });
  expect(page.map(({ part }) => part)).toEqual([1, 2]);
  const gone = sql`select id, fence from conversations where id = ${'gone'}`;
  expect(await listTraceParts(db.pool, gone, all)).toBeUndefined();
});

test('an attempt without parts has an empty page', async () => expect(await list()).toEqual([]));

test('a page has the bytes of its parts as they were stored', async () => {
  const body = gzipSync('{"spans":[{"big":12345678901234567890}],"wire":[]}');
  await insert(await partAt(4, 1, { body }), await partAt(7, 2));
  const parts = await list();
  expect((await inflatePieces(await pageOfParts(parts, 'next"'))).toString()).toBe(
    `{"items":[{"index":4,"spans":[{"big":12345678901234567890}],"wire":[]},` +
      `{"index":7,"spans":[${JSON.stringify(spanAt(2))}],"wire":[]}],"nextCursor":"next\\""}`,
  );
  expect((await inflatePieces(await pageOfParts([], undefined))).toString()).toBe('{"items":[]}');
});

test('a part that cannot be opened is shown as cut, and so are parts beyond 32 MB', async () => {
  const bodies = [Buffer.from('x'), gzipSync(Buffer.alloc(40_000_000, 32))];
  await insert(...(await Promise.all(bodies.map((body, part) => partAt(part, 1, { body })))));
  const parts = await list();
  const cut = { spans: [], wire: [], cut: true };
  expect(await openContents(parts.map(({ body }) => body))).toEqual([cut, cut]);
  expect(JSON.parse((await inflatePieces(await pageOfParts(parts, undefined))).toString())).toEqual({
    items: [
      { index: 0, ...cut },
      { index: 1, ...cut },
    ],
  });
});

test('a trace is put together in the order of time', async () => {
  const entry = { serverId: 'srv', direction: 'sent' as const, bytes: 2 };
  const trace = assembleTrace([
    { spans: [spanAt(5)], wire: [{ atMs: 4, ...entry }] },
    { spans: [spanAt(2)], wire: [{ atMs: 3, ...entry }], cut: true },
  ]);
  expect(trace).toMatchObject({ spans: [{ id: 's2' }, { id: 's5' }], wire: [{ atMs: 3 }, { atMs: 4 }], cut: true });
  expect(assembleTrace([])).toEqual({ spans: [], wire: [] });
});

test('parts are deleted in batches, of the owners that a query gives alone', async () => {
  await insert(...(await Promise.all([0, 1, 2].map((part) => partAt(part, part)))));
  await insert(await partAt(0, 1, { ownerId: 'c2', fence: FIRST }));
  const some = () => deleteTraceParts(db.pool, sql`select id from conversations where id = ${'c1'}`, 2);
  expect(await some()).toBe(true);
  expect(await numbers()).toHaveLength(1);
  expect(await some()).toBe(false);
  const { rows } = await db.pool.query('select owner_id from trace_parts');
  expect(rows).toEqual([{ owner_id: 'c2' }]);
});
