import { WorkService, type WorkItem } from '@assay/mesh/gen/assay/v1/work';
import { rows, sql, transaction } from '@assay/kit/postgres/db';
import { waitUntil } from '@assay/testkit/until';
import { cancelWork, dropWork } from '@assay/work/queue/work-queue';
import { answeredWork, failedWork } from '@assay/work/runner/work-handler';
import { startWorkWatchdog, watchWork } from '@assay/work/service/work-watchdog';
import {
  asked,
  beat,
  complete,
  database,
  providerFor,
  giveBack,
  lease,
  lockWaits,
  log,
  make,
  makeFor,
  queued,
  report,
  reportOf,
  runner,
  silence,
  stranger,
  thing,
  thinking,
  waitingRunner,
} from '../support/work-fixture.ts';

test("a job that is given back is free at once, and no longer the former holder's", async () => {
  await make('a');
  const [first] = (await lease('r1')) as [WorkItem];
  const waiting = await waitingRunner();
  expect(await giveBack(first)).toBe(false);
  const [second] = (await waiting.answer) as [WorkItem];
  expect(second.fence).not.toBe(first.fence);
  expect(await rows(database.pool, sql`select attempts from work`)).toEqual([{ attempts: 1 }]);
  expect([await beat([first]), await giveBack(first), await complete(first, 'late'), await complete(second)]).toEqual([
    ['a'],
    true,
    true,
    false,
  ]);
  expect(await thing('a')).toEqual({ ends: ['back ', 'done'], phase: null });
});

test('an answer settles a job once, and only under its fence', async () => {
  await make('a');
  const [job] = await lease();
  expect(await complete({ ...job!, fence: 'none' })).toBe(true);
  const refused = await Promise.all(Array.from({ length: 5 }, () => complete(job!)));
  expect(refused.filter((each) => !each)).toHaveLength(1);
  expect(await complete(job!)).toBe(true);
  expect([await thing('a'), await queued()]).toMatchObject([{ ends: ['done'] }, []]);
});

test('a failure is settled with its cause', async () => {
  await make('a');
  const [item] = (await lease()) as [WorkItem];
  expect(await report(reportOf(item, failedWork({ errorCode: 'SERVER_UNREACHABLE', errorMessage: 'gone' })))).toEqual(
    [],
  );
  expect(await thing('a')).toMatchObject({ ends: ['SERVER_UNREACHABLE gone'] });
});

test('a service that fails to settle loses neither the job nor half of an effect', async () => {
  await make('a');
  const [job] = await lease();
  await expect(complete(job!, 'unbearable')).rejects.toMatchObject({ code: 'INTERNAL_ERROR' });
  expect([await thing('a'), await queued()]).toMatchObject([{ ends: [] }, ['a']]);
  expect(await complete(job!)).toBe(false);
});

test('a heartbeat keeps the lease and passes on how far the job is', async () => {
  await make('a', 'b');
  const jobs = await lease();
  await silence();
  expect(await beat(jobs, 'draft')).toEqual([]);
  expect([await thing('a'), await thing('b'), await lease('r2')]).toMatchObject([
    { phase: 'draft' },
    { phase: 'draft' },
    [],
  ]);
});

test('a runner hears at its next beat of dropped jobs, and its answer changes nothing', async () => {
  await make('dropped', 'kept');
  const [dropped, kept] = (await lease()) as [WorkItem, WorkItem];
  await transaction(database.pool, (tx) => dropWork(tx, 'dropped'));
  expect(await beat([dropped, kept], 'draft')).toEqual(['dropped']);
  expect([await complete(dropped), await complete(kept)]).toEqual([true, false]);
  expect(await thing('dropped')).toEqual({ ends: [], phase: null });
});

test("a silent runner's job goes to another one, and its late answer changes nothing", async () => {
  await make('a');
  const [first] = (await lease('r1')) as [WorkItem];
  expect(await lease('r2')).toEqual([]);
  await silence();
  const [second] = (await lease('r2')) as [WorkItem];
  expect(second).toMatchObject({ id: 'a', fence: expect.not.stringMatching(first.fence) });
  expect([await beat([first], 'draft'), await complete(first, 'late'), await complete(second)]).toEqual([
    ['a'],
    true,
    false,
  ]);
  expect(await thing('a')).toEqual({ ends: ['done'], phase: null });
});

describe('a job that silenced three runners', () => {
  beforeEach(async () => {
    await make('a');
    for (let attempt = 1; attempt <= 3; attempt++) {
      await lease();
      await silence();
    }
  });

  test('is given up, once, with its cause', async () => {
    expect(await rows(database.pool, sql`select attempts from work`)).toEqual([{ attempts: 3 }]);
    expect(await lease()).toEqual([]);
    await Promise.all([1, 2, 3].map(() => watchWork(providerFor(), log)));
    expect([await thing('a'), await queued()]).toMatchObject([
      { ends: [expect.stringMatching(/^RUNNER_LOST 3 runners/)] },
      [],
    ]);
  });

  test('is given up by the watchdog of any replica', async () => {
    const watchdog = startWorkWatchdog(providerFor(), log);
    await waitUntil(async () => (await queued()).length === 0);
    await watchdog.stop();
    expect((await thing('a')).ends).toHaveLength(1);
  });

  test('keeps no other from being given up when it cannot be settled', async () => {
    await database.pool.query(
      `insert into work (id, kind, project_id, task, timeout_ms, attempts, lease_until) values ('b', 'think', 'prj', '', 1, 3, now() - interval '1 s')`,
    );
    await database.pool.query(`insert into things (id) values ('b')`);
    const failing = providerFor({
      ...thinking,
      settle: (tx, ends) =>
        ends.some(({ id }) => id === 'a') ? Promise.reject(new Error('a bug')) : thinking.settle(tx, ends),
    });
    await watchWork(failing, log);
    expect([await queued(), (await thing('b')).ends]).toMatchObject([['a'], [expect.stringContaining('RUNNER_LOST')]]);
  });
});

test('a job that no runner takes for a day ends, with its cause', async () => {
  await make('never', 'lapsed', 'held', 'young');
  await database.pool.query(`update work set created_at = now() - interval '25 h' where id <> 'young'`);
  await database.pool.query(
    `update work set attempts = 1, lease_until = now() + case id when 'held' then interval '1 m' else interval '-1 s' end where id in ('lapsed', 'held')`,
  );
  await Promise.all([1, 2].map(() => watchWork(providerFor(), log)));
  expect([await thing('never'), await thing('lapsed'), await queued()]).toMatchObject([
    { ends: ['QUEUE_TIMEOUT No runner took the job.'] },
    { ends: ['QUEUE_TIMEOUT No runner took the job.'] },
    ['held', 'young'],
  ]);
});

test('a job for one runner ends when that runner stops, and not before', async () => {
  await makeFor('prj', ['unbegun', 'returned'], 'think', { runnerId: 'r1' });
  await makeFor('prj', ['other'], 'think', { runnerId: 'r2' });
  const [, returned] = await lease('r1');
  await lease('r1', 0);
  await giveBack(returned!);
  await watchWork(providerFor(), log);
  expect([await queued(), await thing('returned')]).toMatchObject([
    ['other', 'unbegun'],
    { ends: ['back ', 'RUNNER_LOST The runner that it is for stopped.'] },
  ]);
  await silence();
  await watchWork(providerFor(), log);
  expect(await thing('unbegun')).toMatchObject({ ends: ['RUNNER_LOST The runner that it is for stopped.'] });
});

test.each([
  ['lease', WorkService.lease, asked],
  ['beat for', WorkService.beat, { runnerId: 'x', beats: [] }],
  ['complete', WorkService.complete, { runnerId: 'x', reports: [] }],
])('only a runner may %s work', async (_, method, request) => {
  await expect(stranger!.call(method as typeof WorkService.lease, request as never)).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
});

test('a job that came back unbegun is noted once, with its reason; a begun one is freed', async () => {
  await make('a', 'b');
  const [a, b] = await lease();
  expect([
    await giveBack(a!, false, 'not mine'),
    await giveBack(a!, false, 'not mine'),
    await giveBack(b!, true, 'not mine'),
  ]).toEqual([false, true, false]);
  expect([await thing('a'), await thing('b')]).toMatchObject([{ ends: ['back not mine'] }, { ends: [] }]);
  expect(await lease('r2')).toHaveLength(2);
});

describe('a batch of reports', () => {
  const ended = (items: WorkItem[], output = 'done') =>
    items.map((item) => reportOf(item, answeredWork(Buffer.from(output))));

  test('settles all that are held and refuses the others', async () => {
    await make('a', 'b', 'c', 'd');
    const items = await lease();
    await transaction(database.pool, (tx) => dropWork(tx, 'c'));
    expect(await report(...ended(items))).toEqual(['c']);
    expect([await queued(), await thing('a'), await thing('c')]).toMatchObject([[], { ends: ['done'] }, { ends: [] }]);
  });

  test('with one bad report changes nothing, and each of the others is taken by itself', async () => {
    await make('a', 'bad', 'c');
    const [a, bad, c] = (await lease()) as [WorkItem, WorkItem, WorkItem];
    await expect(report(...ended([a, c]), ...ended([bad], 'unbearable'))).rejects.toMatchObject({
      code: 'INTERNAL_ERROR',
    });
    expect([await queued(), await thing('a')]).toMatchObject([['a', 'bad', 'c'], { ends: [] }]);
    expect([await complete(a), await complete(c), await queued()]).toEqual([false, false, ['bad']]);
  });

  test('with one item twice and under two leases settles it once', async () => {
    await make('a');
    const [first] = (await lease('r1')) as [WorkItem];
    await silence();
    const [again] = (await lease('r2')) as [WorkItem];
    expect(await report(...ended([again, again, first]))).toEqual([]);
    expect(await thing('a')).toMatchObject({ ends: ['done'] });
  });

  test('in which an item is lost while the others are settled settles the others', async () => {
    await make('a', 'b');
    const items = await lease();
    let looks = 0;
    const losing = providerFor({
      ...thinking,
      settle: async (tx, ends) => {
        if (looks++ === 0) await dropWork(database.pool, 'a');
        await thinking.settle(tx, ends);
      },
    });
    const [{ settle }] = losing.sources as [(typeof losing.sources)[0]];
    const settled = await settle(
      items.map(({ id, fence, kind }) => ({ hold: { id, fence }, kind, result: { output: Buffer.from('done') } })),
      {},
    );
    expect([settled, await thing('a'), await thing('b')]).toMatchObject([['b'], { ends: [] }, { ends: ['done'] }]);
  });
});

test('jobs that are claimed for a runner that has just gone are free again at once', async () => {
  const leaving = new AbortController();
  const slow = await database.pool.connect();
  await make('a');
  // Claims wait for this lock, and the runner leaves while its claim does.
  await slow.query('begin; lock table work_turns');
  const answer = runner!
    .call(WorkService.lease, { ...asked, freeSlots: 1 }, { signal: leaving.signal })
    .catch((error: unknown) => error);
  await waitUntil(async () => (await lockWaits()) > 0);
  leaving.abort();
  await answer;
  // The service hears of it on the same connection, before this.
  await beat([]);
  await slow.query('commit');
  slow.release();
  expect(await waitUntil(async () => (await lease('r2')).length === 1)).toBe(true);
});

describe('a cancelled job', () => {
  const cancel = (...ids: string[]) => transaction(database.pool, (tx) => cancelWork(tx, ...ids));

  test('is stopped at the next beat of its runner, whose report still counts', async () => {
    await make('held', 'waiting');
    const [held] = (await lease('r1', 1)) as [WorkItem];
    expect([held.id, await cancel('held', 'waiting')]).toEqual(['held', ['waiting']]);
    expect([await beat([held]), await queued()]).toEqual([['held'], ['held']]);
    expect([await complete(held, 'half'), await thing('held')]).toMatchObject([false, { ends: ['half'] }]);
  });

  test.each([
    ['its runner goes silent', silence],
    ['it is given back', async ([held]: WorkItem[]) => void (await giveBack(held!, true))],
  ])('is handed out no more and ends as cancelled when %s', async (_, leave) => {
    await make('a');
    const held = await lease();
    await cancel('a');
    await leave(held);
    expect(await lease('r2')).toEqual([]);
    await watchWork(providerFor(), log);
    expect([await queued(), (await thing('a')).ends]).toMatchObject([[], [expect.stringMatching(/^CANCELLED /)]]);
  });
});

test('a job that must not be repeated ends with the silence of its first runner', async () => {
  await makeFor('prj', ['once'], 'think', { maxAttempts: 1 });
  await lease();
  await silence();
  expect(await lease('r2')).toEqual([]);
  await watchWork(providerFor(), log);
  expect((await thing('once')).ends).toEqual(['RUNNER_LOST The runner stopped reporting while it worked on it.']);
});
