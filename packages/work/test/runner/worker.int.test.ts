import type { WorkItem } from '@assay/mesh/gen/assay/v1/work';
import type { Channel } from '@assay/kit/rpc/client';
import { waitUntil } from '@assay/testkit/until';
import { boardItem, type WorkBoard } from '@assay/testkit/work/work-board';
import { Worker } from '@assay/work/runner/worker';
import { BoardService, log } from '../support/board-service.ts';
import { Execution } from '../support/execution.ts';

let service: BoardService;
let platform: WorkBoard;
let source: Channel;
let worker: Worker;
let execution: Execution;

beforeEach(async () => {
  service = new BoardService();
  await service.start();
  platform = service.board;
  platform.offersAgain = () => false;
  source = service.dial();
  execution = new Execution();
});
afterEach(async () => {
  execution.finishAll();
  await worker.stop(0);
  source.close();
  await service.stop();
});

const offer = (count: number, more: Partial<WorkItem> = {}): WorkItem[] => {
  const items = Array.from({ length: count }, () => boardItem('long', {}, more));
  platform.offer(...items);
  return items;
};
const start = (slots: number) => {
  worker = new Worker({
    source,
    runnerId: 'r1',
    slots,
    labels: ['gpu'],
    handlers: { long: execution.run },
    takesAhead: true,
    log,
    returnMs: 20_000,
  });
};

/** Has the worker do short work until it waits for so much at once. One item is not enough: the machine may stall while it runs. */
async function untilItAsksFor(count: number): Promise<void> {
  execution.instant = true;
  await waitUntil(async () => {
    await platform.answer(offer(1)[0]!);
    return platform.asking === 1 && platform.leases.at(-1)!.freeSlots >= count;
  }, 25_000);
  execution.instant = false;
}

test("work is asked for in the runner's name, with its labels and as many slots as are free", async () => {
  start(3);
  await waitUntil(() => platform.leases.length > 0);
  expect(platform.leases[0]).toMatchObject({
    runnerId: 'r1',
    labels: ['gpu'],
    kinds: ['long'],
    freeSlots: 3,
    waitMs: expect.any(Number),
  });
});

test('long work is taken only where a slot is free', async () => {
  offer(5);
  start(2);
  const startedAt = performance.now();
  await waitUntil(() => execution.open.size === 2 && performance.now() - startedAt > 1_200);
  execution.finish(1);
  await waitUntil(() => platform.batches.flat().length === 1 && execution.open.size === 2);
  expect(platform.waiting).toBe(2);
  execution.finishAll();
  await waitUntil(() => platform.batches.flat().length === 5);
  expect(execution.most).toBe(2);
  for (const { freeSlots } of platform.leases) expect(freeSlots).toBeLessThanOrEqual(2);
});

test('short work is also taken ahead, and is not begun before a slot is free', async () => {
  start(4);
  await untilItAsksFor(8);
  const begun = execution.started.length;
  offer(8);
  await waitUntil(() => execution.open.size === 4 && platform.waiting === 0);
  expect(execution.started).toHaveLength(begun + 4);
});

test('an item that is not begun when the worker stops is never begun', async () => {
  start(1);
  await untilItAsksFor(2);
  const [running, waiting] = offer(2);
  await waitUntil(() => platform.waiting === 0 && execution.open.size === 1);
  platform.stopped.add(waiting!.id);
  const beats = platform.heartbeats.length;
  // The one after the next was certainly sent when it was held and stopped.
  await waitUntil(() => platform.heartbeats.length > beats + 1);
  execution.finish(1);
  await platform.answer(running!);
  const [next] = offer(1);
  await waitUntil(() => execution.started.includes(next!.id));
  expect(execution.started).not.toContain(waiting!.id);
});

test('everything held is kept alive by heartbeats until its report is delivered', async () => {
  const [item] = offer(1, { fence: '7' });
  start(1);
  await waitUntil(() => platform.heartbeats.length > 0);
  expect(platform.heartbeats[0]).toEqual([
    { id: item!.id, kind: 'long', fence: '7', phase: '', parts: [], events: [] },
  ]);
  execution.finish(1);
  await platform.answer(item!);
});

test('an iteration that comes back under a new fence replaces the former attempt', async () => {
  const [first] = offer(1);
  start(2);
  await waitUntil(() => execution.open.size === 1);
  platform.offer({ ...first!, fence: '2' });
  expect(await waitUntil(() => platform.batches.flat()[0])).toMatchObject({
    id: first!.id,
    fence: '1',
    givenBack: true,
  });
  const beats = await waitUntil(
    () => platform.heartbeats.at(-1)?.some(({ fence }) => fence === '2') && platform.heartbeats.at(-1)!,
  );
  expect(beats).toMatchObject([{ id: first!.id, fence: '2' }]);
  execution.finish(1);
  expect(await platform.answer({ ...first!, fence: '2' })).toMatchObject({ errorCode: '' });
});

test('work goes on when the platform comes back after it was away', async () => {
  start(1);
  await waitUntil(() => platform.leases.length > 0);
  await service.stop();
  await service.start();
  const [item] = offer(1);
  await waitUntil(() => execution.open.size === 1);
  execution.finish(1);
  expect(await platform.answer(item!)).toMatchObject({ errorCode: '' });
});

describe('a runner that is told to stop', () => {
  test('finishes and reports what it has begun, and takes no more', async () => {
    const [item] = offer(1);
    start(2);
    // It asks for more as long as it has a slot free.
    await waitUntil(() => execution.open.size === 1 && platform.asking === 1);
    const leases = platform.leases.length;
    const stopped = worker.stop(10_000);
    await waitUntil(() => platform.asking === 0);
    offer(1);
    execution.finish(1);
    await stopped;
    expect(await platform.answer(item!)).toMatchObject({ errorCode: '' });
    expect(platform.waiting).toBe(1);
    expect(platform.leases.length).toBe(leases);
  });

  test('breaks off what takes too long, and gives it back for others', async () => {
    const [item] = offer(1);
    start(1);
    await waitUntil(() => execution.open.size === 1);
    const [held] = execution.open.keys();
    await worker.stop(50);
    expect(held!.signal.aborted).toBe(true);
    expect(platform.returned).toMatchObject([{ id: item!.id, begun: true }]);
  });

  test('gives back what it was being handed when it was told to stop', async () => {
    const answer = Promise.withResolvers<void>();
    platform.beforeAnswer = () => answer.promise;
    const [item] = offer(1);
    start(1);
    await waitUntil(() => platform.waiting === 0);
    await worker.stop(10_000);
    expect(platform.returned).toMatchObject([{ id: item!.id, fence: item!.fence, begun: false }]);
    expect(execution.started).toEqual([]);
    answer.resolve();
  });

  test('stops at once when there is nothing to do', async () => {
    start(1);
    await waitUntil(() => platform.leases.length > 0);
    // A worker that waits for its grace ends after the test.
    await worker.stop(600_000);
    expect(execution.started).toEqual([]);
  });
});
