import { operations } from '@assay/contract/operations';
import { rows, sql } from '@assay/kit/postgres/db';
import { saidResult, echoCall, startChats, type Chats } from './chat-fixture.ts';

let chats: Chats;
beforeAll(async () => {
  chats = await startChats();
});
afterAll(() => chats.stop());

async function begun(message = 'Begin'): Promise<string> {
  const first = chats.send(message);
  await chats.runner.say('Begun');
  return (await first).sessionId!;
}
const read = (sessionId: string, query: object = {}, userId = 'usr_1') =>
  chats.ask(operations.getChatSession, { sessionId }, query, chats.chatCaller(userId));
const follow = (sessionId: string, lastEventId = '', waitMs = 0) =>
  chats.ask(operations.streamChatEvents, { sessionId, lastEventId, waitMs: String(waitMs) });

describe('a session', () => {
  test('is found by its owner alone until it is shared', async () => {
    const sessionId = await begun();
    await expect(read(sessionId, {}, 'usr_2')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(read(sessionId, { projectId: 'prj_2' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await chats.ask(operations.updateChatSession, { sessionId }, { visibility: 'project', isPinned: true });
    expect(await read(sessionId, {}, 'usr_2')).toMatchObject({ sessionId, visibility: 'project' });
    await expect(
      chats.ask(operations.updateChatSession, { sessionId }, { title: 'Mine' }, chats.chatCaller('usr_2')),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
    chats.directory.hidden.add('prj_1');
    await expect(read(sessionId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    chats.directory.hidden.clear();
  });

  test('that is hidden is not found, also when its messages cannot be read', async () => {
    const sessionId = await begun();
    await chats.pool.query('alter table chat_messages rename to unreadable_messages');
    try {
      await expect(read(sessionId)).rejects.toMatchObject({ code: 'INTERNAL_ERROR' });
      await expect(read(sessionId, {}, 'usr_2')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    } finally {
      await chats.pool.query('alter table unreadable_messages rename to chat_messages');
    }
  });

  test('is named after its first message, without secrets', async () => {
    const sessionId = await begun(`Use   password=hunter2hunter2 ${'x'.repeat(100)}`);
    const { title, messages } = await read(sessionId);
    expect(title).toMatch(/^Use password=\[redacted\] x+…$/);
    expect(title).toHaveLength(80);
    expect(messages[0]!.content).toContain('password=[redacted]');
  });

  test('keeps no credential of a server, and no message that looks like one', async () => {
    const asked = chats.send('Call it');
    const credential = 'a credential of the server';
    const item = await chats.runner.take();
    // The model itself is given what the person wrote.
    const call = { id: 'c', name: 'echo', input: JSON.stringify({ message: `my ${credential}`, password: 'hunter2' }) };
    await chats.runner.complete(
      item,
      saidResult('', {
        messages: [
          { role: 'assistant', text: `It is ${credential}`, calls: [call], native: { signature: credential } },
          { role: 'tool', call, text: `Echo: ${credential}`, isError: false },
        ],
        toolCalls: [echoCall('c', { arguments: { message: credential } })],
      }),
      { secrets: [credential] },
    );
    const turn = await asked;
    const stored = await rows(
      chats.pool,
      sql`
      select t.reply::text, m.body::text, c.body::text as call from turns t join chat_messages m on m.turn_id = t.id
      left join chat_tool_calls c on c.turn_id = t.id where t.id = ${turn.turnId}`,
    );
    expect(JSON.stringify([turn, stored])).not.toContain(credential);
    expect(JSON.stringify([turn, stored])).not.toContain('hunter2');
    const { messages } = await read(turn.sessionId!);
    expect(JSON.parse(messages[1]!.toolCalls![0]!.input)).toEqual({ message: 'my [redacted]', password: '[redacted]' });
  });

  test('is deleted with everything of it, and its runner hears so', async () => {
    const sessionId = await begun();
    const asked = chats.send('More', { sessionId }).catch((error: unknown) => error);
    const item = await chats.runner.take();
    const remove = (userId: string) =>
      chats.ask(operations.deleteChatSession, { sessionId }, {}, chats.chatCaller(userId));
    await expect(remove('usr_2')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await remove('usr_1')).toEqual({ id: sessionId, deleted: true });
    expect(await asked).toMatchObject({ code: 'NOT_FOUND' });
    expect(await chats.runner.tell(item)).toBe(true);
    expect(await chats.runner.complete(item, saidResult('Late'))).toBe(true);
    for (const table of ['turns', 'chat_messages', 'turn_events'])
      expect((await chats.pool.query(`select from ${table} where session_id = '${sessionId}'`)).rowCount).toBe(0);
    await expect(read(sessionId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

test('a session of 10,000 messages is read by page, each by its primary key', async () => {
  const sessionId = await begun();
  await chats.pool.query(sql`
    insert into chat_messages (session_id, index, turn_id, body)
    select ${sessionId}, n, 'turn_x', json_build_object('role', 'user', 'text', 'message ' || n) from generate_series(2, 9999) n`);
  await chats.pool.query('analyze chat_messages');
  const page = await read(sessionId, { afterMessageIndex: 8_000 });
  expect(page.messages).toHaveLength(50);
  expect([page.messages[0]!.index, page.nextMessageIndex]).toEqual([8_001, 8_050]);
  const last = await read(sessionId, { afterMessageIndex: 9_899, limit: 1_000 });
  expect(last.messages.map(({ index }) => index)).toEqual(Array.from({ length: 100 }, (_, i) => 9_900 + i));
  expect(last).not.toHaveProperty('nextMessageIndex');
  const plan = await rows<{ 'QUERY PLAN': string }>(
    chats.pool,
    sql`explain select index, body from chat_messages where session_id = ${sessionId} and index >= 8001 order by index limit 51`,
  );
  const lines = plan.map((line) => line['QUERY PLAN']).join('\n');
  expect(lines).toContain('Index Scan using chat_messages_pkey');
  expect(lines).not.toContain('Sort');
});

test('a trace has the latest turn, a turn by its id, or the turns after one', async () => {
  const sessionId = await begun();
  for (const n of [1, 2]) {
    const asked = chats.send(`More ${n}`, { sessionId });
    const spans = [{ id: `span ${n}`, name: 'answer', category: 'llm', startMs: 0, endMs: 1 }];
    await chats.runner.complete(await chats.runner.take(), saidResult(`Answer ${n}`), { spans });
    await asked;
  }
  const trace = (query: object = {}) => chats.ask(operations.getChatSessionTrace, { sessionId }, query);
  const latest = await trace();
  expect(latest).toMatchObject({
    sessionId,
    traceVersion: 1,
    turnCount: 3,
    latestPromptIndex: 2,
    turns: [{ promptIndex: 2, status: 'completed', finishReason: 'stop', modelId: 'scripted/echo', spanCount: 1 }],
  });
  expect(latest.turns[0]!.spans).toMatchObject([{ id: 'span 2' }]);
  expect((await trace({ limit: 20 })).turns.map(({ promptIndex }) => promptIndex)).toEqual([0, 1, 2]);
  const after = await trace({ afterPromptIndex: 0, limit: 5, includeSpans: false });
  expect(after.turns.map(({ promptIndex, spans }) => [promptIndex, spans])).toEqual([
    [1, undefined],
    [2, undefined],
  ]);
  const { turnId } = after.turns[0]!;
  expect((await trace({ turnId })).turns).toMatchObject([{ turnId, promptIndex: 1 }]);
  await expect(trace({ turnId: 'turn_x' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(trace({ turnId, afterPromptIndex: 0 })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});

describe('a watcher', () => {
  test('sees a turn as it goes on, and misses nothing after a reconnection', async () => {
    const sessionId = await begun();
    const asked = chats.send('Tell me', { sessionId });
    const item = await chats.runner.take();
    const [started] = (await follow(sessionId)).events;
    expect(started).toMatchObject({ id: '1.0', type: 'turnStarted', data: { promptIndex: 1, message: 'Tell me' } });
    const waiting = follow(sessionId, started!.id, 5_000);
    const events = ['Al', 'most'].map((text, index) => ({ index, event: { type: 'text' as const, text } }));
    await chats.runner.tell(item, events);
    expect((await waiting).events).toEqual([
      { id: '1.1', type: 'text', data: { promptIndex: 1, text: 'Al' } },
      { id: '1.2', type: 'text', data: { promptIndex: 1, text: 'most' } },
    ]);
    // A runner may send an event again.
    await chats.runner.tell(item, [events[1]!, { index: 2, event: { type: 'text', text: ' password=hunter2x' } }]);
    await chats.runner.complete(item, saidResult('Almost there'));
    const { turnId } = await asked;
    const { events: missed, done } = await follow(sessionId, '1.2');
    expect(missed).toMatchObject([
      { id: '1.3', type: 'text', data: { text: ' password=[redacted]' } },
      { id: '1.4', type: 'turnEnded', data: { turn: { turnId, reply: 'Almost there' } } },
    ]);
    expect(done).toBe(false);
    expect(await follow(sessionId, '1.4')).toEqual({ events: [], done: false });
  });

  test('is refused an event id that is none, and a session of another person', async () => {
    const sessionId = await begun();
    await expect(follow(sessionId, 'x')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await expect(
      chats.ask(operations.streamChatEvents, { sessionId }, {}, chats.chatCaller('usr_2')),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
