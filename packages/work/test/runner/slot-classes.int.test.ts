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

type Owner = 'runs' | 'provider' | 'absent';
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
    kinds: {
      iteration: kind('runs', 'long'),
      judge: kind('runs', 'background'),
      turn: kind('runs', 'interactive'),
      inspect: kind('provider', 'interactive'),
      draft: kind('absent', 'background'),
    },
    sources: { runs: channels[0], provider: channels[1], absent: undefined },
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
  const [{ board: runs }, { board: provider }] = services;
  runs.offer(...[1, 2, 3].map(() => boardItem('iteration', {})), ...[1, 2].map(() => boardItem('judge', {})));
  await waitUntil(() => execution.open.size === 3 && runs.waiting === 2);
  const [turn, inspection] = [boardItem('turn', {}), boardItem('inspect', {})];
  runs.offer(turn);
  provider.offer(inspection);
  await waitUntil(() => execution.started.includes(turn.id) && execution.started.includes(inspection.id));
  expect(runs.waiting).toBe(2);
});

test('each source is asked for its kinds, class by class, and no kind of a service out of reach', async () => {
  const [{ board: runs }, { board: provider }] = services;
  await waitUntil(() => runs.asking === 3 && provider.asking === 1);
  const wanted = (board: typeof runs) =>
    board.leases.map(({ kinds, freeSlots }) => `${kinds.join()}: ${freeSlots}`).toSorted();
  expect([wanted(runs), wanted(provider)]).toEqual([['iteration: 2', 'judge: 1', 'turn: 1'], ['inspect: 1']]);
});
