import type { TurnResult, TurnTask } from '@assay/contract/areas/chat-sessions/turn-work';
import { TurnOutput } from '@assay/mesh/gen/assay/v1/turns';
import type { WorkItem } from '@assay/mesh/gen/assay/v1/work';
import { startFaultyServer, type FaultyServer } from '@assay/testkit/mcp-servers/faulty-servers';
import { waitUntil } from '@assay/testkit/until';
import { startRunner } from '../../src/app.ts';
import { turnItem, turnTask } from '../support/chat-turns.ts';
import { configFor, PlatformStandIn, savedServer, silentLog } from '../support/platform-stand-in.ts';

let faulty: FaultyServer;
let platform: PlatformStandIn;
let runner: { stop(): Promise<void> };

beforeAll(async () => {
  faulty = await startFaultyServer();
  platform = new PlatformStandIn();
  await platform.start();
  platform.servers = [savedServer('faulty', faulty.url('/tools'))];
  runner = startRunner(configFor(platform), silentLog);
});
afterAll(async () => {
  await runner.stop();
  await platform.stop();
  await faulty.stop();
});

const say = (text: string): TurnTask => turnTask(text, platform.servers);
const offer = (task: TurnTask): WorkItem => {
  const item = turnItem(task);
  platform.work.offer(item);
  return item;
};
const resultOf = async (item: WorkItem): Promise<TurnResult> =>
  JSON.parse(TurnOutput.decode((await platform.work.answer(item)).output).result.toString()) as TurnResult;

test('a leased turn is taken, its events are sent before its report', async () => {
  const item = offer(say('echo {"n":1}'));
  const seen: number[] = [];
  platform.work.fault = ({ reports }) => {
    if (reports?.some(({ id }) => id === item.id)) seen.push(platform.work.events(item).length);
    return undefined;
  };
  expect(await resultOf(item)).toMatchObject({ finishReason: 'stop', toolCalls: [{ toolName: 'echo' }] });
  expect(platform.work.events(item)).toMatchObject([{ type: 'toolCall' }, { type: 'toolResult' }, { type: 'text' }]);
  expect(seen).toEqual([3]);
});

test('people see a call while it is under way, and a stop cancels it at the server', async () => {
  const item = offer(say('echo then hang'));
  await waitUntil(() => platform.work.events(item).length === 3);
  platform.work.stopped.add(item.id);
  expect(await resultOf(item)).toMatchObject({
    error: { code: 'CANCELLED' },
    toolCalls: [
      { toolName: 'echo', isError: false },
      { toolName: 'hang', error: { code: 'CANCELLED' } },
    ],
  });
  await waitUntil(() => faulty.calls.hang.cancelled === 1);
});

test('a turn that cannot be read fails, and is not lost', async () => {
  const item = { ...turnItem(say('x')), task: Buffer.from('no JSON') };
  platform.work.offer(item);
  expect(await platform.work.answer(item)).toMatchObject({ errorCode: 'INTERNAL_ERROR' });
});
