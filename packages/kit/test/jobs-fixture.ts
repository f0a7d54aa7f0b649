import { JobsService, type Job } from '@assay/contract/gen/assay/v1/jobs';
import { WakeUp } from '@assay/kit/concurrency/wake-up';
import { dial, type Channel } from '@assay/kit/rpc/client';
import { rows, sql, transaction } from '@assay/kit/postgres/db';
import { jobsMigrations } from '@assay/kit/jobs/migrations';
import type { JobOwner } from '@assay/kit/jobs/owner';
import { enqueue, type NewJob } from '@assay/kit/jobs/queue';
import { jobsService } from '@assay/kit/jobs/service';
import { serve, type Running } from '@assay/kit/rpc/serve';
import { testDatabase, type TestDatabase } from '@assay/testkit/database/database';
import { until } from '@assay/testkit/until';
import { log } from './harness.ts';

const meshSecret = 'a secret of this test';
export let database: TestDatabase;
let service: Running;
export let bell: WatchedBell;
export let [runner, stranger]: Channel[] = [];

/** A service whose jobs are rows of `things`; what becomes of them is written there. */
export const owner: JobOwner = {
  async settle(tx, { id }, ending) {
    if ('output' in ending && ending.output.toString() === 'unbearable') throw new Error('a bug of this service');
    await tx.query(
      sql`update things set ends = ends || ${'output' in ending ? ending.output.toString() : `${ending.error.code} ${ending.error.message}`}::text where id = ${id}`,
    );
  },
  async returned(tx, { id }, why) {
    await tx.query(sql`update things set ends = ends || ${`back ${why.toString()}`}::text where id = ${id}`);
  },
  async progress(db, phases) {
    for (const { jobId, phase } of phases) await db.query(sql`update things set phase = ${phase} where id = ${jobId}`);
  },
};

/** Knows of the looks of those who wait. */
class WatchedBell extends WakeUp {
  underWay = 0;
  ended = 0;

  override waitFor<T>(ms: number, look: () => Promise<T | undefined>): Promise<T | undefined> {
    return super.waitFor(ms, async () => {
      this.underWay++;
      try {
        return await look();
      } finally {
        this.underWay--;
        this.ended++;
      }
    });
  }
}

beforeAll(async () => {
  database = await testDatabase({ folders: [jobsMigrations] });
  await database.pool.query(`create table things (id text primary key, ends text[] not null default '{}', phase text)`);
});
beforeEach(async () => {
  await database.pool.query('truncate jobs, job_turns, things');
  bell = new WatchedBell();
  service = await serve({
    name: 'things',
    address: '127.0.0.1:0',
    implementations: [jobsService(database.pool, bell, owner)],
    meshSecret,
    log,
  });
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
export const make = (...ids: string[]): Promise<void> => makeFor('prj', ids);

export async function makeFor(
  projectId: string,
  ids: string[],
  kind = 'think',
  more: Partial<NewJob> = {},
): Promise<void> {
  for (const id of ids) {
    await transaction(database.pool, async (tx) => {
      await tx.query(sql`insert into things (id) values (${id})`);
      await enqueue(tx, { id, kind, projectId, input: Buffer.from(`input of ${id}`), timeoutMs: 60_000, ...more });
    });
  }
  bell.wake();
}

export const lease = async (runnerId = 'r1', freeSlots = 10, waitMs = 0): Promise<Job[]> =>
  (await runner!.call(JobsService.leaseJobs, { runnerId, freeSlots, waitMs, kinds: ['think'], labels: [] })).jobs;
export const beat = async (jobs: Job[], phase = ''): Promise<string[]> =>
  (await runner!.call(JobsService.beatJobs, { beats: jobs.map(({ jobId, fence }) => ({ jobId, fence, phase })) }))
    .stopJobIds;
export const complete = async ({ jobId, fence }: Job, output = 'done'): Promise<boolean> =>
  (
    await runner!.call(JobsService.completeJob, {
      jobId,
      fence,
      output: Buffer.from(output),
      errorCode: '',
      errorMessage: '',
      givenBack: false,
    })
  ).refused;
export const giveBack = async ({ jobId, fence }: Job): Promise<boolean> =>
  (
    await runner!.call(JobsService.completeJob, {
      jobId,
      fence,
      output: Buffer.alloc(0),
      errorCode: '',
      errorMessage: '',
      givenBack: true,
    })
  ).refused;
export const thing = async (id: string) =>
  (
    await rows<{ ends: string[]; phase: string | null }>(
      database.pool,
      sql`select ends, phase from things where id = ${id}`,
    )
  )[0]!;
/** A runner that has looked for work, found none, and waits. */
export async function waitingRunner(): Promise<{ answer: Promise<Job[]> }> {
  const before = bell.ended;
  const answer = lease('r1', 1, 20_000);
  await until(() => bell.ended > before);
  return { answer };
}
export const queued = async () =>
  (await rows<{ id: string }>(database.pool, sql`select id from jobs order by id`)).map(({ id }) => id);
export const silence = () => database.pool.query(`update jobs set lease_until = now() - interval '1 s'`);
