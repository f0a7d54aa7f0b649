import type { WorkBeat, WorkItem } from '@assay/mesh/gen/assay/v1/work';
import { Problem } from '@assay/contract/problem';
import type { Channel } from '@assay/kit/rpc/client';
import { waitUntil } from '@assay/testkit/until';
import { boardItem, type WorkBoard } from '@assay/testkit/work/work-board';
import { Worker } from '@assay/work/runner/worker';
import type { WorkInHand } from '@assay/work/runner/work-in-hand';
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
  source = service.dial();
  execution = new Execution();
  const handlers = { talk: execution.run };
  worker = new Worker({ source, runnerId: 'r1', slots: 4, labels: [], handlers, takesAhead: false, log });
});
afterEach(async () => {
  execution.finishAll();
  await worker.stop(0);
  source.close();
  await service.stop();
});

async function begin(): Promise<WorkInHand> {
  const item = boardItem('talk', {});
  platform.offer(item);
  return waitUntil(() => [...execution.open.keys()].find((inHand) => inHand.item.id === item.id));
}
const withEvents = (): WorkBeat[] => platform.heartbeats.flat().filter(({ events }) => events.length > 0);
const numbers = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));
const untilTold = (item: WorkItem, count: number) => waitUntil(() => platform.events(item).length === count);
const reportsSeen: number[] = [];
const watchReports = (item: WorkItem) => {
  reportsSeen.length = 0;
  const before = platform.fault;
  platform.fault = (request) => {
    if (request.reports?.some(({ id }) => id === item.id)) reportsSeen.push(platform.events(item).length);
    return before(request);
  };
};

test('live events travel soon and together, in beats for the items that have some', async () => {
  const [speaking, silent] = [await begin(), await begin()];
  for (const event of numbers(50)) speaking.say(event);
  await untilTold(speaking.item, 50);
  expect(platform.events(speaking.item)).toEqual(numbers(50));
  expect(withEvents().length).toBeLessThan(5);
  expect(withEvents().map(({ id }) => id)).not.toContain(silent.item.id);
  // The beat for all items goes on.
  await waitUntil(() => platform.heartbeats.some((beats) => beats.length === 2));
});

test('live events that were not taken are sent again, in order and without gaps', async () => {
  const speaking = await begin();
  let refused = 0;
  platform.fault = ({ beats }) =>
    beats?.some(({ events }) => events.length > 0) && ++refused < 3 ? new Problem('TIMEOUT', 'Away.') : undefined;
  speaking.say({ n: 0 });
  await waitUntil(() => refused === 1);
  speaking.say({ n: 1 });
  await waitUntil(() => refused === 3);
  speaking.say({ n: 2 });
  await untilTold(speaking.item, 3);
  expect(withEvents().map(({ events }) => events.map(({ index }) => index))).toEqual([[0], [0, 1], [0, 1], [2]]);
});

test('the report of an item follows its last live events', async () => {
  const speaking = await begin();
  watchReports(speaking.item);
  for (const event of numbers(3)) speaking.say(event);
  execution.finish(1);
  await platform.answer(speaking.item);
  expect(reportsSeen).toEqual([3]);
});

test('the report of an item goes out although the platform refuses its live events', async () => {
  const speaking = await begin();
  platform.fault = ({ beats }) =>
    beats?.some(({ events }) => events.length > 0) ? new Problem('INTERNAL_ERROR', 'Internal error.') : undefined;
  speaking.say({ n: 0 });
  execution.finish(1);
  expect(await platform.answer(speaking.item)).toMatchObject({ errorCode: '' });
});

test('an item that the platform stopped sends no further live events', async () => {
  const speaking = await begin();
  platform.stopped.add(speaking.item.id);
  speaking.say({ n: 0 });
  await waitUntil(() => speaking.signal.aborted);
  speaking.say({ n: 1 });
  expect(platform.events(speaking.item)).toEqual([{ n: 0 }]);
});

test('live events of more bytes than one beat carries travel in several, in order', async () => {
  const speaking = await begin();
  const long = numbers(4).map(({ n }) => ({ n, text: 'x'.repeat(100_000) }));
  for (const event of long) speaking.say(event);
  await untilTold(speaking.item, 4);
  expect(withEvents().map(({ events }) => events.length)).toEqual([2, 2]);
  expect(platform.events(speaking.item)).toEqual(long);
});
