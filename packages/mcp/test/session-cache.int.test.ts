import { eventLoopCaughtUp, holdTimer } from '@assay/testkit/hold-time';
import { startSessionServer, type SessionServer } from '@assay/testkit/mcp-servers/session-server';
import { waitUntil } from '@assay/testkit/until';
import type { LoggingMessageNotificationParams } from '@modelcontextprotocol/client';
import { decliningAnswers, type ServerRequestAnswers } from '../src/requests/answers.ts';
import { SessionCache, type SessionCacheLimits, type SessionOwner } from '../src/session-cache.ts';
import type { McpSession } from '../src/session.ts';
import type { ConnectOptions } from '../src/connect.ts';
import type { ServerTarget } from '../src/target.ts';
import { savedServer } from './saved.ts';

let server: SessionServer;
let cache: SessionCache;

const cacheWith = (limits: Partial<SessionCacheLimits> = {}) => (cache = new SessionCache(limits));
beforeEach(async () => {
  server = await startSessionServer();
  cacheWith();
});
afterEach(async () => {
  await cache.stop();
  await server.stop();
});

interface Asking extends Partial<SessionOwner> {
  target?: Partial<ServerTarget>;
  options?: ConnectOptions;
  isSafe?: boolean;
}
const ask = <T>(work: (session: McpSession, isReused: boolean) => Promise<T>, asking: Asking = {}): Promise<T> => {
  const { target, options = {}, isSafe = false, ...owner } = asking;
  return cache.ask({
    owner: { organizationId: 'org_1', caller: 'usr_1', revision: '1', ...owner },
    target: savedServer(server.url, target),
    options: { answers: decliningAnswers, ...options },
    isSafe,
    work,
  });
};
const callOf =
  (tool: string, options = {}) =>
  async (session: McpSession) =>
    ((await session.callTool(tool, {}, options)).value as { content: [{ text: string }] }).content[0].text;
/** Calls a tool; returns the session in which the server ran it. */
const call = (tool: string, asking?: Asking) => ask(callOf(tool), asking);
const where = (asking?: Asking) => call('where', asking);
const list = (asking?: Asking) => ask((session) => session.listTools(), { isSafe: true, ...asking });

test('questions in sequence share a session, which says whether it was used before', async () => {
  const reused = await ask(async (_session, isReused) => isReused);
  expect([reused, await where(), await ask(async (_session, isReused) => isReused), await where()]).toEqual([
    false,
    'session-1',
    true,
    'session-1',
  ]);
  await list();
  expect(server.opened()).toBe(1);
});

test('questions at the same time have a session each, and both are used again', async () => {
  const both = [call('wait'), call('wait')];
  await waitUntil(() => server.waiting() === 2);
  server.release();
  expect(new Set(await Promise.all(both)).size).toBe(2);
  const again = [call('wait'), call('wait')];
  await waitUntil(() => server.waiting() === 2);
  server.release();
  await Promise.all(again);
  expect(server.opened()).toBe(2);
});

test.each<[string, Asking, Asking]>([
  ['callers', { caller: 'usr_1' }, { caller: 'usr_2' }],
  ['organizations', { organizationId: 'org_1' }, { organizationId: 'org_2' }],
  ['servers', { target: { serverId: 'srv_1' } }, { target: { serverId: 'srv_2' } }],
  ['revisions of the server', { revision: '1' }, { revision: '2' }],
  [
    'access tokens',
    { target: { tokens: { token: async () => 'a' } } },
    { target: { tokens: { token: async () => 'b' } } },
  ],
  ['sets of client features', {}, { options: { onLog: () => undefined } }],
])('a session is not shared between %s', async (_, one, other) => {
  expect([await where(one), await where(other)]).toEqual(['session-1', 'session-2']);
});

test.each<[string, Asking]>([
  ['the server', { revision: '2' }],
  ['its credentials', { target: { tokens: { token: async () => 'new' } } }],
])('a change of %s ends the idle sessions of all callers', async (_, changed) => {
  await where({ caller: 'usr_1' });
  await where({ caller: 'usr_2' });
  expect(await where({ caller: 'usr_3', ...changed })).toBe('session-3');
  await waitUntil(() => server.ended.length === 2);
});

test('a forgotten server has its idle sessions ended', async () => {
  await where();
  cache.forget('srv_1');
  await waitUntil(() => server.ended.length === 1);
  expect(await where()).toBe('session-2');
});

test('a forgotten server has the session of a question in progress ended after it', async () => {
  const waiting = call('wait');
  await waitUntil(() => server.waiting() === 1);
  cache.forget('srv_1');
  server.release();
  expect(await waiting).toBe('session-1');
  await waitUntil(() => server.ended.includes('session-1'));
  expect(await where()).toBe('session-2');
});

test('a session ends after a question that failed', async () => {
  await where();
  await expect(call('refuse')).rejects.toMatchObject({ details: { rpcCode: -32_603 } });
  await waitUntil(() => server.ended.includes('session-1'));
  expect([await where(), server.called('refuse')]).toEqual(['session-2', 1]);
});

test('a session ends when its question timed out, and the question is not asked again', async () => {
  await where();
  const hurried = { timeouts: { idleMs: 20, totalMs: 20 } };
  await expect(ask(callOf('wait', hurried), { isSafe: true })).rejects.toMatchObject({ code: 'TIMEOUT' });
  await waitUntil(() => server.ended.includes('session-1'));
  expect(server.called('wait')).toBe(1);
});

test.each([404, 400] as const)(
  'a call whose session the server lost (%i) is made once in a new session',
  async (status) => {
    await where();
    server.lose(status);
    expect([await where(), server.opened(), server.called('where')]).toEqual(['session-2', 2, 3]);
  },
);

test('a task whose session is lost is not called again: its tool has begun', async () => {
  await where();
  await expect(ask(callOf('lose', { task: {} }))).rejects.toMatchObject({ details: { cause: 'session_lost' } });
  expect(server.called('lose')).toBe(1);
});

test('a list that fails in an idle session is read again in a new one, and not a second time', async () => {
  let times = 0;
  const fails = (more: number) =>
    ask(
      async (session) => {
        times += 1;
        return times > more ? (await session.listTools()).items.length : callOf('refuse')(session);
      },
      { isSafe: true },
    );
  await where();
  expect(await fails(1)).toBe(2);
  times = 0;
  await expect(fails(9)).rejects.toMatchObject({ details: { rpcCode: -32_603 } });
  expect(times).toBe(2);
});

test('a question that was cancelled is not asked again', async () => {
  await where();
  const gone = new AbortController();
  const asked = list({ options: { signal: gone.signal } });
  const cancelled = ask((session) => session.callTool('wait', {}, { signal: gone.signal }), {
    isSafe: true,
    options: { signal: gone.signal },
  });
  await asked;
  await waitUntil(() => server.waiting() === 1);
  gone.abort(new Error('gone'));
  await expect(cancelled).rejects.toThrow('gone');
  expect(server.called('wait')).toBe(1);
});

test('an idle session ends after its time', async () => {
  const idle = holdTimer(45_001);
  cacheWith({ idleMs: idle.ms });
  await where();
  idle.end();
  await waitUntil(() => server.ended.length === 1);
  expect(await where()).toBe('session-2');
});

test('a session that is too old ends after its question', async () => {
  cacheWith({ ageMs: -1 });
  const session = await where();
  expect(await waitUntil(() => server.ended[0])).toBe(session);
});

test.each<[keyof SessionCacheLimits, Asking]>([
  ['ofServer', { target: { serverId: 'srv_1' } }],
  ['ofOrganization', { organizationId: 'org_1' }],
  ['inAll', { organizationId: 'org_3' }],
])('beyond %s, the session that was idle for longest ends', async (limit, asking) => {
  cacheWith({ [limit]: 2 });
  for (const caller of ['usr_1', 'usr_2', 'usr_3']) await where({ ...asking, caller });
  await waitUntil(() => server.ended.length > 0);
  expect(server.ended).toEqual(['session-1']);
  expect(await where({ ...asking, caller: 'usr_3' })).toBe('session-3');
});

test('a stop ends the idle sessions at once, and a session in use after its question', async () => {
  await where();
  const last = call('wait', { caller: 'usr_2' });
  await waitUntil(() => server.waiting() === 1);
  await cache.stop();
  expect(server.ended).toEqual(['session-1']);
  server.release();
  expect(await last).toBe('session-2');
  await waitUntil(() => server.ended.length === 2);
});

test('log messages and requests of the server reach the question in progress, and no other', async () => {
  const asked: string[] = [];
  const logs: string[] = [];
  const as = (name: string): Asking => ({
    options: {
      answers: {
        answer: async () => (asked.push(name), { action: 'accept', content: {} }),
      } satisfies ServerRequestAnswers,
      onLog: ({ data }: LoggingMessageNotificationParams) => void logs.push(`${name}: ${String(data)}`),
    },
  });
  const log = (data: string) => ({ method: 'notifications/message', params: { level: 'info', data } });
  const elicit = (id: string) => ({
    id,
    method: 'elicitation/create',
    params: { message: 'How many?', requestedSchema: { type: 'object', properties: {} } },
  });
  const answerTo = (id: string) =>
    waitUntil(() => server.seen.find(({ message }) => message.id === id && message.method === undefined)?.message);

  const session = await where(as('one'));
  await waitUntil(() => server.tell(session, log('late')));
  server.tell(session, elicit('idle'));
  expect(await answerTo('idle')).toMatchObject({ result: { action: 'decline' } });

  const two = call('wait', as('two'));
  await waitUntil(() => server.waiting() === 1);
  server.tell(session, log('now'));
  server.tell(session, elicit('busy'));
  expect(await answerTo('busy')).toMatchObject({ result: { action: 'accept' } });
  server.release();
  expect(await two).toBe(session);
  await eventLoopCaughtUp();
  expect([asked, logs]).toEqual([['two'], ['two: now']]);
});

test('every request of a question has its own trace context and its own token', async () => {
  const traceOf = (digit: string) => `00-${digit.repeat(32)}-${digit.repeat(16)}-01`;
  const tokens = { token: async () => 'same' };
  const used: string[] = [];
  for (const digit of ['1', '2'])
    await ask((session) => session.callTool('where', {}, { traceparent: traceOf(digit) }), {
      target: { tokens: { token: async () => (used.push(digit), tokens.token()) } },
      options: { traceparent: traceOf(digit) },
    });
  cache.forget('srv_1');
  await waitUntil(() => server.ended.length === 1);
  const traces = server.seen
    .filter(({ httpMethod, message }) => httpMethod === 'DELETE' || message.id !== undefined)
    .map(({ message: { method = 'DELETE' }, headers: { traceparent } }) => [method, traceparent]);
  expect(traces).toEqual([
    ['server/discover', traceOf('1')],
    ['initialize', traceOf('1')],
    ['tools/call', traceOf('1')],
    ['tools/call', traceOf('2')],
    ['DELETE', undefined],
  ]);
  expect(used.lastIndexOf('1')).toBeLessThan(used.indexOf('2'));
});

test('an idle session ends with the token that it had, and causes no renewal', async () => {
  let asked = 0;
  await where({ target: { tokens: { token: async () => ((asked += 1), 'good') } } });
  const before = asked;
  cache.forget('srv_1');
  const end = await waitUntil(() => server.seen.find(({ httpMethod }) => httpMethod === 'DELETE'));
  expect([end.headers.authorization, asked]).toEqual(['Bearer good', before]);
});

test('without a token that can be used nothing is asked', async () => {
  const tokens = { token: () => Promise.reject(new Error('no token')) };
  await expect(where({ target: { tokens } })).rejects.toThrow('no token');
  expect(server.seen).toEqual([]);
});
