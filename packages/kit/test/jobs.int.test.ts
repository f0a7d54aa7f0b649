import { JobsService, type Job } from '@assay/contract/gen/assay/v1/jobs';
import { Bell } from '@assay/kit/bell';
import type { Caller } from '@assay/kit/caller';
import { dial, type Channel } from '@assay/kit/client';
import { rows, sql, transaction } from '@assay/kit/db';
import { jobsMigrations } from '@assay/kit/jobs/migrations';
import type { JobOwner } from '@assay/kit/jobs/owner';
import { drop, enqueue, type NewJob } from '@assay/kit/jobs/queue';
import { jobsService } from '@assay/kit/jobs/service';
import { startJobsWatchdog, watchJobs } from '@assay/kit/jobs/watchdog';
import { serve, type Running } from '@assay/kit/serve';
import { testDatabase, type TestDatabase } from '@assay/testkit/database';
import { until } from '@assay/testkit/until';
import { log } from './harness.ts';

const meshSecret = 'a secret of this test';
let database: TestDatabase;
let service: Running;
let bell: Bell;
let [runner, stranger]: Channel[] = [];

/** A service whose jobs are rows of `things`; what becomes of them is written there. */
const owner: JobOwner = {
  async settle(tx, { id }, ending) {
    if ('output' in ending && ending.output.toString() === 'unbearable') throw new Error('a bug of this service');
    await tx.query(sql`update things set ends = ends || ${'output' in ending ? ending.output.toString() : `${ending.error.code} ${ending.error.message}`}::text where id = ${id}`);
  },
  async returned(tx, { id }, why) {
    await tx.query(sql`update things set ends = ends || ${`back ${why.toString()}`}::text where id = ${id}`);
  },
  async progress(db, phases) {
    for (const { jobId, phase } of phases) await db.query(sql`update things set phase = ${phase} where id = ${jobId}`);
  },
};

beforeAll(async () => {
  database = await testDatabase({ folders: [jobsMigrations] });
  await database.pool.query(`create table things (id text primary key, ends text[] not null default '{}', phase text)`);
});
beforeEach(async () => {
  await database.pool.query('truncate jobs, job_turns, things');
  bell = new Bell();
  service = await serve({ name: 'things', address: '127.0.0.1:0', implementations: [jobsService(database.pool, bell, owner)], meshSecret, log });
  [runner, stranger] = [dial(service.address, meshSecret, 'runner'), dial(service.address, meshSecret, 'gateway')];
});
afterEach(async () => {
  bell.stop();
  runner!.close();
  stranger!.close();
  await service.stop();
});
afterAll(() => database.drop());

/** Makes jobs of these ids, oldest first. */
const make = (...ids: string[]): Promise<void> => makeFor('prj', ids);

async function makeFor(projectId: string, ids: string[], kind = 'think', more: Partial<NewJob> = {}): Promise<void> {
  for (const id of ids) {
    await transaction(database.pool, async (tx) => {
      await tx.query(sql`insert into things (id) values (${id})`);
      await enqueue(tx, { id, kind, projectId, input: Buffer.from(`input of ${id}`), timeoutMs: 60_000, ...more });
    });
  }
  bell.ring();
}

const lease = async (runnerId = 'r1', freeSlots = 10, waitMs = 0): Promise<Job[]> => (await runner!.call(JobsService.leaseJobs, { runnerId, freeSlots, waitMs, kinds: ['think'], labels: [] })).jobs;
const beat = async (jobs: Job[], phase = ''): Promise<string[]> =>
  (await runner!.call(JobsService.beatJobs, { beats: jobs.map(({ jobId, fence }) => ({ jobId, fence, phase })) })).stopJobIds;
const complete = async ({ jobId, fence }: Job, output = 'done'): Promise<boolean> =>
  (await runner!.call(JobsService.completeJob, { jobId, fence, output: Buffer.from(output), errorCode: '', errorMessage: '', givenBack: false })).refused;
const giveBack = async ({ jobId, fence }: Job): Promise<boolean> =>
  (await runner!.call(JobsService.completeJob, { jobId, fence, output: Buffer.alloc(0), errorCode: '', errorMessage: '', givenBack: true })).refused;
const thing = async (id: string) => (await rows<{ ends: string[]; phase: string | null }>(database.pool, sql`select ends, phase from things where id = ${id}`))[0]!;
/** A runner that has looked for work, found none, and waits. */
async function waitingRunner(): Promise<{ answer: Promise<Job[]> }> {
  const answer = lease('r1', 1, 20_000);
  await beat([]);
  return { answer };
}
const queued = async () => (await rows<{ id: string }>(database.pool, sql`select id from jobs order by id`)).map(({ id }) => id);
const silence = () => database.pool.query(`update jobs set lease_until = now() - interval '1 s'`);

test('a runner is given the oldest jobs first, with all that it needs to do them', async () => {
  await make('a', 'b', 'c');
  await database.pool.query(`update jobs set created_at = created_at - interval '1 s' where id = 'b'`);
  const [first, second] = await lease('r1', 2);
  expect(first).toEqual({
    jobId: 'b', kind: 'think', projectId: 'prj', fence: 1, leaseMs: 15_000, timeoutMs: 60_000, input: Buffer.from('input of b'), traceparent: '',
  });
  expect([second!.jobId, (await lease()).map(({ jobId }) => jobId)]).toEqual(['a', ['c']]);
});

test('a job whose transaction is rolled back was never there', async () => {
  const job: NewJob = { id: 'x', kind: 'think', projectId: 'prj', input: Buffer.alloc(0), timeoutMs: 1 };
  await expect(transaction(database.pool, async (tx) => { await enqueue(tx, job); throw new Error('no'); })).rejects.toThrow('no');
  expect(await queued()).toEqual([]);
});

test('a job is in one runner\'s hands at a time, however many ask', async () => {
  const ids = Array.from({ length: 30 }, (_, i) => `j${i}`);
  await make(...ids);
  const taken = (await Promise.all(Array.from({ length: 8 }, (_, i) => lease(`r${i}`, 5)))).flat();
  expect([...taken, ...await lease('last', 30)].map(({ jobId }) => jobId).toSorted()).toEqual(ids.toSorted());
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
  await database.pool.query(`insert into jobs (id, kind, project_id, input, timeout_ms) values ('elsewhere', 'think', 'prj', '', 1)`);
  expect(await waiting.answer).toMatchObject([{ jobId: 'elsewhere' }]);
});

test('a runner that goes away while it waits is given nothing', async () => {
  const leaving = new AbortController();
  const answer = runner!.call(JobsService.leaseJobs, { runnerId: 'gone', freeSlots: 1, waitMs: 20_000, kinds: ['think'], labels: [] }, { signal: leaving.signal });
  await beat([]);
  // It is not told of the job, so that it sleeps until it goes.
  await database.pool.query(`insert into jobs (id, kind, project_id, input, timeout_ms) values ('a', 'think', 'prj', '', 1)`);
  leaving.abort();
  await expect(answer).rejects.toMatchObject({ code: 'TIMEOUT' });
  await beat([]);
  expect(await rows(database.pool, sql`select attempts from jobs`)).toEqual([{ attempts: 0 }]);
  expect(await lease('r2')).toMatchObject([{ jobId: 'a', fence: 1 }]);
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
    const { jobs } = await runner!.call(JobsService.leaseJobs, asked, { caller: { requestId: 'x', service: 'runner', ...caller } });
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
    ['a runner with one does what asks for that, too', ['lab'], {}, ['lab', 'other organization', 'other project', 'our own', 'plain']],
    ['a job that asks for two wants both', ['stdio'], {}, ['our own', 'plain']],
    ['a runner with both does all', ['gpu', 'lab', 'stdio'], {}, ['both', 'lab', 'other organization', 'other project', 'our own', 'plain']],
    ['a runner from outside does what its organization has for its labels, and nothing that asks for none', ['lab', 'stdio'], { organizationId: 'org' }, ['both', 'lab', 'other project']],
    ['a runner from outside of one project does nothing else', ['lab'], { organizationId: 'org', projectId: 'prj2' }, ['other project']],
    ['a runner from outside without any does nothing', [], { organizationId: 'org' }, []],
  ])('%s', async (_, labels, caller, expected) => expect(await leaseFor(labels, caller)).toEqual(expected));

  test('a runner of another organization, or project, neither keeps nor ends nor gives back what one holds', async () => {
    const job = (await runner!.call(JobsService.leaseJobs, { runnerId: 'r', freeSlots: 10, waitMs: 0, kinds: ['think'], labels: ['lab'] })).jobs.find(({ jobId }) => jobId === 'lab')!;
    const hold = { jobId: job.jobId, fence: job.fence };
    for (const whose of [{ organizationId: 'org2' }, { organizationId: 'org', projectId: 'prj2' }]) {
      const as = { caller: { requestId: 'x', service: 'runner', ...whose } };
      const answer = { ...hold, output: Buffer.from('x'), errorCode: '', errorMessage: '', givenBack: false };
      expect(await runner!.call(JobsService.beatJobs, { beats: [{ ...hold, phase: 'theirs' }] }, as)).toEqual({ stopJobIds: ['lab'] });
      expect(await runner!.call(JobsService.completeJob, answer, as)).toEqual({ refused: true });
      expect(await runner!.call(JobsService.completeJob, { ...answer, givenBack: true }, as)).toEqual({ refused: true });
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

test('a job that is given back is free at once, as if it had never been handed out, and no longer the former holder\'s', async () => {
  await make('a');
  const [first] = await lease('r1') as [Job];
  const waiting = await waitingRunner();
  expect(await giveBack(first)).toBe(false);
  const [second] = await waiting.answer as [Job];
  expect(second.fence).toBeGreaterThan(first.fence);
  expect(await rows(database.pool, sql`select attempts from jobs`)).toEqual([{ attempts: 1 }]);
  expect([await beat([first]), await giveBack(first), await complete(first, 'late'), await complete(second)]).toEqual([['a'], true, true, false]);
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
  const [{ jobId, fence }] = await lease() as [Job];
  const answer = { jobId, fence, output: Buffer.alloc(0), errorCode: 'SERVER_UNREACHABLE', errorMessage: 'gone', givenBack: false };
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
  expect([await thing('a'), await thing('b'), await lease('r2')]).toMatchObject([{ phase: 'draft' }, { phase: 'draft' }, []]);
});

test('a runner hears at its next beat of the jobs that were dropped, and its answer changes nothing', async () => {
  await make('dropped', 'kept');
  const [dropped, kept] = await lease() as [Job, Job];
  await transaction(database.pool, (tx) => drop(tx, 'dropped'));
  expect(await beat([dropped, kept], 'draft')).toEqual(['dropped']);
  expect([await complete(dropped), await complete(kept)]).toEqual([true, false]);
  expect(await thing('dropped')).toEqual({ ends: [], phase: null });
});

test('a silent runner\'s job goes to another one, and its late answer changes nothing', async () => {
  await make('a');
  const [first] = await lease('r1') as [Job];
  expect(await lease('r2')).toEqual([]);
  await silence();
  const [second] = await lease('r2') as [Job];
  expect(second).toMatchObject({ jobId: 'a', fence: first.fence + 1 });
  expect([await beat([first], 'draft'), await complete(first, 'late'), await complete(second)]).toEqual([['a'], true, false]);
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
    expect([await thing('a'), await queued()]).toMatchObject([{ ends: [expect.stringMatching(/^RUNNER_LOST 3 runners/)] }, []]);
  });

  test('is given up by the watchdog of any replica', async () => {
    const watchdog = startJobsWatchdog(database.pool, bell, owner, log);
    await until(async () => (await queued()).length === 0);
    await watchdog.stop();
    expect((await thing('a')).ends).toHaveLength(1);
  });

  test('keeps no other from being given up when it cannot be settled', async () => {
    await database.pool.query(`insert into jobs (id, kind, project_id, input, timeout_ms, attempts, fence, lease_until) values ('b', 'think', 'prj', '', 1, 3, 3, now() - interval '1 s')`);
    await database.pool.query(`insert into things (id) values ('b')`);
    const failing: JobOwner = { ...owner, settle: (tx, job, ending) => (job.id === 'a' ? Promise.reject(new Error('a bug')) : owner.settle(tx, job, ending)) };
    await watchJobs(database.pool, bell, failing, log);
    expect([await queued(), (await thing('b')).ends]).toMatchObject([['a'], [expect.stringContaining('RUNNER_LOST')]]);
  });
});

test('a job that no runner takes for a day ends, with its cause', async () => {
  await make('never', 'lapsed', 'held', 'young');
  await database.pool.query(`update jobs set created_at = now() - interval '25 h' where id <> 'young'`);
  await database.pool.query(`update jobs set attempts = 1, fence = 1, lease_until = now() + case id when 'held' then interval '1 m' else interval '-1 s' end where id in ('lapsed', 'held')`);
  await Promise.all([1, 2].map(() => watchJobs(database.pool, bell, owner, log)));
  expect([await thing('never'), await thing('lapsed'), await queued()]).toMatchObject([{ ends: ['QUEUE_TIMEOUT No runner took the job.'] }, { ends: ['QUEUE_TIMEOUT No runner took the job.'] }, ['held', 'young']]);
});

test.each([
  ['lease', JobsService.leaseJobs, { runnerId: 'x', freeSlots: 1, waitMs: 0, kinds: ['think'], labels: [] }],
  ['beat for', JobsService.beatJobs, { beats: [] }],
  ['complete', JobsService.completeJob, { jobId: 'a', fence: 1, output: Buffer.alloc(0), errorCode: '', errorMessage: '', givenBack: false }],
])('nobody but a runner may %s jobs', async (_, method, request) => {
  await expect(stranger!.call(method as typeof JobsService.leaseJobs, request as never)).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('that a job came back unbegun is noted with why, once; one that was begun is only free again', async () => {
  await make('a', 'b');
  const [a, b] = await lease();
  const back = async ({ jobId, fence }: Job, more: object) =>
    (await runner!.call(JobsService.completeJob, { jobId, fence, output: Buffer.from('not mine'), errorCode: '', errorMessage: '', givenBack: true, ...more })).refused;
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
  const answer = runner!.call(JobsService.leaseJobs, { runnerId: 'r1', freeSlots: 1, waitMs: 0, kinds: ['think'], labels: [] }, { signal: leaving.signal }).catch((error: unknown) => error);
  await until(async () => (await rows(database.pool, sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)).length > 0);
  leaving.abort();
  await answer;
  // The service hears of it on the same connection, before this.
  await beat([]);
  await slow.query('commit');
  slow.release();
  expect(await until(async () => (await lease('r2')).length === 1)).toBe(true);
});
