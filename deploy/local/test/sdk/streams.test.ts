import { createClient, type AssayClient, type ClientOptions } from '@assay/sdk';
import { Problem as Refusal, unavailable } from '@assay/contract/problem';
import { freePort } from '@assay/postgres/free-port';
import { waitUntil } from '@assay/testkit/until';
import { startTestGateway, testKeys, type TestGateway } from '../../../../gateway/test/start.ts';
import { startFaultyProxy, type FaultyProxy } from '../access/faulty-proxy.ts';

const run = { projectId: 'prj_member', runId: 'run_1' };
const LAST = 4;

/** The events that each connection began after; the service answers one event for each question. */
const asked: string[] = [];
/** The refusals of the next questions. */
const failures: Error[] = [];
/** The event after which nothing happens until the test says so. */
let quietAfter: number | undefined;

let fixture: TestGateway;
let proxy: FaultyProxy;
beforeAll(async () => {
  fixture = await startTestGateway({
    answers: {
      streamEvalRunEvents: async (_caller, target) => {
        const { lastEventId, waitMs } = target as { lastEventId: string; waitMs: string };
        if (waitMs === '0') asked.push(lastEventId);
        const failure = failures.shift();
        if (failure) throw failure;
        const next = Number(lastEventId || '0') + 1;
        if (next > LAST) return { events: [], done: true };
        if (quietAfter !== undefined && next > quietAfter) {
          if (waitMs === '0') return { events: [], done: false };
          await waitUntil(() => quietAfter === undefined, 60_000);
        }
        const type = next === LAST ? 'end' : 'iteration';
        return { events: [{ id: String(next), type, data: { n: next, text: 'ä\nb' } }], done: next === LAST };
      },
      streamChatEvents: async (_caller, target) =>
        (target as { lastEventId: string }).lastEventId === ''
          ? { events: [{ id: '1', type: 'text', data: { text: 'hi' } }], done: true }
          : { events: [], done: true },
    },
  });
  proxy = await startFaultyProxy(new URL(fixture.origin).host);
});
afterAll(async () => {
  quietAfter = undefined;
  proxy.stop();
  await fixture.stop();
});
beforeEach(() => {
  asked.length = 0;
  failures.length = 0;
  quietAfter = undefined;
});

const clientOf = (options: Partial<ClientOptions> = {}): AssayClient =>
  createClient({ url: `http://${proxy.address}`, credential: testKeys.good, ...options });
const idsOf = async (stream: AsyncIterable<{ id: string }>, ids: string[] = []): Promise<string[]> => {
  for await (const { id } of stream) ids.push(id);
  return ids;
};

test('a stream ends with its last event, and data arrive as they were sent', async () => {
  const events: unknown[] = [];
  for await (const event of clientOf().streamEvalRunEvents(run)) events.push(event);
  expect(events).toHaveLength(LAST);
  expect(events[0]).toEqual({ id: '1', type: 'iteration', data: { n: 1, text: 'ä\nb' } });
  expect(asked).toEqual(['']);
});

test('a stream whose end has no event ends when the platform has nothing more', async () => {
  expect(await idsOf(clientOf().streamChatEvents({ sessionId: 'ses_1' }))).toEqual(['1']);
});

test('a stream begins after the event of the option lastEventId', async () => {
  expect(await idsOf(clientOf().streamEvalRunEvents(run, { lastEventId: '2' }))).toEqual(['3', '4']);
});

test('a stream that is cut goes on after its last event, without loss or repetition', async () => {
  quietAfter = 2;
  const ids: string[] = [];
  const connections: boolean[] = [];
  const onConnection = (isConnected: boolean) => void connections.push(isConnected);
  const all = idsOf(clientOf().streamEvalRunEvents(run, { onConnection }), ids);
  await waitUntil(() => ids.length === 2);
  expect(connections).toEqual([true]);
  proxy.cut();
  proxy.mend();
  await waitUntil(() => asked.length === 2);
  quietAfter = undefined;
  expect(await all).toEqual(['1', '2', '3', '4']);
  expect(asked).toEqual(['', '2']);
  expect([connections.slice(0, 2), connections.at(-1)]).toEqual([[true, false], true]);
});

test('a stream that falls silent is opened again', async () => {
  quietAfter = 1;
  const all = idsOf(clientOf().streamEvalRunEvents(run, { timeoutMs: 400 }));
  await waitUntil(() => asked.length === 2);
  quietAfter = undefined;
  expect(await all).toEqual(['1', '2', '3', '4']);
  expect(asked.slice(0, 2)).toEqual(['', '1']);
});

test('the time-out of the calls of a client does not end a silent stream', async () => {
  quietAfter = 1;
  const all = idsOf(clientOf({ timeoutMs: 200 }).streamEvalRunEvents(run));
  await waitUntil(() => asked.length === 1);
  setTimeout(() => (quietAfter = undefined), 700);
  expect(await all).toEqual(['1', '2', '3', '4']);
  expect(asked).toEqual(['']);
});

test('a stream survives a part of the platform that restarts', async () => {
  failures.push(unavailable('Away.'));
  expect(await idsOf(clientOf().streamEvalRunEvents(run))).toHaveLength(LAST);
  expect(asked).toEqual(['', '']);
});

test('a stream that its caller may not read is refused at once', async () => {
  failures.push(new Refusal('NOT_FOUND', 'No such run.'));
  await expect(idsOf(clientOf().streamEvalRunEvents(run))).rejects.toMatchObject({ code: 'NOT_FOUND', status: 404 });
  expect(asked).toHaveLength(1);
});

test('a stream whose caller loses the right to read it ends with the refusal', async () => {
  const stream = clientOf().streamEvalRunEvents(run);
  quietAfter = 1;
  await stream.next();
  failures.push(new Refusal('FORBIDDEN', 'Not any more.'));
  quietAfter = undefined;
  await expect(idsOf(stream)).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('a stream gives up when connecting fails too often', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  await expect(idsOf(clientOf({ url }).streamEvalRunEvents(run, { retries: 1 }))).rejects.toMatchObject({
    kind: 'network',
  });
});

test('an abort ends a stream in the middle, and leaving the loop closes its connection', async () => {
  quietAfter = 1;
  const gone = new AbortController();
  const ids: string[] = [];
  const all = idsOf(clientOf().streamEvalRunEvents(run, { signal: gone.signal }), ids);
  await waitUntil(() => ids.length === 1);
  gone.abort(new Error('enough'));
  await expect(all).rejects.toThrow('enough');

  let wasCancelled = false;
  const noticing = async (url: string, init: RequestInit) => {
    init.signal!.addEventListener('abort', () => (wasCancelled = true));
    return fetch(url, init);
  };
  for await (const { id } of clientOf({ fetch: noticing }).streamEvalRunEvents(run)) if (id === '1') break;
  expect(wasCancelled).toBe(true);
});

test('a stream refuses wrong arguments before it is read', () => {
  expect(() => clientOf().streamEvalRunEvents({ ...run, runId: '' })).toThrow(TypeError);
});
