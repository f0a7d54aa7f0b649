import { once } from 'node:events';
import type { WorkItem } from '@assay/mesh/gen/assay/v1/work';
import { Problem } from '@assay/contract/problem';
import type { Channel } from '@assay/kit/rpc/client';
import { MAX_MESSAGE } from '@assay/kit/rpc/serve';
import { waitUntil } from '@assay/testkit/until';
import { boardItem, type WorkBoard } from '@assay/testkit/work/work-board';
import { NotForUs, withinTime, type WorkFunction, type WorkProgress } from '@assay/work/runner/within-time';
import { answeredWork, givenBack, type WorkHandler } from '@assay/work/runner/work-handler';
import { Worker } from '@assay/work/runner/worker';
import { BoardService, log } from '../support/board-service.ts';

let platform: BoardService;
let board: WorkBoard;
let source: Channel;
let worker: Worker;
/** The work under way, and how to end it. */
let hands: Map<string, WorkProgress & { finish(): void }>;
let started: string[];

beforeEach(async () => {
  platform = new BoardService();
  await platform.start();
  board = platform.board;
  source = platform.dial();
  [hands, started] = [new Map(), []];
});
afterEach(async () => {
  await worker.stop(0);
  source.close();
  await platform.stop();
});

const held = async ({ id }: WorkItem, progress: WorkProgress): Promise<Buffer> => {
  started.push(id);
  const { promise, resolve } = Promise.withResolvers<void>();
  hands.set(id, { ...progress, finish: resolve });
  await promise;
  return Buffer.from(`answer to ${id}`);
};
const kinds: Record<string, WorkFunction> = {
  held,
  failing: () => Promise.reject(new Problem('OAUTH_REQUIRED', 'Server "a" needs an OAuth grant; token=abcdef.')),
  newer: () => Promise.reject(new NotForUs()),
  broken: () => Promise.reject(new TypeError('our bug, with password=hunter2')),
};
/** Handlers of their own, whose endings or news cannot be sent. */
const hostile: Record<string, WorkHandler> = {
  throwing: () => Promise.reject(new RangeError('our bug, with password=hunter2')),
  unencodable: () => Promise.resolve(answeredWork(undefined as unknown as Buffer)),
  oversized: () => Promise.resolve(answeredWork(Buffer.alloc(MAX_MESSAGE))),
  circular: async (inHand) => {
    const event: Record<string, unknown> = {};
    event.self = event;
    inHand.say(event);
    return answeredWork(Buffer.alloc(0));
  },
  newsless: async (inHand) => {
    inHand.recording = {
      due: () => Promise.reject(new RangeError('Invalid string length')),
      delivered: () => undefined,
    };
    await once(inHand.signal, 'abort');
    return givenBack(true);
  },
};
const start = (slots = 2, returnMs = 60_000) => {
  const handlers = Object.fromEntries(Object.entries(kinds).map(([kind, work]) => [kind, withinTime(work, log)]));
  Object.assign(handlers, hostile);
  worker = new Worker({
    source,
    runnerId: 'r1',
    slots,
    handlers,
    labels: [],
    takesAhead: false,
    log,
    returnMs,
  });
};
const offer = (count: number, kind = 'held', more: Partial<WorkItem> = {}): WorkItem[] => {
  const jobs = Array.from({ length: count }, () => boardItem(kind, {}, more));
  board.offer(...jobs);
  return jobs;
};
const inHand = ({ id }: WorkItem) => waitUntil(() => hands.get(id));

test("jobs are leased in the runner's name, at most as many as there are slots", async () => {
  const jobs = offer(3);
  start(2);
  await inHand(jobs[1]!);
  expect(board.leases[0]).toMatchObject({
    runnerId: 'r1',
    freeSlots: 2,
    waitMs: expect.any(Number),
    kinds: expect.arrayContaining(['held', 'failing', 'newer', 'broken']),
  });
  expect(board.waiting).toBe(1);
  hands.get(jobs[0]!.id)!.finish();
  expect((await board.answer(jobs[0]!)).output.toString()).toBe(`answer to ${jobs[0]!.id}`);
  await inHand(jobs[2]!);
  expect(board.leases.at(-1)!.freeSlots).toBe(1);
});

test('heartbeats keep a job, under its fence, and tell its phase', async () => {
  const [first] = offer(1, 'held', { fence: '7' });
  start();
  (await inHand(first!)).phase('draft');
  await waitUntil(() => board.phases(first!).includes('draft'));
  expect(board.heartbeats.flat().every(({ fence }) => fence === '7')).toBe(true);
});

test('a job that is to be stopped ends at once, is not answered and frees its slot', async () => {
  const [first, second] = offer(2);
  start(1);
  const { signal } = await inHand(first!);
  board.stopped.add(first!.id);
  await inHand(second!);
  expect(signal.aborted).toBe(true);
  hands.get(second!.id)!.finish();
  await board.answer(second!);
  expect(board.answers).toHaveLength(1);
});

test('work ends when the platform was silent for as long as a lease lasts', async () => {
  const [only] = offer(1, 'held', { leaseMs: 1_000 });
  start();
  const { signal } = await inHand(only!);
  await platform.stop();
  await waitUntil(() => signal.aborted);
  await platform.start();
  const [next] = offer(1);
  (await inHand(next!)).finish();
  await board.answer(next!);
  expect(board.answers.map(({ id }) => id)).toEqual([next!.id]);
});

test('a job that comes back under a new fence replaces the former attempt', async () => {
  const [first] = offer(1);
  start(2);
  const { signal } = await inHand(first!);
  hands.clear();
  board.offer({ ...first!, fence: '2' });
  const again = await inHand(first!);
  await waitUntil(() => signal.aborted);
  again.finish();
  expect(await board.answer({ ...first!, fence: '2' })).toMatchObject({ errorCode: '' });
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

test.each(Object.keys(hostile))('an item whose handler is %s fails, and no other item', async (kind) => {
  const [other] = offer(1);
  const [bad] = offer(1, kind);
  start();
  expect(await board.answer(bad!)).toMatchObject({
    errorCode: 'INTERNAL_ERROR',
    errorMessage: 'The runner failed on this work.',
    output: Buffer.alloc(0),
  });
  (await inHand(other!)).finish();
  expect((await board.answer(other!)).output.toString()).toBe(`answer to ${other!.id}`);
  expect(board.answers).toHaveLength(2);
});

test('a job that only newer runners understand is given back for them, with pauses', async () => {
  const [only] = offer(1, 'newer');
  start(1);
  await waitUntil(() => board.returned.length === 2);
  expect([board.answers, new Set(board.returned.map(({ id }) => id))]).toEqual([[], new Set([only!.id])]);
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
  board.fault = ({ reports }) => {
    tried.push(...(reports ?? []).map(({ id }) => id));
    return reports ? new Problem('INTERNAL_ERROR', 'Internal error.') : undefined;
  };
  const [bad] = offer(1, 'failing');
  start(1);
  const isHeld = () => board.heartbeats.at(-1)?.some(({ id }) => id === bad!.id) ?? true;
  // Another item keeps the heartbeat going.
  await inHand(offer(1)[0]!);
  await waitUntil(() => tried.length === 3 && !isHeld(), 20_000);
  expect(tried).toEqual(Array.from({ length: 3 }, () => bad!.id));
});

describe('a runner that is told to stop', () => {
  test('finishes what it has begun, and takes no more', async () => {
    const [only] = offer(1);
    start();
    const { finish } = await inHand(only!);
    // It asks for more beside its job; a request on its way would reach the board after it was broken off.
    await waitUntil(() => board.asking === 1);
    const stopped = worker.stop(10_000);
    await waitUntil(() => board.asking === 0);
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
    expect([signal.aborted, board.answers, board.returned.map(({ id }) => id), board.waiting]).toEqual([
      true,
      [],
      [only!.id],
      1,
    ]);
  });

  test('does not wait for a platform that is away', async () => {
    const [only] = offer(1);
    start(2, 500);
    const { finish } = await inHand(only!);
    await platform.stop();
    finish();
    await worker.stop(50);
    expect(board.answers).toEqual([]);
    // One that waited would do so for twice as long.
  }, 30_000);
});
