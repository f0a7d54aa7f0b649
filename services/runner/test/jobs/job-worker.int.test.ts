import type { Job } from '@assay/contract/gen/assay/v1/jobs';
import { Problem } from '@assay/contract/problem';
import { dial, type Channel } from '@assay/kit/rpc/client';
import { until } from '@assay/testkit/until';
import { JobWorker } from '../../src/jobs/job-worker.ts';
import { NotForUs, type Progress } from '../../src/jobs/run-job.ts';
import { job, type JobBoard } from '../support/job-board.ts';
import { log, meshSecret, Platform } from '../support/platform.ts';

let platform: Platform;
let board: JobBoard;
let service: Channel;
let worker: JobWorker;
/** What is being worked on, and how to end it. */
let hands: Map<string, Progress & { finish(): void }>;
let started: string[];

beforeEach(async () => {
  platform = new Platform();
  await platform.start();
  board = platform.jobs;
  service = dial(platform.address, meshSecret, 'runner');
  [hands, started] = [new Map(), []];
});
afterEach(async () => {
  await worker.stop(0);
  service.close();
  await platform.stop();
});

const held = async ({ jobId }: Job, progress: Progress): Promise<Buffer> => {
  started.push(jobId);
  const { promise, resolve } = Promise.withResolvers<void>();
  hands.set(jobId, { ...progress, finish: resolve });
  await promise;
  return Buffer.from(`answer to ${jobId}`);
};
const kinds = {
  held,
  failing: () => Promise.reject(new Problem('OAUTH_REQUIRED', 'Server "a" needs an OAuth grant; token=abcdef.')),
  newer: () => Promise.reject(new NotForUs()),
  broken: () => Promise.reject(new TypeError('our bug, with password=hunter2')),
};
const start = (slots = 2) => {
  worker = new JobWorker({ service, runnerId: 'r1', slots, kinds, labels: [], log, endMs: 60_000 });
};
const offer = (count: number, kind = 'held', more: Partial<Job> = {}): Job[] => {
  const jobs = Array.from({ length: count }, () => job(kind, {}, more));
  board.offer(...jobs);
  return jobs;
};
const inHand = ({ jobId }: Job) => until(() => hands.get(jobId));

test("jobs are asked for in the runner's name, and no more are worked on at a time than there are slots", async () => {
  const jobs = offer(3);
  start(2);
  await inHand(jobs[1]!);
  expect(board.leases[0]).toMatchObject({
    runnerId: 'r1',
    freeSlots: 2,
    waitMs: expect.any(Number),
    kinds: ['held', 'failing', 'newer', 'broken'],
  });
  expect(board.waiting).toBe(1);
  hands.get(jobs[0]!.jobId)!.finish();
  expect((await board.answer(jobs[0]!)).output.toString()).toBe(`answer to ${jobs[0]!.jobId}`);
  await inHand(jobs[2]!);
  expect(board.leases.at(-1)!.freeSlots).toBe(1);
});

test('heartbeats keep a job, under its fence, and tell its phase', async () => {
  const [first] = offer(1, 'held', { fence: 7 });
  start();
  (await inHand(first!)).phase('draft');
  await until(() => board.phases(first!).includes('draft'));
  expect(board.beats.every(({ fence }) => fence === 7)).toBe(true);
});

test('a job that is to be stopped ends at once, is not answered and frees its slot', async () => {
  const [first, second] = offer(2);
  start(1);
  const { signal } = await inHand(first!);
  board.stopped.add(first!.jobId);
  await inHand(second!);
  expect(signal.aborted).toBe(true);
  hands.get(second!.jobId)!.finish();
  await board.answer(second!);
  expect(board.answers).toHaveLength(1);
});

test('a platform that is silent for as long as a lease lasts has given the job to others, so it ends here', async () => {
  const [only] = offer(1, 'held', { leaseMs: 1_000 });
  start();
  const { signal } = await inHand(only!);
  await platform.stop();
  await until(() => signal.aborted);
  await platform.start();
  const [next] = offer(1);
  (await inHand(next!)).finish();
  await board.answer(next!);
  expect(board.answers.map(({ jobId }) => jobId)).toEqual([next!.jobId]);
});

test('a job that comes back under a new fence replaces the former attempt', async () => {
  const [first] = offer(1);
  start(2);
  const { signal } = await inHand(first!);
  hands.clear();
  board.offer({ ...first!, fence: 2 });
  const again = await inHand(first!);
  await until(() => signal.aborted);
  again.finish();
  expect(await board.answer({ ...first!, fence: 2 })).toMatchObject({ errorCode: '' });
  expect(board.answers).toHaveLength(1);
});

test.each([
  [
    'a Problem is answered with its code and its message, without secrets',
    'failing',
    { errorCode: 'OAUTH_REQUIRED', errorMessage: 'Server "a" needs an OAuth grant; token=[redacted]' },
  ],
  [
    'a bug of ours is answered without its text',
    'broken',
    { errorCode: 'INTERNAL_ERROR', errorMessage: 'The runner failed on this job.' },
  ],
])('%s', async (_, kind, expected) => {
  const [only] = offer(1, kind);
  start();
  const answer = await board.answer(only!);
  expect(answer).toMatchObject(expected);
  expect(answer.output).toHaveLength(0);
});

test('a job that only newer runners understand is given back for them, again and again but not all the time', async () => {
  const [only] = offer(1, 'newer');
  start(1);
  await until(() => board.givenBack.length === 2);
  expect([board.answers, new Set(board.givenBack)]).toEqual([[], new Set([only!.jobId])]);
  expect(board.leases).toHaveLength(2);
});

test('a job that takes longer than it may fails, and is told to end', async () => {
  const [only] = offer(1, 'held', { timeoutMs: 300 });
  start();
  const { signal } = await inHand(only!);
  expect(await board.answer(only!)).toMatchObject({
    errorCode: 'TIMEOUT',
    errorMessage: 'The job took longer than 0.3 s.',
  });
  expect(signal.aborted).toBe(true);
});

test('an answer is kept while the platform is away, and delivered once when it is back', async () => {
  const [only] = offer(1);
  start();
  const { finish } = await inHand(only!);
  await platform.stop();
  finish();
  await platform.start();
  await board.answer(only!);
  expect(board.answers).toHaveLength(1);
});

test('an answer that is turned down is tried again, and given up when that does not help', async () => {
  const tried: string[] = [];
  board.fault = ({ answer }) => {
    if (answer) tried.push(answer.jobId);
    return answer ? new Problem('INTERNAL_ERROR', 'Internal error.') : undefined;
  };
  const [bad] = offer(1, 'failing');
  start(1);
  const [next] = offer(1);
  await inHand(next!);
  expect(tried).toEqual(Array.from({ length: 3 }, () => bad!.jobId));
});

describe('a runner that is told to stop', () => {
  test('finishes what it has begun, and takes no more', async () => {
    const [only] = offer(1);
    start();
    const { finish } = await inHand(only!);
    // It asks for more beside its job; a request on its way would reach the board after it was broken off.
    await until(() => board.asking === 1);
    const stopped = worker.stop(10_000);
    await until(() => board.asking === 0);
    const leases = board.leases.length;
    offer(1);
    finish();
    await stopped;
    await board.answer(only!);
    expect([board.waiting, board.leases.length]).toEqual([1, leases]);
  });

  test('gives back what takes too long, for others to do: it is told to end, and not answered', async () => {
    const [only] = offer(1);
    start();
    const { signal } = await inHand(only!);
    await worker.stop(50);
    expect([signal.aborted, board.answers, board.givenBack, board.waiting]).toEqual([true, [], [only!.jobId], 1]);
  });

  test('does not wait for a platform that is away', async () => {
    const [only] = offer(1);
    start();
    const { finish } = await inHand(only!);
    await platform.stop();
    finish();
    await worker.stop(50);
    expect(board.answers).toEqual([]);
    // One that waited would do so for twice as long.
  }, 30_000);
});
