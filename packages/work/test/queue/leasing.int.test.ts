import { mock } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { WorkService } from '@assay/mesh/gen/assay/v1/work';
import { activity } from '@assay/kit/concurrency/activity';
import type { Caller } from '@assay/kit/security/caller';
import { rows, sql, transaction } from '@assay/kit/postgres/db';
import { dropWork, enqueueWork, type NewWork } from '@assay/work/queue/work-queue';
import { answeredWork, givenBack } from '@assay/work/runner/work-handler';
import { waitUntil } from '@assay/testkit/until';
import {
  asked,
  beat,
  beatOf,
  wakeUp,
  complete,
  database,
  giveBack,
  heard,
  lease,
  lockWaits,
  make,
  makeFor,
  queued,
  recorded,
  reportOf,
  runner,
  thing,
  waitingRunner,
} from '../support/work-fixture.ts';

test('a runner is given the oldest jobs first, with all that it needs to do them', async () => {
  await make('a', 'b', 'c');
  await database.pool.query(`update work set created_at = created_at - interval '1 h' where id = 'b'`);
  const [first, second] = await lease('r1', 2);
  expect(first).toEqual({
    id: 'b',
    kind: 'think',
    organizationId: '',
    projectId: 'prj',
    labels: [],
    fence: expect.stringMatching(/^[0-9a-f-]{36}$/),
    leaseMs: 15_000,
    timeoutMs: 60_000,
    task: Buffer.from('task of b'),
    traceparent: '',
  });
  expect([second!.id, (await lease()).map(({ id }) => id)]).toEqual(['a', ['c']]);
});

test('a quiet service looks once for a runner that asks in vain, and again when it is woken', async () => {
  const quiet = mock.method(activity, 'isQuiet', () => true);
  try {
    await lease('r1');
    await lease('r1');
    expect(wakeUp.ended).toBe(1);
    const waiting = lease('r1', 10, 10_000);
    await make('a');
    expect(await waiting).toMatchObject([{ id: 'a' }]);
  } finally {
    quiet.mock.restore();
  }
});

test('a runner that stops is answered what it holds, without tasks', async () => {
  await make('a', 'b', 'c');
  const held = await lease('r1', 2);
  expect(await lease('r1', 0)).toEqual(
    held.map(({ id, kind, fence }) => expect.objectContaining({ id, kind, fence, task: Buffer.alloc(0) })),
  );
  expect(await lease('r2', 0)).toEqual([]);
  expect(await runner!.call(WorkService.lease, { ...asked, freeSlots: 0, kinds: ['dream'] })).toEqual({ items: [] });
  await giveBack(held[0]!);
  expect(await lease('r1', 0)).toMatchObject([{ id: 'b' }]);
  expect(await lease('r3')).toMatchObject([{ id: 'a' }, { id: 'c' }]);
});

test('a runner that stops is answered what is still being claimed for it', async () => {
  await make('a');
  const slow = await database.pool.connect();
  await slow.query('begin; lock table work_turns');
  // The runner cut this call off, and its replica does not know yet.
  const unheard = lease();
  await waitUntil(async () => (await lockWaits()) > 0);
  const stopped = lease('r1', 0);
  await waitUntil(async () => (await lockWaits()) > 1);
  await slow.query('commit');
  slow.release();
  const [item] = await unheard;
  expect(await stopped).toMatchObject([{ id: 'a', fence: item!.fence }]);
  await giveBack(item!);
  expect(await lease('r2')).toMatchObject([{ id: 'a' }]);
});

test('a runner that said that it stops is given nothing more', async () => {
  await lease('r1', 0);
  await make('a');
  expect(await lease('r1')).toEqual([]);
  expect(await lease('r2')).toMatchObject([{ id: 'a' }]);
});

test('a job for one runner is given to no other, and keeps no other job waiting', async () => {
  await makeFor('prj', ['pinned'], 'think', { runnerId: 'r1' });
  await make('free');
  expect((await lease('r2')).map(({ id }) => id)).toEqual(['free']);
  expect((await lease('r1')).map(({ id }) => id)).toEqual(['pinned']);
});

test('a runner stops, and others are given work, while a backup reads all tables', async () => {
  await make('a');
  const backup = await database.pool.connect();
  await backup.query('begin; lock table stopped_runners in access share mode');
  expect(await lease('r1', 0)).toEqual([]);
  expect(await lease('r2')).toMatchObject([{ id: 'a' }]);
  await backup.query('rollback');
  backup.release();
});

test('the live events and trace parts of jobs that are held reach their service, in order', async () => {
  await make('a', 'lost');
  const [a, lost] = await lease();
  await transaction(database.pool, (tx) => dropWork(tx, 'lost'));
  const piece = (index: number) => ({ index, body: Buffer.from(`{"n":${index}}`) });
  const beats = [a!, lost!].map((item) => ({ ...beatOf(item), events: [piece(0), piece(1)], parts: [piece(7)] }));
  expect(await runner!.call(WorkService.beat, { runnerId: 'r1', beats })).toEqual({ stopIds: ['lost'] });
  expect([heard, recorded]).toEqual([['a 0 {"n":0}', 'a 1 {"n":1}'], ['a 7 {"n":7}']]);
});

test('a job whose transaction is rolled back was never there', async () => {
  const item: NewWork = { id: 'x', kind: 'think', projectId: 'prj', task: Buffer.alloc(0), timeoutMs: 1 };
  await expect(
    transaction(database.pool, async (tx) => {
      await enqueueWork(tx, item);
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await queued()).toEqual([]);
});

test("a job is in one runner's hands at a time, however many ask", async () => {
  const ids = Array.from({ length: 30 }, (_, i) => `j${i}`);
  await make(...ids);
  const taken = (await Promise.all(Array.from({ length: 8 }, (_, i) => lease(`r${i}`, 5)))).flat();
  expect([...taken, ...(await lease('last', 30))].map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
});

test('a waiting runner is woken by a new job, and sent home empty-handed when the process stops', async () => {
  const waiting = await waitingRunner();
  await make('late');
  expect(await waiting.answer).toMatchObject([{ id: 'late' }]);
  const other = await waitingRunner();
  wakeUp.stop();
  expect(await other.answer).toEqual([]);
});

test('a waiting runner finds what another replica put in the queue', async () => {
  const waiting = await waitingRunner();
  await database.pool.query(
    `insert into work (id, kind, project_id, task, timeout_ms) values ('elsewhere', 'think', 'prj', '', 1)`,
  );
  expect(await waiting.answer).toMatchObject([{ id: 'elsewhere' }]);
});

describe('a runner that goes away', () => {
  const fences = async () =>
    (
      await rows<{ fence: string }>(
        database.pool,
        sql`select fence from work where attempts = 0 and lease_until is null`,
      )
    ).map(({ fence }) => fence);
  const leaving = async () => {
    const leave = new AbortController();
    const answer = runner!.call(
      WorkService.lease,
      { ...asked, runnerId: 'gone', freeSlots: 1, waitMs: 20_000 },
      { signal: leave.signal },
    );
    await beat([]);
    return async () => {
      leave.abort();
      await expect(answer).rejects.toMatchObject({ code: 'TIMEOUT' });
      // A later call on the same connection is answered after the service has read this one.
      await beat([]);
    };
  };

  test('while it waits is given nothing', async () => {
    const leave = await leaving();
    await waitUntil(() => wakeUp.ended > 0);
    await leave();
    await waitUntil(() => wakeUp.underWay === 0);
    await make('a');
    const [untouched] = await fences();
    // Longer than a waiting runner sleeps.
    await delay(700);
    expect(await fences()).toEqual([untouched]);
    expect(await lease('r2')).toMatchObject([{ id: 'a' }]);
  });

  test('while a job is claimed for it leaves the job to others', async () => {
    await make('a');
    const [untouched] = await fences();
    const claim = await database.pool.connect();
    // A claim waits for this table, a heartbeat does not.
    await claim.query('begin; lock table work_turns');
    const leave = await leaving();
    await leave();
    await claim.query('commit');
    claim.release();
    await waitUntil(async () => ![undefined, untouched].includes((await fences())[0]));
    expect(await lease('r2')).toMatchObject([{ id: 'a' }]);
  });
});

test('jobs of a project that differ in kind or labels are given in one order', async () => {
  const item = (id: string, more: Partial<NewWork>): NewWork => ({
    id,
    kind: 'think',
    projectId: 'prj',
    task: Buffer.alloc(0),
    timeoutMs: 1,
    ...more,
  });
  const items = [item('a', {}), item('b', { labels: ['lab'] }), item('c', { kind: 'dream' }), item('d', {})];
  await transaction(database.pool, (tx) => enqueueWork(tx, ...items, item('e', { labels: ['lab'] })));
  const order: string[] = [];
  const wanted = { ...asked, freeSlots: 1, kinds: ['think', 'dream'], labels: ['lab'] };
  for (let turn = 0; turn < 5; turn++) order.push((await runner!.call(WorkService.lease, wanted)).items[0]!.id);
  expect(order).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('a runner is given only what it can do', async () => {
  await makeFor('prj', ['a'], 'dream');
  await make('b');
  expect((await lease()).map(({ id }) => id)).toEqual(['b']);
  expect(await queued()).toEqual(['a', 'b']);
});

describe('labels:', () => {
  const leaseFor = async (labels: string[], caller: Partial<Caller> = {}) => {
    const { items } = await runner!.call(
      WorkService.lease,
      { ...asked, labels },
      { caller: { requestId: 'x', service: 'runner', ...caller } },
    );
    return items.map(({ id }) => id).toSorted();
  };
  beforeEach(async () => {
    await make('plain');
    await makeFor('prj', ['lab'], 'think', { labels: ['lab'], organizationId: 'org' });
    await makeFor('prj', ['both'], 'think', { labels: ['lab', 'stdio'], organizationId: 'org' });
    await makeFor('prj2', ['other project'], 'think', { labels: ['lab'], organizationId: 'org' });
    await makeFor('prj3', ['other organization'], 'think', { labels: ['lab'], organizationId: 'org2' });
    await makeFor('prj', ['our own'], 'think', { organizationId: 'org' });
  });

  test.each<[string, string[], Partial<Caller>, string[]]>([
    ['a runner without any does what asks for none', [], {}, ['our own', 'plain']],
    [
      'a runner with one does what asks for that, too',
      ['lab'],
      {},
      ['lab', 'other organization', 'other project', 'our own', 'plain'],
    ],
    ['a job that asks for two wants both', ['stdio'], {}, ['our own', 'plain']],
    [
      'a runner with both does all',
      ['gpu', 'lab', 'stdio'],
      {},
      ['both', 'lab', 'other organization', 'other project', 'our own', 'plain'],
    ],
    [
      'a runner from outside does what its organization has for its labels, and nothing that asks for none',
      ['lab', 'stdio'],
      { organizationId: 'org' },
      ['both', 'lab', 'other project'],
    ],
    [
      'a runner from outside of one project does nothing else',
      ['lab'],
      { organizationId: 'org', projectId: 'prj2' },
      ['other project'],
    ],
    ['a runner from outside without any does nothing', [], { organizationId: 'org' }, []],
  ])('%s', async (_, labels, caller, expected) => expect(await leaseFor(labels, caller)).toEqual(expected));

  test('a runner of another organization, project or token cannot change a held item', async () => {
    const { items } = await runner!.call(WorkService.lease, { ...asked, runnerId: 'r/token_1', labels: ['lab'] });
    const item = items.find(({ id }) => id === 'lab')!;
    for (const scope of [
      { organizationId: 'org2' },
      { organizationId: 'org', projectId: 'prj2' },
      { organizationId: 'org', tokenId: 'token_2' },
    ]) {
      const as = { caller: { requestId: 'x', service: 'runner', ...scope } };
      const ends = [answeredWork(Buffer.from('x')), givenBack(false)];
      expect(await runner!.call(WorkService.beat, { runnerId: 'r', beats: [beatOf(item, 'theirs')] }, as)).toEqual({
        stopIds: ['lab'],
      });
      for (const ending of ends) {
        const reports = [reportOf(item, ending)];
        expect(await runner!.call(WorkService.complete, { runnerId: 'r', reports }, as)).toEqual({
          refusedIds: ['lab'],
        });
      }
    }
    expect([await complete(item), await thing('lab')]).toEqual([false, { ends: ['done'], phase: null }]);
  });
});

test('a project with few jobs need not wait for one with many', async () => {
  await makeFor('busy', ['a', 'b', 'c']);
  await makeFor('calm', ['d', 'e']);
  await makeFor('late', ['f']);
  const order: string[] = [];
  for (let turn = 0; turn < 6; turn++) order.push((await lease('r1', 1))[0]!.id);
  expect(order).toEqual(['a', 'd', 'f', 'b', 'e', 'c']);
});

test('a project that keeps asking does not push in before one that waits', async () => {
  await makeFor('eager', ['a']);
  await makeFor('calm', ['b']);
  // Items of the same millisecond have no order.
  await database.pool.query(
    `update work set created_at = created_at - case id when 'a' then interval '2 h' else interval '1 h' end`,
  );
  expect(await lease('r1', 1)).toMatchObject([{ id: 'a' }]);
  await makeFor('eager', ['c']);
  expect(await lease('r1', 1)).toMatchObject([{ id: 'b' }]);
});

describe('fairness', () => {
  test('groups of a project take turns, and items on their own keep their place between them', async () => {
    await makeFor('p', ['a1', 'a2', 'a3', 'a4'], 'think', { group: 'a' });
    await makeFor('p', ['b1'], 'think', { group: 'b' });
    await makeFor('p', ['single']);
    const order: string[] = [];
    for (let turn = 0; turn < 6; turn++) order.push((await lease('r1', 1))[0]!.id);
    expect(order).toEqual(['a1', 'b1', 'single', 'a2', 'a3', 'a4']);
  });

  test('a group that is added later is next, and not behind all that waits', async () => {
    await makeFor('p', ['a1', 'a2', 'a3', 'a4'], 'think', { group: 'a' });
    expect(await lease('r1', 2)).toMatchObject([{ id: 'a1' }, { id: 'a2' }]);
    await makeFor('p', ['b1'], 'think', { group: 'b' });
    await lease('r1', 1);
    expect(await lease('r1', 1)).toMatchObject([{ id: 'b1' }]);
  });

  test('an organization with one project need not wait for one with many', async () => {
    for (const project of ['p1', 'p2', 'p3'])
      await makeFor(project, [`${project} a`, `${project} b`], 'think', { organizationId: 'big' });
    await makeFor('q', ['q a', 'q b'], 'think', { organizationId: 'small' });
    const order: string[] = [];
    for (let turn = 0; turn < 8; turn++) order.push((await lease('r1', 1))[0]!.id);
    expect(order).toEqual(['p1 a', 'q a', 'p2 a', 'q b', 'p3 a', 'p1 b', 'p2 b', 'p3 b']);
  });

  test('the projects of an organization take turns in its batches, too', async () => {
    await makeFor('p1', ['a', 'b', 'c'], 'think', { organizationId: 'org' });
    await makeFor('p2', ['d', 'e', 'f'], 'think', { organizationId: 'org' });
    const batches = [await lease('r1', 2), await lease('r2', 2), await lease('r1', 2)];
    expect(batches.map((items) => items.map(({ id }) => id))).toEqual([
      ['a', 'b'],
      ['d', 'e'],
      ['c', 'f'],
    ]);
  });
});
