import { JobsService, type Job } from '@assay/contract/gen/assay/v1/jobs';
import { rows, sql, transaction } from '@assay/kit/postgres/db';
import type { JobOwner } from '@assay/kit/jobs/owner';
import { drop } from '@assay/kit/jobs/queue';
import { startJobsWatchdog, watchJobs } from '@assay/kit/jobs/watchdog';
import { until } from '@assay/testkit/until';
import { log } from './harness.ts';
import {
  beat,
  bell,
  complete,
  database,
  giveBack,
  lease,
  make,
  owner,
  queued,
  runner,
  silence,
  stranger,
  thing,
  waitingRunner,
} from './jobs-fixture.ts';

test("a job that is given back is free at once, as if it had never been handed out, and no longer the former holder's", async () => {
  await make('a');
  const [first] = (await lease('r1')) as [Job];
  const waiting = await waitingRunner();
  expect(await giveBack(first)).toBe(false);
  const [second] = (await waiting.answer) as [Job];
  expect(second.fence).toBeGreaterThan(first.fence);
  expect(await rows(database.pool, sql`select attempts from jobs`)).toEqual([{ attempts: 1 }]);
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
  expect(await complete({ ...job!, fence: 7 })).toBe(true);
  const refused = await Promise.all(Array.from({ length: 5 }, () => complete(job!)));
  expect(refused.filter((each) => !each)).toHaveLength(1);
  expect(await complete(job!)).toBe(true);
  expect([await thing('a'), await queued()]).toMatchObject([{ ends: ['done'] }, []]);
});

test('a failure is settled with its cause', async () => {
  await make('a');
  const [{ jobId, fence }] = (await lease()) as [Job];
  const answer = {
    jobId,
    fence,
    output: Buffer.alloc(0),
    errorCode: 'SERVER_UNREACHABLE',
    errorMessage: 'gone',
    givenBack: false,
  };
  expect(await runner!.call(JobsService.completeJob, answer)).toEqual({ refused: false });
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

test('a runner hears at its next beat of the jobs that were dropped, and its answer changes nothing', async () => {
  await make('dropped', 'kept');
  const [dropped, kept] = (await lease()) as [Job, Job];
  await transaction(database.pool, (tx) => drop(tx, 'dropped'));
  expect(await beat([dropped, kept], 'draft')).toEqual(['dropped']);
  expect([await complete(dropped), await complete(kept)]).toEqual([true, false]);
  expect(await thing('dropped')).toEqual({ ends: [], phase: null });
});

test("a silent runner's job goes to another one, and its late answer changes nothing", async () => {
  await make('a');
  const [first] = (await lease('r1')) as [Job];
  expect(await lease('r2')).toEqual([]);
  await silence();
  const [second] = (await lease('r2')) as [Job];
  expect(second).toMatchObject({ jobId: 'a', fence: first.fence + 1 });
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
    expect(await rows(database.pool, sql`select fence::int, attempts from jobs`)).toEqual([{ fence: 3, attempts: 3 }]);
    expect(await lease()).toEqual([]);
    await Promise.all([1, 2, 3].map(() => watchJobs(database.pool, bell, owner, log)));
    expect([await thing('a'), await queued()]).toMatchObject([
      { ends: [expect.stringMatching(/^RUNNER_LOST 3 runners/)] },
      [],
    ]);
  });

  test('is given up by the watchdog of any replica', async () => {
    const watchdog = startJobsWatchdog(database.pool, bell, owner, log);
    await until(async () => (await queued()).length === 0);
    await watchdog.stop();
    expect((await thing('a')).ends).toHaveLength(1);
  });

  test('keeps no other from being given up when it cannot be settled', async () => {
    await database.pool.query(
      `insert into jobs (id, kind, project_id, input, timeout_ms, attempts, fence, lease_until) values ('b', 'think', 'prj', '', 1, 3, 3, now() - interval '1 s')`,
    );
    await database.pool.query(`insert into things (id) values ('b')`);
    const failing: JobOwner = {
      ...owner,
      settle: (tx, job, ending) =>
        job.id === 'a' ? Promise.reject(new Error('a bug')) : owner.settle(tx, job, ending),
    };
    await watchJobs(database.pool, bell, failing, log);
    expect([await queued(), (await thing('b')).ends]).toMatchObject([['a'], [expect.stringContaining('RUNNER_LOST')]]);
  });
});

test('a job that no runner takes for a day ends, with its cause', async () => {
  await make('never', 'lapsed', 'held', 'young');
  await database.pool.query(`update jobs set created_at = now() - interval '25 h' where id <> 'young'`);
  await database.pool.query(
    `update jobs set attempts = 1, fence = 1, lease_until = now() + case id when 'held' then interval '1 m' else interval '-1 s' end where id in ('lapsed', 'held')`,
  );
  await Promise.all([1, 2].map(() => watchJobs(database.pool, bell, owner, log)));
  expect([await thing('never'), await thing('lapsed'), await queued()]).toMatchObject([
    { ends: ['QUEUE_TIMEOUT No runner took the job.'] },
    { ends: ['QUEUE_TIMEOUT No runner took the job.'] },
    ['held', 'young'],
  ]);
});

test.each([
  ['lease', JobsService.leaseJobs, { runnerId: 'x', freeSlots: 1, waitMs: 0, kinds: ['think'], labels: [] }],
  ['beat for', JobsService.beatJobs, { beats: [] }],
  [
    'complete',
    JobsService.completeJob,
    { jobId: 'a', fence: 1, output: Buffer.alloc(0), errorCode: '', errorMessage: '', givenBack: false },
  ],
])('nobody but a runner may %s jobs', async (_, method, request) => {
  await expect(stranger!.call(method as typeof JobsService.leaseJobs, request as never)).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
});

test('that a job came back unbegun is noted with why, once; one that was begun is only free again', async () => {
  await make('a', 'b');
  const [a, b] = await lease();
  const back = async ({ jobId, fence }: Job, more: object) =>
    (
      await runner!.call(JobsService.completeJob, {
        jobId,
        fence,
        output: Buffer.from('not mine'),
        errorCode: '',
        errorMessage: '',
        givenBack: true,
        ...more,
      })
    ).refused;
  expect([await back(a!, {}), await back(a!, {}), await back(b!, { begun: true })]).toEqual([false, true, false]);
  expect([await thing('a'), await thing('b')]).toMatchObject([{ ends: ['back not mine'] }, { ends: [] }]);
  expect(await lease('r2')).toHaveLength(2);
});

test('jobs that are claimed for a runner that has just gone are free again at once', async () => {
  const leaving = new AbortController();
  const slow = await database.pool.connect();
  await make('a');
  // Claims wait for this lock, and the runner leaves while its claim does.
  await slow.query('begin; lock table job_turns');
  const answer = runner!
    .call(
      JobsService.leaseJobs,
      { runnerId: 'r1', freeSlots: 1, waitMs: 0, kinds: ['think'], labels: [] },
      { signal: leaving.signal },
    )
    .catch((error: unknown) => error);
  await until(
    async () =>
      (
        await rows(
          database.pool,
          sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        )
      ).length > 0,
  );
  leaving.abort();
  await answer;
  // The service hears of it on the same connection, before this.
  await beat([]);
  await slow.query('commit');
  slow.release();
  expect(await until(async () => (await lease('r2')).length === 1)).toBe(true);
});
