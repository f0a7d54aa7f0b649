import { startFaulty, type FaultyServer } from '@assay/testkit/faulty-servers';
import { startEverything, type McpServerProcess } from '@assay/testkit/mcp-servers';
import { until } from '@assay/testkit/until';
import { connect } from '../src/connect.ts';
import type { Session } from '../src/session.ts';
import { startSilentStream } from './raw-server.ts';
import { saved } from './saved.ts';

let faulty: FaultyServer;
let older: McpServerProcess;
let session: Session;
beforeAll(async () => {
  [faulty, older] = await Promise.all([startFaulty(), startEverything({ transport: 'sse' })]);
  session = await connect(saved(faulty.url('/tools')));
});
afterAll(async () => {
  await session.close();
  await Promise.all([faulty.stop(), older.stop()]);
});

/** What the work failed with, and after how many milliseconds. */
async function failureOf(work: Promise<unknown>): Promise<{ error: unknown; ms: number }> {
  const startedAt = performance.now();
  const error = await work.then(() => undefined, (reason: unknown) => reason);
  return { error, ms: performance.now() - startedAt };
}

test('a silent call ends with the idle timeout and says what was outstanding', async () => {
  const { error, ms } = await failureOf(session.callTool('hang', {}, { timeouts: { idleMs: 200 } }));
  expect(error).toMatchObject({ code: 'TIMEOUT', details: { serverId: 'srv_1', phase: 'request', method: 'tools/call', elapsedMs: expect.any(Number) } });
  expect(ms).toBeLessThan(1_500);
  await until(() => faulty.calls.hang.cancelled === 1);
});

test('progress keeps a call alive beyond the idle timeout, and the cap holds all the same', async () => {
  const { error, ms } = await failureOf(session.callTool('hangWithProgress', {}, { timeouts: { idleMs: 300, totalMs: 900 } }));
  expect(error).toMatchObject({ code: 'TIMEOUT' });
  expect(ms).toBeGreaterThanOrEqual(890);
  expect(ms).toBeLessThan(3_000);
});

test('the cap holds for a server that says nothing either', async () => {
  await expect(session.callTool('hang', {}, { timeouts: { idleMs: 10_000, totalMs: 200 } })).rejects.toMatchObject({ code: 'TIMEOUT' });
});

test('a cancelled call rejects at once with the caller\'s reason, and the server hears of it', async () => {
  const before = faulty.calls.hang;
  const [started, cancelled] = [before.started, before.cancelled];
  const abort = new AbortController();
  const call = session.callTool('hang', {}, { signal: abort.signal });
  const outcome = call.then(() => undefined, (error: unknown) => error);
  await until(() => faulty.calls.hang.started > started);
  const reason = new Error('enough');
  abort.abort(reason);
  expect(await outcome).toBe(reason);
  await until(() => faulty.calls.hang.cancelled > cancelled);
  expect((await session.callTool('echo', { still: 'here' })).value).toMatchObject({ content: [{ text: '{"still":"here"}' }] });
});

test('a call with an aborted signal is not sent', async () => {
  const started = faulty.calls.echo.started;
  await expect(session.callTool('echo', {}, { signal: AbortSignal.abort('no') })).rejects.toBe('no');
  expect(faulty.calls.echo.started).toBe(started);
});

test('giving up on a connection rejects at once with the reason', async () => {
  const abort = new AbortController();
  const connecting = connect(saved(faulty.url('/silent')), { signal: abort.signal });
  abort.abort('no more');
  await expect(connecting).rejects.toBe('no more');
});

test('the connect timeout covers the fallback to the older transport', async () => {
  const server = await startSilentStream();
  const { error, ms } = await failureOf(connect(saved(server.url), { timeouts: { connectMs: 300 } }));
  expect(error).toMatchObject({ code: 'TIMEOUT', details: { phase: 'initialize' } });
  expect(ms).toBeLessThan(1_500);
  await server.stop();
});

test('calls of one session run side by side', async () => {
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: 5 }, () => session.callTool('slow', { milliseconds: 300 })));
  expect(performance.now() - startedAt).toBeLessThan(1_400);
});

test('over the older transport a call times out and is cancelled like any other', async () => {
  const over = await connect(saved(older.url));
  await expect(over.callTool('trigger-long-running-operation', { duration: 5, steps: 1 }, { timeouts: { idleMs: 200 } })).rejects.toMatchObject({ code: 'TIMEOUT' });
  expect((await over.callTool('trigger-long-running-operation', { duration: 0.9, steps: 6 }, { timeouts: { idleMs: 400 } })).value).toMatchObject({ content: [{}] });
  await over.close();
});
