import { startFaultyServer, type FaultyServer } from '@assay/testkit/mcp-servers/faulty-servers';
import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { waitUntil } from '@assay/testkit/until';
import { connectSession } from '../src/connect.ts';
import type { McpSession } from '../src/session.ts';
import { startSilentStream } from './raw-server.ts';
import { savedServer } from './saved.ts';

let faulty: FaultyServer;
let older: McpServerProcess;
let session: McpSession;
beforeAll(async () => {
  [faulty, older] = await Promise.all([startFaultyServer(), sharedEverythingServer({ transport: 'sse' })]);
  session = await connectSession(savedServer(faulty.url('/tools')));
});
afterAll(async () => {
  await session.close();
  await Promise.all([faulty.stop(), older.stop()]);
});

/** The error of a call, and its duration in milliseconds. */
async function failureOf(work: Promise<unknown>): Promise<{ error: unknown; ms: number }> {
  const startedAt = performance.now();
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { error, ms: performance.now() - startedAt };
}

test('a silent call ends with the idle timeout and names the pending request', async () => {
  // The total timeout is longer than a test.
  const timeouts = { idleMs: 200, totalMs: 600_000 };
  const { error } = await failureOf(session.callTool('hang', {}, { timeouts }));
  expect(error).toMatchObject({
    code: 'TIMEOUT',
    details: { serverId: 'srv_1', phase: 'request', method: 'tools/call', elapsedMs: expect.any(Number) },
  });
  await waitUntil(() => faulty.calls.hang.cancelled === 1);
});

test('progress extends a call beyond the idle timeout, and not beyond the total timeout', async () => {
  for (;;) {
    let heardAt = performance.now();
    const onProgress = () => {
      heardAt = performance.now();
    };
    const { error, ms } = await failureOf(
      session.callTool('hangWithProgress', {}, { timeouts: { idleMs: 300, totalMs: 900 }, onProgress }),
    );
    expect(error).toMatchObject({ code: 'TIMEOUT' });
    if (ms >= 890) break;
    // A correct timeout: a stalled machine has held back all progress for that long.
    expect(performance.now() - heardAt).toBeGreaterThanOrEqual(295);
  }
});

test('the total timeout holds for a silent server too', async () => {
  await expect(session.callTool('hang', {}, { timeouts: { idleMs: 10_000, totalMs: 200 } })).rejects.toMatchObject({
    code: 'TIMEOUT',
  });
});

test("a cancelled call rejects at once with the caller's reason, and the server receives it", async () => {
  const before = faulty.calls.hang;
  const [started, cancelled] = [before.started, before.cancelled];
  const abort = new AbortController();
  const call = session.callTool('hang', {}, { signal: abort.signal });
  const outcome = call.then(
    () => undefined,
    (error: unknown) => error,
  );
  await waitUntil(() => faulty.calls.hang.started > started);
  const reason = new Error('enough');
  abort.abort(reason);
  expect(await outcome).toBe(reason);
  await waitUntil(() => faulty.calls.hang.cancelled > cancelled);
  expect((await session.callTool('echo', { still: 'here' })).value).toMatchObject({
    content: [{ text: '{"still":"here"}' }],
  });
});

test('a call with an aborted signal is not sent', async () => {
  const started = faulty.calls.echo.started;
  await expect(session.callTool('echo', {}, { signal: AbortSignal.abort('no') })).rejects.toBe('no');
  expect(faulty.calls.echo.started).toBe(started);
});

test('cancelling a connection attempt rejects at once with the reason', async () => {
  const abort = new AbortController();
  const connecting = connectSession(savedServer(faulty.url('/silent')), { signal: abort.signal });
  abort.abort('no more');
  await expect(connecting).rejects.toBe('no more');
});

test('the connect timeout covers the fallback to the older transport', async () => {
  const server = await startSilentStream();
  // On a stalled machine the timeout ends before the fallback is reached.
  await waitUntil(async () => {
    const { error } = await failureOf(connectSession(savedServer(server.url), { timeouts: { connectMs: 500 } }));
    expect(error).toMatchObject({ code: 'TIMEOUT', details: { phase: 'initialize' } });
    return true;
  }, 20_000);
  await server.stop();
});

test('calls of one session run concurrently', async () => {
  const { started } = faulty.calls.slow;
  const abort = new AbortController();
  const calls = Promise.allSettled(
    Array.from({ length: 5 }, () => session.callTool('slow', { milliseconds: 60_000 }, { signal: abort.signal })),
  );
  await waitUntil(() => faulty.calls.slow.started === started + 5);
  abort.abort('enough');
  expect(await calls).toEqual(Array.from({ length: 5 }, () => ({ status: 'rejected', reason: 'enough' })));
});

test('over the older transport a call times out and is cancelled like any other', async () => {
  const over = await connectSession(savedServer(older.url));
  await expect(
    over.callTool('trigger-long-running-operation', { duration: 5, steps: 1 }, { timeouts: { idleMs: 200 } }),
  ).rejects.toMatchObject({ code: 'TIMEOUT' });
  let reports = 0;
  expect(
    (
      await over.callTool(
        'trigger-long-running-operation',
        { duration: 0.9, steps: 6 },
        {
          onProgress: () => {
            reports++;
          },
        },
      )
    ).value,
  ).toMatchObject({ content: [{}] });
  expect(reports).toBeGreaterThan(0);
  await over.close();
});
