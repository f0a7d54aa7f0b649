import type { SendChatMessage } from '@assay/contract/areas/chat-sessions/messages';
import { operations } from '@assay/contract/operations';
import { rows, sql } from '@assay/kit/postgres/db';
import { waitUntil } from '@assay/testkit/until';
import { endDueBrowsers } from '../../src/background/browser-watchdog.ts';
import { endLostTurns } from '../../src/background/turn-watchdog.ts';
import { approvingClient, echoCall, saidResult } from '../chat-sessions/chat-fixture.ts';
import { lookedAt, screenshot, startBrowsers, type Browsers } from './browser-fixture.ts';

let browsers: Browsers;
beforeAll(async () => {
  browsers = await startBrowsers();
});
afterAll(() => browsers.stop());

const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error: unknown) => error,
  );
/** A session whose first turn browsed. */
const browsed = async (more: Partial<SendChatMessage> = {}) => {
  const asked = browsers.send('Look at the shop', { browser: {}, ...more });
  const live = await browsers.driver.open();
  const item = await browsers.runner.take();
  await browsers.runner.complete(item, saidResult('Done'));
  return { turn: await asked, live, sessionId: (await asked).sessionId!, task: browsers.runner.taskOf(item) };
};

test('a browsing turn begins at the runner that has opened its browser, and keeps its images', async () => {
  const policy = { allowedHosts: ['shop.example'] };
  const asked = browsers.send('Look at the shop', { browser: { policy }, toolMode: 'auto' });
  const live = await browsers.driver.take();
  expect(await rows(browsers.pool, sql`select from turns`)).toEqual([]);
  await browsers.driver.tell(live, { type: 'opened' });
  await waitUntil(async () => (await rows(browsers.pool, sql`select from work where kind = 'turn'`)).length > 0);
  expect(await rows(browsers.pool, sql`select labels, only_runner_id from work where kind = 'turn'`)).toEqual([
    { labels: ['browser'], onlyRunnerId: 'played' },
  ]);
  const item = await browsers.runner.take();
  const { sessionId, browser } = browsers.runner.taskOf(item);
  expect(browser).toMatchObject({ liveId: live.id, policy: { mode: 'interactive', allowedHosts: ['shop.example'] } });
  await expect(browsers.command(sessionId, { op: 'observe', mode: 'text' })).rejects.toMatchObject({
    details: { reason: 'TURN_IN_PROGRESS', turnId: item.id },
  });
  await expect(browsers.close(sessionId)).rejects.toMatchObject({ details: { reason: 'TURN_IN_PROGRESS' } });
  const [call, later] = ['call_1', 'call_10'].map((id) =>
    echoCall(id, { serverId: '', serverName: '', toolName: 'browser_observe' }),
  );
  await browsers.runner.complete(item, saidResult('It sells books', { toolCalls: [call!, later!] }), {
    screenshots: [screenshot('call_10.0')],
  });
  const turn = await asked;
  expect(turn).toMatchObject({
    reply: 'It sells books',
    chatSessionId: sessionId,
    browser: { status: 'open', readOnly: false },
    toolCalls: [
      { toolCallId: 'call_1' },
      { toolCallId: 'call_10', screenshots: [{ mimeType: 'image/png', url: expect.stringContaining(sessionId) }] },
    ],
  });
  expect(turn.toolCalls[0]).not.toHaveProperty('screenshots');
  expect(turn.browser).not.toHaveProperty('busyWith');
  const trace = await browsers.ask(operations.getChatSessionTrace, { sessionId });
  expect(trace.turns).toMatchObject([{ browser: { status: 'open' }, screenshots: turn.toolCalls[1]!.screenshots }]);
  // The browser stays open for the next turn and for commands, of its owner and with the first grant.
  const looked = browsers.command(sessionId, { op: 'observe', mode: 'text' });
  await browsers.driver.does();
  await looked;
  await expect(
    browsers.send('And there?', { sessionId, browser: { policy: { allowedHosts: ['other.example'] } } }),
  ).rejects.toMatchObject({ details: { issues: [{ path: '/browser/policy/allowedHosts' }] } });
  const next = browsers.send('And now?', { sessionId, browser: { policy: { ...policy, mode: 'read_only' } } });
  const second = await browsers.runner.take();
  expect(browsers.runner.taskOf(second).browser).toMatchObject({ liveId: live.id, policy: { mode: 'read_only' } });
  await browsers.runner.complete(second, saidResult('Still books'));
  // The policy of a message narrows its turn alone.
  expect((await next).browser).toMatchObject({ readOnly: false });
});

test('a session whose tools only read has a browser that only reads, against its policy too', async () => {
  const { sessionId, turn, task } = await browsed({ browser: { policy: { mode: 'interactive' } } });
  expect(turn.toolMode).toBe('read_only');
  expect(task.browser?.policy.mode).toBe('read_only');
  expect(turn.browser).toMatchObject({ readOnly: true });
  await expect(browsers.command(sessionId, { op: 'act', verb: 'press', key: 'Enter' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
    details: { verb: 'press' },
  });
  // The same policy once more widens nothing.
  const again = browsers.send('Again', { sessionId, browser: { policy: { mode: 'interactive' } } });
  await browsers.runner.say('Done again');
  expect(await again).toMatchObject({ status: 'completed' });
});

test('a refusal for lack of a browser leaves the session and the key as they were', async () => {
  const first = { idempotencyKey: 'no browser', browser: {} };
  const dropped = async () => {
    await waitUntil(
      async () => (await rows(browsers.pool, sql`select from browsers where status = 'opening'`)).length > 0,
    );
    await endDueBrowsers(browsers.pool, { openingMs: -1 });
  };
  const asked = refusal(browsers.send('Hello', first));
  await dropped();
  expect(await asked).toMatchObject({ code: 'RATE_LIMITED', details: { reason: 'BROWSER_CAPACITY' } });
  expect(await rows(browsers.pool, sql`select from turns where idempotency_key = 'no browser'`)).toEqual([]);
  const { turn } = await browsed({ idempotencyKey: 'no browser', browser: {} });
  expect(turn).not.toHaveProperty('replay');

  const started = browsers.send('Without');
  await browsers.runner.say('Hi');
  const { sessionId } = await started;
  const second = refusal(browsers.send('With', { sessionId: sessionId!, browser: {} }));
  await dropped();
  expect(await second).toMatchObject({ details: { reason: 'BROWSER_CAPACITY' } });
  const detail = await browsers.ask(operations.getChatSession, { sessionId: sessionId! });
  expect(detail).toMatchObject({ messageCount: 2 });
  expect(detail).not.toHaveProperty('openTurn');
});

test('of a repeated first message one browser and one session remain', async () => {
  const same = () => browsers.send('Twice', { idempotencyKey: 'twice', browser: {} });
  const both = [same(), same()];
  await browsers.driver.open();
  await browsers.driver.open();
  await browsers.runner.say('Once');
  const [a, b] = await Promise.all(both);
  expect(a!.sessionId).toBe(b!.sessionId);
  const { rows: left } = await browsers.pool.query(
    `select count(*)::int as n from browsers where session_id not in (select id from chat_sessions)`,
  );
  expect(left).toEqual([{ n: 0 }]);
});

test('a turn whose runner was lost leaves an outcome to inspect', async () => {
  const { sessionId } = await browsed();
  const asked = browsers.send('Buy it', { sessionId, browser: {} });
  const item = await browsers.runner.take();
  await browsers.pool.query(sql`update work set lease_until = now() - interval '1 s' where id = ${item.id}`);
  await endLostTurns(browsers.pool);
  expect(await asked).toMatchObject({
    status: 'failed',
    error: { code: 'RUNNER_LOST' },
    browser: { unknownCommandId: item.id },
  });
  await expect(browsers.send('Buy it', { sessionId, browser: {} })).rejects.toMatchObject({
    details: { reason: 'BROWSER_OUTCOME_UNKNOWN', commandId: item.id },
  });
  const looked = browsers.command(sessionId, { op: 'observe', mode: 'a11y' });
  await browsers.driver.does(lookedAt());
  await looked;
  const again = browsers.send('Buy it', { sessionId, browser: {} });
  await browsers.runner.say('Bought');
  expect(await again).toMatchObject({ status: 'completed' });
});

test('a turn that waits for approvals lets its browser go, and has it or a new one afterwards', async () => {
  const hostId = await approvingClient(browsers);
  const asked = browsers.send('Buy it', { hostId, toolMode: 'auto', browser: {} });
  const live = await browsers.driver.open();
  const call = { toolCallId: 'call_1', toolName: 'browser_act', serverId: '', serverName: '', input: {} };
  const calls = [{ id: 'call_1', name: 'browser_act', input: '{}' }];
  await browsers.runner.say('Shall I?', {
    finishReason: 'approval',
    pending: [call],
    messages: [{ role: 'assistant', text: 'Shall I?', calls }],
  });
  const { sessionId, browser } = await asked;
  expect(browser).not.toHaveProperty('busyWith');
  await browsers.driver.end(live, { reason: 'idle' });
  const decided = browsers.ask(
    operations.decideChatCalls,
    { sessionId: sessionId! },
    { decisions: [{ toolCallId: 'call_1', approved: true }] },
  );
  const next = await browsers.driver.open();
  const item = await browsers.runner.take();
  expect(browsers.runner.taskOf(item).browser).toMatchObject({ liveId: next.id });
  await browsers.runner.complete(item, saidResult('Bought'));
  expect(await decided).toMatchObject({ status: 'completed', browser: { status: 'open' } });
});

test('the first message of a session that was made with a browser begins its conversation', async () => {
  const { sessionId, item } = await browsers.created();
  await expect(browsers.send('Hi', { sessionId }, browsers.chatCaller('usr_2'))).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  const first = { sessionId, serverIds: ['srv_everything'], browser: {}, idempotencyKey: 'first of a browser' };
  const asked = browsers.send('What is there?', first);
  const turn = await browsers.runner.take();
  expect(browsers.runner.taskOf(turn).browser).toMatchObject({ liveId: item.id });
  await browsers.runner.complete(turn, saidResult('Books'));
  expect(await asked).toMatchObject({ sessionId, promptIndex: 0 });
  // A repetition pins its settings, too, and is answered the same turn.
  expect(await browsers.send('What is there?', first)).toMatchObject({ turnId: turn.id, replay: true });
  await expect(browsers.send('And now?', { ...first, idempotencyKey: 'second' })).rejects.toMatchObject({
    details: { reason: 'CONFIG_ON_CONTINUATION', fields: ['serverIds'] },
  });
  await browsers.ask(operations.deleteChatSession, { sessionId });
  expect(await rows(browsers.pool, sql`select from browsers where session_id = ${sessionId}`)).toEqual([]);
  expect(await browsers.driver.tell(item)).toBe(true);
});
