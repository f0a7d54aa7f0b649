import type { Channel } from '@assay/kit/rpc/client';
import { waitUntil } from '@assay/testkit/until';
import { boardItem } from '@assay/testkit/work/work-board';
import { startWorkers, type RunnerKind } from '@assay/work/runner/workers';
import { BoardService, log } from '../support/board-service.ts';
import { Execution } from '../support/execution.ts';

let services: [BoardService, BoardService];
let channels: [Channel, Channel];
let workers: { stop(graceMs: number): Promise<void> };
let execution: Execution;

type Owner = 'first' | 'second' | 'absent';
const kind = (owner: Owner, slots: RunnerKind['slots']): RunnerKind<Owner> => ({
  owner,
  slots,
  handle: (inHand) => execution.run(inHand),
});

beforeEach(async () => {
  services = [new BoardService(), new BoardService()];
  await Promise.all(services.map((service) => service.start()));
  channels = [services[0].dial(), services[1].dial()];
  execution = new Execution();
  workers = startWorkers<Owner>({
    version: '0.1.0',
    kinds: {
      'long-kind': kind('first', 'long'),
      'background-kind': kind('first', 'background'),
      'interactive-kind': kind('first', 'interactive'),
      'other-kind': kind('second', 'interactive'),
      'absent-kind': kind('absent', 'background'),
    },
    sources: { first: channels[0], second: channels[1], absent: undefined },
    slots: { interactive: 1, long: 2, browser: 1, background: 1 },
    runnerId: 'r1',
    labels: [],
    log,
  });
});
afterEach(async () => {
  execution.finishAll();
  await workers.stop(0);
  for (const channel of channels) channel.close();
  await Promise.all(services.map((service) => service.stop()));
});

test('interactive work is begun while every slot for long and background work is taken', async () => {
  const [{ board: first }, { board: second }] = services;
  first.offer(
    ...[1, 2, 3].map(() => boardItem('long-kind', {})),
    ...[1, 2].map(() => boardItem('background-kind', {})),
  );
  await waitUntil(() => execution.open.size === 3 && first.waiting === 2);
  const [own, other] = [boardItem('interactive-kind', {}), boardItem('other-kind', {})];
  first.offer(own);
  second.offer(other);
  await waitUntil(() => execution.started.includes(own.id) && execution.started.includes(other.id));
  expect(first.waiting).toBe(2);
});

test('each source is asked for its kinds, class by class, and no kind of a service out of reach', async () => {
  const [{ board: first }, { board: second }] = services;
  await waitUntil(() => first.asking === 3 && second.asking === 1);
  const wanted = (board: typeof first) =>
    board.leases.map(({ kinds, freeSlots }) => `${kinds.join()}: ${freeSlots}`).toSorted();
  expect([wanted(first), wanted(second)]).toEqual([
    ['background-kind: 1', 'interactive-kind: 1', 'long-kind: 2'],
    ['other-kind: 1'],
  ]);
});
