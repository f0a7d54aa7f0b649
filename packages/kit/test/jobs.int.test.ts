import { setTimeout as delay } from 'node:timers/promises';
import { JobsService } from '@assay/contract/gen/assay/v1/jobs';
import type { Caller } from '@assay/kit/security/caller';
import { rows, sql, transaction } from '@assay/kit/postgres/db';
import { enqueue, type NewJob } from '@assay/kit/jobs/queue';
import { until } from '@assay/testkit/until';
import {
  beat,
  bell,
  complete,
  database,
  lease,
  make,
  makeFor,
  queued,
  runner,
  thing,
  waitingRunner,
} from './jobs-fixture.ts';

test('a runner is given the oldest jobs first, with all that it needs to do them', async () => {
  await make('a', 'b', 'c');
  await database.pool.query(`update jobs set created_at = created_at - interval '1 h' where id = 'b'`);
  const [first, second] = await lease('r1', 2);
  expect(first).toEqual({
    jobId: 'b',
    kind: 'think',
    projectId: 'prj',
    fence: 1,
    leaseMs: 15_000,
    timeoutMs: 60_000,
    input: Buffer.from('input of b'),
    traceparent: '',
  });
  expect([second!.jobId, (await lease()).map(({ jobId }) => jobId)]).toEqual(['a', ['c']]);
});

test('a job whose transaction is rolled back was never there', async () => {
  const job: NewJob = { id: 'x', kind: 'think', projectId: 'prj', input: Buffer.alloc(0), timeoutMs: 1 };
  await expect(
    transaction(database.pool, async (tx) => {
      await enqueue(tx, job);
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await queued()).toEqual([]);
});

test("a job is in one runner's hands at a time, however many ask", async () => {
  const ids = Array.from({ length: 30 }, (_, i) => `j${i}`);
  await make(...ids);
  const taken = (await Promise.all(Array.from({ length: 8 }, (_, i) => lease(`r${i}`, 5)))).flat();
  expect([...taken, ...(await lease('last', 30))].map(({ jobId }) => jobId).toSorted()).toEqual(ids.toSorted());
});

test('a waiting runner is woken by a new job, and sent home empty-handed when the process stops', async () => {
  const waiting = await waitingRunner();
  await make('late');
  expect(await waiting.answer).toMatchObject([{ jobId: 'late' }]);
  const other = await waitingRunner();
  bell.stop();
  expect(await other.answer).toEqual([]);
});

test('a waiting runner finds what another replica put in the queue', async () => {
  const waiting = await waitingRunner();
  await database.pool.query(
    `insert into jobs (id, kind, project_id, input, timeout_ms) values ('elsewhere', 'think', 'prj', '', 1)`,
  );
  expect(await waiting.answer).toMatchObject([{ jobId: 'elsewhere' }]);
});

describe('a runner that goes away', () => {
  const fences = async () =>
    (
      await rows<{ fence: string }>(
        database.pool,
        sql`select fence from jobs where attempts = 0 and lease_until is null`,
      )
    ).map(({ fence }) => Number(fence));
  const leaving = async () => {
    const leave = new AbortController();
    const answer = runner!.call(
      JobsService.leaseJobs,
      { runnerId: 'gone', freeSlots: 1, waitMs: 20_000, kinds: ['think'], labels: [] },
      { signal: leave.signal },
    );
    await beat([]);
    return async () => {
      leave.abort();
      await expect(answer).rejects.toMatchObject({ code: 'TIMEOUT' });
      // What comes later on the same connection is answered after the service has heard of it.
      await beat([]);
    };
  };

  test('while it waits is given nothing', async () => {
    const leave = await leaving();
    await until(() => bell.ended > 0);
    await leave();
    await until(() => bell.underWay === 0);
    await make('a');
    // Longer than a waiting runner sleeps.
    await delay(700);
    expect(await fences()).toEqual([0]);
    expect(await lease('r2')).toMatchObject([{ jobId: 'a' }]);
  });

  test('while a job is claimed for it leaves the job to others', async () => {
    await make('a');
    const claim = await database.pool.connect();
    // A claim waits for this table, a heartbeat does not.
    await claim.query('begin; lock table job_turns');
    const leave = await leaving();
    await leave();
    await claim.query('commit');
    claim.release();
    await until(async () => (await fences())[0] === 2);
    expect(await lease('r2')).toMatchObject([{ jobId: 'a' }]);
  });
});

test('a runner is given only what it can do', async () => {
  await makeFor('prj', ['a'], 'dream');
  await make('b');
  expect((await lease()).map(({ jobId }) => jobId)).toEqual(['b']);
  expect(await queued()).toEqual(['a', 'b']);
});

describe('labels:', () => {
  const leaseFor = async (labels: string[], caller: Partial<Caller> = {}) => {
    const asked = { runnerId: 'r', freeSlots: 10, waitMs: 0, kinds: ['think'], labels };
    const { jobs } = await runner!.call(JobsService.leaseJobs, asked, {
      caller: { requestId: 'x', service: 'runner', ...caller },
    });
    return jobs.map(({ jobId }) => jobId).toSorted();
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

  test('a runner of another organization, or project, neither keeps nor ends nor gives back what one holds', async () => {
    const job = (
      await runner!.call(JobsService.leaseJobs, {
        runnerId: 'r',
        freeSlots: 10,
        waitMs: 0,
        kinds: ['think'],
        labels: ['lab'],
      })
    ).jobs.find(({ jobId }) => jobId === 'lab')!;
    const hold = { jobId: job.jobId, fence: job.fence };
    for (const whose of [{ organizationId: 'org2' }, { organizationId: 'org', projectId: 'prj2' }]) {
      const as = { caller: { requestId: 'x', service: 'runner', ...whose } };
      const answer = { ...hold, output: Buffer.from('x'), errorCode: '', errorMessage: '', givenBack: false };
      expect(await runner!.call(JobsService.beatJobs, { beats: [{ ...hold, phase: 'theirs' }] }, as)).toEqual({
        stopJobIds: ['lab'],
      });
      expect(await runner!.call(JobsService.completeJob, answer, as)).toEqual({ refused: true });
      expect(await runner!.call(JobsService.completeJob, { ...answer, givenBack: true }, as)).toEqual({
        refused: true,
      });
    }
    expect([await complete(job), await thing('lab')]).toEqual([false, { ends: ['done'], phase: null }]);
  });
});

test('a project with few jobs need not wait for one with many', async () => {
  await makeFor('busy', ['a', 'b', 'c']);
  await makeFor('calm', ['d', 'e']);
  await makeFor('late', ['f']);
  const order: string[] = [];
  for (let turn = 0; turn < 6; turn++) order.push((await lease('r1', 1))[0]!.jobId);
  expect(order).toEqual(['a', 'd', 'f', 'b', 'e', 'c']);
});

test('a project that keeps asking does not push in before one that waits', async () => {
  await makeFor('eager', ['a']);
  await makeFor('calm', ['b']);
  expect(await lease('r1', 1)).toMatchObject([{ jobId: 'a' }]);
  await makeFor('eager', ['c']);
  expect(await lease('r1', 1)).toMatchObject([{ jobId: 'b' }]);
});
