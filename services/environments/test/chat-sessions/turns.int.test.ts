import type { ChatTurn } from '@assay/contract/areas/chat-sessions/turn';
import { operations } from '@assay/contract/operations';
import { rows, sql } from '@assay/kit/postgres/db';
import { waitUntil } from '@assay/testkit/until';
import { endLostTurns } from '../../src/background/turn-watchdog.ts';
import { echoCall, saidResult, startChats, type Chats } from './chat-fixture.ts';

let chats: Chats;
beforeAll(async () => {
  chats = await startChats();
});
afterAll(() => chats.stop());

const begun = async (more: object = {}): Promise<ChatTurn & { sessionId: string }> => {
  const first = chats.send('Begin', more);
  await chats.runner.say('Begun');
  return (await first) as ChatTurn & { sessionId: string };
};
const read = (sessionId: string) => chats.ask(operations.getChatSession, { sessionId });
const expireLease = (turnId: string) =>
  chats.pool.query(sql`update work set lease_until = now() - interval '1 s' where id = ${turnId}`);

test('of two messages at once exactly one begins a turn, and the other is told when to try again', async () => {
  const { sessionId } = await begun();
  const both = [1, 2].map((n) => chats.send(`Message ${n}`, { sessionId }));
  const settled = Promise.allSettled(both);
  const item = await chats.runner.take();
  expect(await chats.runner.lease()).toEqual([]);
  await chats.runner.complete(item, saidResult('Done'));
  const [refused] = (await settled).filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
  expect((await settled).filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(refused!.reason).toMatchObject({
    code: 'CONFLICT',
    details: { reason: 'TURN_IN_PROGRESS', turnId: item.id, retryAfterMs: 1_000 },
  });
});

describe('a repeated request', () => {
  test('of a first message waits for the one turn that all of them begin', async () => {
    const same = () => chats.send('Same', { idempotencyKey: 'first of many' });
    const asked = Promise.all([same(), same(), same()]);
    const item = await chats.runner.take();
    expect(await chats.runner.lease()).toEqual([]);
    await chats.runner.complete(item, saidResult('Once'));
    const turns = await asked;
    expect(new Set(turns.map(({ sessionId }) => sessionId)).size).toBe(1);
    expect(turns.filter(({ replay }) => replay)).toHaveLength(2);
    expect(await same()).toMatchObject({ turnId: item.id, reply: 'Once', replay: true });
    const sessions = await rows<{ n: string }>(
      chats.pool,
      sql`select count(*) as n from chat_sessions where preview = 'Same'`,
    );
    expect(sessions).toEqual([{ n: '1' }]);
  });

  test('with another body is refused, and another person may use the key', async () => {
    const { turnId } = await begun({ idempotencyKey: 'mine' });
    await expect(chats.send('Something else', { idempotencyKey: 'mine' })).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'IDEMPOTENCY_CONFLICT', turnId },
    });
    const other = chats.send('Something else', { idempotencyKey: 'mine' }, chats.chatCaller('usr_2'));
    await chats.runner.say('Yours');
    expect(await other).toMatchObject({ reply: 'Yours' });
  });
});

describe('a runner that goes silent', () => {
  test('ends the turn that it had begun, which no other runner is handed', async () => {
    const { sessionId } = await begun();
    const asked = chats.send('Do it', { sessionId });
    const item = await chats.runner.take();
    await expireLease(item.id);
    expect(await chats.runner.lease()).toEqual([]);
    await endLostTurns(chats.pool);
    expect(await asked).toMatchObject({
      status: 'failed',
      finishReason: 'error',
      error: { code: 'RUNNER_LOST' },
      persisted: { outcome: 'saved' },
    });
    // Its late report changes nothing.
    expect(await chats.runner.complete(item, saidResult('Too late'))).toBe(true);
    const next = chats.send('Again', { sessionId });
    await chats.runner.say('Now it works');
    expect(await next).toMatchObject({ status: 'completed' });
  });

  test('loses nothing when it gave the turn back before it began', async () => {
    const asked = chats.send('Do it');
    const first = await chats.runner.take();
    await chats.runner.giveBack(first);
    await chats.runner.say('Done by another');
    expect(await asked).toMatchObject({ turnId: first.id, reply: 'Done by another' });
  });

  test('ends the turn when it gave it back after it began', async () => {
    const asked = chats.send('Do it');
    await chats.runner.giveBack(await chats.runner.take(), true);
    expect(await chats.runner.lease()).toEqual([]);
    expect(await asked).toMatchObject({ status: 'failed', error: { code: 'RUNNER_LOST' } });
  });

  test('does not keep a turn waiting that no runner takes, and its key is free again', async () => {
    const message = { idempotencyKey: 'patient' };
    const asked = chats.send('Hello?', message).catch((error: unknown) => error);
    await waitUntil(async () => (await rows(chats.pool, sql`select 1 from work where kind = 'turn'`)).length > 0);
    await endLostTurns(chats.pool, -1);
    expect(await asked).toMatchObject({ code: 'UNAVAILABLE' });
    const again = chats.send('Hello?', message);
    await chats.runner.say('Here');
    expect(await again).toMatchObject({ reply: 'Here' });
    expect(await again).not.toHaveProperty('replay');
  });
});

test('a turn that a budget refused before any call leaves no trace and frees its key', async () => {
  const { sessionId } = await begun();
  const before = await read(sessionId);
  const message = { sessionId, idempotencyKey: 'no money' };
  const asked = chats.send('Spend', message).catch((error: unknown) => error);
  const refused = { messages: [], error: { code: 'BUDGET_EXHAUSTED', message: 'The budget is used up.' } };
  const { usage: _none, ...result } = saidResult('', refused);
  await chats.runner.complete(await chats.runner.take(), result);
  expect(await asked).toMatchObject({ code: 'RATE_LIMITED', details: { reason: 'BUDGET_EXHAUSTED' } });
  expect((await read(sessionId)).messages).toEqual(before.messages);
  const again = chats.send('Spend', message);
  await chats.runner.say('Spent');
  expect(await again).toMatchObject({ reply: 'Spent' });
});

test('a turn that failed after a call keeps the call, and a later turn tells the model of it', async () => {
  const call = { id: 'call_1', name: 'echo', input: '{}' };
  const asked = chats.send('Fail');
  await chats.runner.complete(
    await chats.runner.take(),
    saidResult('', {
      finishReason: 'error',
      messages: [{ role: 'assistant', text: '', calls: [call] }],
      toolCalls: [echoCall('call_1')],
      error: { code: 'MODEL_ERROR', message: 'The provider is down.' },
    }),
  );
  const turn = await asked;
  expect(turn).toMatchObject({
    status: 'failed',
    error: { code: 'MODEL_ERROR' },
    toolCalls: [{ toolCallId: 'call_1' }],
  });
  const next = chats.send('Go on', { sessionId: turn.sessionId! });
  const { messages } = await chats.runner.say('On');
  expect(messages.slice(1)).toEqual([
    { role: 'assistant', text: '', calls: [call] },
    { role: 'tool', call, text: 'The turn ended before this call was answered.', isError: true },
    { role: 'user', text: 'Go on' },
  ]);
  await next;
});

describe('cancelling', () => {
  const cancel = (sessionId: string) => chats.ask(operations.cancelChatTurn, { sessionId });

  test('ends a turn that no runner has at once, and changes nothing when none is open', async () => {
    const { sessionId } = await begun();
    const asked = chats.send('Stop this', { sessionId });
    const open = await waitUntil(async () => (await read(sessionId)).openTurn);
    expect(await cancel(sessionId)).toEqual({ sessionId, turnId: open.turnId, cancelled: true });
    expect(await asked).toMatchObject({ status: 'cancelled', finishReason: 'cancelled' });
    expect(await chats.runner.lease()).toEqual([]);
    expect(await cancel(sessionId)).toEqual({ sessionId, cancelled: false });
  });

  test('reaches the runner at its next beat, whose report of what it did is kept', async () => {
    const { sessionId } = await begun();
    const asked = chats.send('Stop this', { sessionId });
    const item = await chats.runner.take();
    expect(await chats.runner.tell(item)).toBe(false);
    await cancel(sessionId);
    await cancel(sessionId);
    expect(await chats.runner.tell(item)).toBe(true);
    const error = { code: 'CANCELLED', message: 'It was broken off.' };
    await chats.runner.complete(item, saidResult('Half an ans', { toolCalls: [echoCall('c')], error }));
    const turn = await asked;
    expect(turn).toMatchObject({ status: 'cancelled', reply: 'Half an ans', toolCalls: [{ toolCallId: 'c' }] });
    expect(turn).not.toHaveProperty('error');
  });

  test('of a turn whose runner is silent, too, ends it', async () => {
    const { sessionId } = await begun();
    const asked = chats.send('Stop this', { sessionId });
    const item = await chats.runner.take();
    await cancel(sessionId);
    await expireLease(item.id);
    await endLostTurns(chats.pool);
    expect(await asked).toMatchObject({ status: 'cancelled' });
  });
});

describe('approval', () => {
  const call = { id: 'call_1', name: 'write', input: '{"path":"a"}' };
  const pendingCall = (input: Record<string, unknown> = { path: 'a' }) => ({
    toolCallId: 'call_1',
    toolName: 'write',
    serverId: 'srv_everything',
    serverName: 'everything',
    input,
  });
  const decide = (sessionId: string, decisions: object[]) =>
    chats.ask(operations.decideChatCalls, { sessionId }, { decisions });

  /** A turn whose only call waits. */
  async function waiting(pending = [pendingCall()]): Promise<ChatTurn & { sessionId: string }> {
    const asked = chats.send('Write', { toolMode: 'auto' });
    const item = await chats.runner.take();
    const spans = [{ id: 'before', name: 'answer', category: 'llm', startMs: 0, endMs: 1 }];
    await chats.runner.complete(
      item,
      saidResult('', {
        finishReason: 'approval',
        messages: [{ role: 'assistant', text: 'May I?', calls: [call] }],
        pending,
      }),
      { spans },
    );
    return (await asked) as ChatTurn & { sessionId: string };
  }

  test('lets the turn go on with the decision, as one turn', async () => {
    const { sessionId, turnId, ...turn } = await waiting();
    expect(turn).toMatchObject({
      status: 'waiting',
      finishReason: 'approval',
      reply: 'May I?',
      pendingCalls: [pendingCall()],
    });
    expect((await read(sessionId)).openTurn).toEqual({ turnId, status: 'waiting', pendingCalls: [pendingCall()] });
    await expect(chats.send('Meanwhile', { sessionId })).rejects.toMatchObject({
      details: { reason: 'TURN_IN_PROGRESS' },
    });
    const decisions = [{ toolCallId: 'call_1', approved: true }];
    const decided = decide(sessionId, decisions);
    const item = await chats.runner.take();
    expect(chats.runner.taskOf(item)).toMatchObject({
      messages: [
        { role: 'user', text: 'Write' },
        { role: 'assistant', calls: [call] },
      ],
      decisions: [{ toolCallId: 'call_1', isApproved: true }],
    });
    const repeated = decide(sessionId, decisions);
    const messages = [
      { role: 'tool' as const, call, text: 'written', isError: false },
      { role: 'assistant' as const, text: 'Written.', calls: [] },
    ];
    await chats.runner.complete(item, saidResult('', { messages, toolCalls: [echoCall('call_1')] }), {
      spans: [{ id: 'after', name: 'answer', category: 'llm', startMs: 0, endMs: 1 }],
    });
    expect(await decided).toMatchObject({
      turnId,
      status: 'completed',
      reply: 'Written.',
      toolCalls: [{ toolCallId: 'call_1' }],
      usage: { inputTokens: 20, outputTokens: 10 },
      trace: { spanCount: 2, spans: [{ id: 'before' }, { id: 'after' }] },
    });
    expect(await repeated).toMatchObject({ turnId, replay: true });
    expect((await read(sessionId)).messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
    ]);
    await expect(decide(sessionId, [{ toolCallId: 'call_1', approved: false }])).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });

  test('refuses decisions about other calls than all the pending ones', async () => {
    const { sessionId } = await waiting([pendingCall(), { ...pendingCall(), toolCallId: 'call_2' }]);
    await expect(decide(sessionId, [{ toolCallId: 'call_9', approved: true }])).rejects.toMatchObject({
      details: { issues: [{ path: '/decisions/0/toolCallId' }] },
    });
    await expect(decide(sessionId, [{ toolCallId: 'call_1', approved: true }])).rejects.toMatchObject({
      details: { issues: [{ path: '/decisions' }] },
    });
    await expect(
      chats.ask(
        operations.decideChatCalls,
        { sessionId },
        { decisions: [{ toolCallId: 'call_1', approved: true }] },
        chats.chatCaller('usr_2'),
      ),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await chats.ask(operations.cancelChatTurn, { sessionId })).toMatchObject({ cancelled: true });
    expect(await read(sessionId)).not.toHaveProperty('openTurn');
  });

  test('is refused for a call whose arguments are not kept', async () => {
    const { sessionId } = await waiting([pendingCall({ password: 'hunter2 and more' })]);
    await expect(decide(sessionId, [{ toolCallId: 'call_1', approved: true }])).rejects.toMatchObject({
      code: 'FEATURE_NOT_SUPPORTED',
    });
    const declined = decide(sessionId, [{ toolCallId: 'call_1', approved: false }]);
    await chats.runner.say('Then not.');
    expect(await declined).toMatchObject({ status: 'completed', reply: 'Then not.' });
  });
});
