import { Outcome } from '@assay/mesh/gen/assay/v1/iterations';
import { Problem } from '@assay/contract/problem';
import { startFaultyServer, type FaultyServer } from '@assay/testkit/mcp-servers/faulty-servers';
import { waitUntil } from '@assay/testkit/until';
import { startRunner } from '../../src/app.ts';
import {
  callStep,
  contentsOf,
  configFor,
  silentLog,
  PlatformStandIn,
  savedServer,
  transcriptOf,
  workItem,
  type OfferedIteration,
} from '../support/platform-stand-in.ts';
import { startRecording, type RecordingProxy } from '@assay/testkit/mcp-servers/recording-proxy';

let faulty: FaultyServer;
let proxy: RecordingProxy;
let platform: PlatformStandIn;
let runner: { stop(): Promise<void> };

beforeEach(async () => {
  faulty = await startFaultyServer();
  proxy = await startRecording(faulty.url('/tools'));
  platform = new PlatformStandIn();
  await platform.start();
  platform.servers = [savedServer('faulty', proxy.url)];
  runner = startRunner(configFor(platform), silentLog);
});
afterEach(async () => {
  await runner.stop();
  await platform.stop();
  await proxy.stop();
  await faulty.stop();
});

/** Offers an iteration that calls `hang`, and waits until the call is under way. */
async function hanging(more: Partial<OfferedIteration> = {}): Promise<OfferedIteration> {
  const item = workItem([callStep('wait', 'faulty', 'hang')], platform.servers, more);
  platform.offer(item);
  await waitUntil(() => faulty.calls.hang.started === 1);
  return item;
}

test('offered work is executed and reported, its servers looked up once per run', async () => {
  const items = Array.from({ length: 6 }, () =>
    workItem([callStep('a', 'faulty', 'echo', { n: 1 })], platform.servers, { runId: 'run' }),
  );
  platform.offer(...items);
  for (const item of items) {
    const report = await platform.report(item);
    expect(report).toMatchObject({ outcome: Outcome.COMPLETED, fence: '1' });
    expect(transcriptOf(report).toolCalls).toHaveLength(1);
  }
  expect(platform.lookups).toBe(1);
  expect(faulty.calls.echo.started).toBe(6);
});

test('a stop cancels a call that is under way, and the server is told', async () => {
  const item = await hanging();
  platform.work.stopped.add(item.iterationId);
  const report = await platform.report(item);
  expect(report).toMatchObject({ outcome: Outcome.CANCELLED, errorCode: 'CANCELLED' });
  expect(transcriptOf(report).toolCalls).toMatchObject([{ toolName: 'hang', error: { code: 'CANCELLED' } }]);
  await waitUntil(() => faulty.calls.hang.cancelled === 1);
  expect(proxy.count('notifications/cancelled')).toBe(1);
});

test('work ends when the platform is unreachable for the time of its lease', async () => {
  const item = await hanging({ leaseMs: 1_000 });
  await platform.stop();
  await waitUntil(() => faulty.calls.hang.cancelled === 1);
  await platform.start();
  expect(await platform.report(item)).toMatchObject({ outcome: Outcome.CANCELLED });
});

test('a lost heartbeat ends no work', async () => {
  let lost = 0;
  platform.work.fault = ({ beats }) =>
    beats && ++lost === 1 ? new Problem('INTERNAL_ERROR', 'away', undefined, 1) : undefined;
  const item = await hanging();
  await waitUntil(() => lost > 1);
  expect([faulty.calls.hang.cancelled, platform.reports]).toEqual([0, []]);
  platform.work.stopped.add(item.iterationId);
  await platform.report(item);
});

test('the trace of long work is streamed, and the parts of a lost heartbeat are sent again', async () => {
  const beatsWithParts = () => platform.work.heartbeats.flat().filter(({ parts }) => parts.length > 0);
  platform.work.fault = ({ beats }) =>
    beats?.some(({ parts }) => parts.length > 0) && beatsWithParts().length < 2
      ? new Problem('INTERNAL_ERROR', 'away', undefined, 1)
      : undefined;
  const item = await hanging();
  const [lost, kept] = await waitUntil(() => beatsWithParts().length >= 2 && beatsWithParts());
  expect(kept!.parts[0]).toEqual(lost!.parts[0]);
  expect(JSON.stringify(contentsOf(kept!.parts))).toContain('"tools/call"');
  platform.work.stopped.add(item.iterationId);
  const report = await platform.report(item);
  expect(report.parts.map(({ index }) => index)).not.toContain(0);
  expect(report.parts.length).toBeGreaterThan(0);
});

test('a stopped runner finishes its work in hand', async () => {
  const item = workItem([callStep('wait', 'faulty', 'slow', { milliseconds: 300 })], platform.servers);
  platform.offer(item);
  await waitUntil(() => faulty.calls.slow.started === 1);
  await runner.stop();
  expect(await platform.report(item)).toMatchObject({ outcome: Outcome.COMPLETED });
  expect(proxy.requests.some(({ http }) => http === 'DELETE')).toBe(true);
});
