import type { VisitEvents, VisitTurn } from '@assay/contract/areas/visits/documents';
import { sql, transaction } from '@assay/kit/postgres/db';
import { waitUntil } from '@assay/testkit/until';
import { endIdleVisits } from '../../src/actions/visits/end-idle-visits.ts';
import { echoCall, saidResult, startChats, type Chats } from '../chat-sessions/chat-fixture.ts';
import { Browser, storedStudy } from './visit-fixture.ts';

let chats: Chats;
beforeAll(async () => {
  chats = await startChats();
});
afterAll(() => chats.stop());

/** A visitor of a new study. */
async function visiting(changes: Parameters<typeof storedStudy>[1] = {}) {
  const study = await storedStudy(chats.pool, changes);
  const visitor = new Browser(chats);
  await visitor.begin(study.linkToken);
  return { ...study, visitor };
}
const typesOf = (news: VisitEvents | string) => (news as VisitEvents).events.map(({ type }) => type);

test('a visitor sends a message, watches the answer, and reads it again later', async () => {
  const { studyId, linkToken, visitor } = await visiting();
  const watching = visitor.events(linkToken, '', '20000');
  const sent = (await visitor.send(linkToken, 'What is there?')) as VisitTurn;
  expect(sent).toEqual({ turnId: expect.any(String), promptIndex: 0, status: 'queued' });
  expect(typesOf(await watching)).toEqual(['turnStarted']);
  expect(await visitor.open(linkToken)).toMatchObject({ openTurn: { turnId: sent.turnId } });
  const item = await chats.runner.take();
  expect(chats.runner.taskOf(item).spec).toMatchObject({ model: 'scripted/echo', approval: 'auto' });
  await chats.runner.tell(item, [
    {
      index: 0,
      event: {
        type: 'toolCall',
        toolCallId: 'c',
        toolName: 'echo',
        serverName: 'everything',
        input: { message: 'hi' },
      },
    },
    { index: 1, event: { type: 'text', text: 'Much.' } },
  ]);
  await chats.runner.complete(item, saidResult('Much.', { toolCalls: [echoCall('c')] }));
  const { events } = (await visitor.events(linkToken)) as VisitEvents;
  expect(events.map(({ type }) => type)).toEqual(['turnStarted', 'toolCall', 'text', 'turnEnded']);
  expect(JSON.stringify(events)).not.toMatch(/everything|srv_|prj_1|scripted|client_/);
  expect(typesOf(await visitor.events(linkToken, events[1]!.id))).toEqual(['text', 'turnEnded']);
  const { items } = (await visitor.messages(linkToken)) as { items: object[] };
  expect(items).toMatchObject([
    { role: 'assistant', text: 'Much.' },
    { role: 'visitor', text: 'What is there?' },
  ]);
  const { rows } = await chats.pool.query<object>(
    sql`select turns, (select sum(micros)::int from study_spending where study_id = ${studyId}) as spent from study_days where study_id = ${studyId}`,
  );
  expect(rows).toEqual([{ turns: 1, spent: 7 }]);
});

test('a message that is sent twice with its key is taken once', async () => {
  const { linkToken, visitor } = await visiting();
  const [one, two] = await Promise.all([visitor.send(linkToken, 'Hi', 'key'), visitor.send(linkToken, 'Hi', 'key')]);
  expect(one).toEqual(two);
  expect(await visitor.send(linkToken, 'Another', 'key')).toBe('CONFLICT');
  expect(await visitor.send(linkToken, 'Too soon')).toBe('CONFLICT');
  await chats.runner.say('Hello.');
  expect(await chats.runner.lease()).toEqual([]);
  expect(await visitor.send(linkToken, 'Hi', '')).toBe('VALIDATION_ERROR');
});

test('of two first messages at once one begins the conversation', async () => {
  const { studyId, linkToken, visitor } = await visiting();
  const sent = await Promise.all([visitor.send(linkToken, 'One'), visitor.send(linkToken, 'Two')]);
  expect(sent.filter((each) => each === 'CONFLICT')).toHaveLength(1);
  const { rowCount } = await chats.pool.query(sql`select from chat_sessions where study_id = ${studyId}`);
  expect(rowCount).toBe(1);
  await chats.runner.say('Hello.');
});

test('a first message that is repeated at once is answered its turn, though it used up the limit', async () => {
  const { linkToken, visitor } = await visiting({ changes: { dailyVisitorTurnCap: 1 } });
  const sent = await Promise.all(Array.from({ length: 4 }, () => visitor.send(linkToken, 'Hi', 'key')));
  expect(sent).toEqual(Array.from({ length: 4 }, () => expect.objectContaining({ turnId: expect.any(String) })));
  expect(new Set(sent.map((each) => (each as VisitTurn).turnId)).size).toBe(1);
  await chats.runner.say('Hello.');
});

test('a first message during a change that ends the visits begins nothing', async () => {
  const { studyId, linkToken, visitor } = await visiting();
  const sent = await transaction(chats.pool, async (tx) => {
    await tx.query(sql`update studies set access_version = 2 where id = ${studyId}`);
    const sending = visitor.send(linkToken, 'Hi');
    await waitUntil(async () => {
      const { rowCount } = await chats.pool.query(
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rowCount === 1;
    });
    return { sending };
  });
  expect(await sent.sending).toBe('UNAUTHORIZED');
  expect(await chats.runner.lease()).toEqual([]);
});

test('a visitor who goes away during a first message leaves no conversation open', async () => {
  const { studyId, linkToken, visitor } = await visiting();
  const isWaiting = async (count: number) => {
    const { rowCount } = await chats.pool.query(
      sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rowCount === count;
  };
  const last = await transaction(chats.pool, async (tx) => {
    await tx.query(sql`insert into study_days (study_id, day) values (${studyId}, (now() at time zone 'utc')::date)`);
    const sending = visitor.send(linkToken, 'Hi');
    await waitUntil(() => isWaiting(1));
    const leaving = visitor.end(linkToken);
    await waitUntil(() => isWaiting(2));
    return { sending, leaving };
  });
  expect(await last.sending).toMatchObject({ promptIndex: 0 });
  expect(await last.leaving).toEqual({ ended: true, erased: false });
  const { rows } = await chats.pool.query<object>(
    sql`select end_reason, open_turn_id from chat_sessions where study_id = ${studyId}`,
  );
  expect(rows).toEqual([{ end_reason: 'visitor', open_turn_id: null }]);
});

test('a message with a character that is never kept is refused', async () => {
  const { linkToken, visitor } = await visiting();
  expect(await visitor.send(linkToken, 'a\0b')).toBe('VALIDATION_ERROR');
  expect(await visitor.rate(linkToken, { rating: 'up', comment: '\0' })).toBe('VALIDATION_ERROR');
});

test('the comment of a visitor is kept without secrets', async () => {
  const { linkToken, visitor } = await visiting();
  const { turnId } = (await visitor.send(linkToken, 'Hi')) as VisitTurn;
  await chats.runner.say('Hello.');
  await visitor.rate(linkToken, { turnId, rating: 'up', comment: 'I use password=hunter2hunter2' });
  const { rows } = await chats.pool.query<object>(sql`select comment from chat_feedback where turn_id = ${turnId}`);
  expect(rows).toEqual([{ comment: 'I use password=[redacted]' }]);
});

test('a turn whose visit ends counts as spent, because its runner no longer tells its costs', async () => {
  const { studyId, linkToken, visitor } = await visiting();
  await visitor.send(linkToken, 'Hi');
  const item = await chats.runner.take();
  await visitor.end(linkToken, true);
  expect(await chats.runner.complete(item, saidResult('Too late.'))).toBe(true);
  const { rows } = await chats.pool.query<object>(
    sql`select sum(micros)::int as spent from study_spending where study_id = ${studyId}`,
  );
  expect(rows).toEqual([{ spent: 50_000 }]);
});

test('a message over the limit of the study makes no turn and no conversation', async () => {
  const { studyId, linkToken, visitor } = await visiting({ changes: { dailyTurnCap: 0 } });
  expect(await visitor.send(linkToken, 'Hi')).toBe('RATE_LIMITED');
  expect(await chats.runner.lease()).toEqual([]);
  const { rowCount } = await chats.pool.query(sql`select from chat_sessions where study_id = ${studyId}`);
  expect(rowCount).toBe(0);
});

test('a visitor approves a pending call, which runs, and cancels another turn', async () => {
  const { studyId, linkToken, visitor } = await visiting();
  await visitor.send(linkToken, 'Do it');
  const pending = {
    toolCallId: 'call_1',
    toolName: 'echo',
    serverId: 'srv_everything',
    serverName: 'everything',
    input: { message: 'hi' },
  };
  await chats.runner.say('', { finishReason: 'approval', pending: [pending] });
  const { serverId: _id, serverName: _name, ...call } = pending;
  expect(await visitor.open(linkToken)).toMatchObject({ openTurn: { status: 'waiting', pendingCalls: [call] } });
  const pause = (isEnabled: boolean) =>
    chats.pool.query(sql`
      update studies set guest_execution = jsonb_set(guest_execution::jsonb, '{enabled}', ${String(isEnabled)}::jsonb)::json
      where id = ${studyId}`);
  await pause(false);
  expect(await visitor.decide(linkToken, 'call_1', true)).toBe('FORBIDDEN');
  await pause(true);
  expect(await visitor.decide(linkToken, 'call_1', true)).toMatchObject({ status: 'queued' });
  const task = await chats.runner.say('Done.');
  expect(task.decisions).toEqual([{ toolCallId: 'call_1', isApproved: true }]);
  await visitor.send(linkToken, 'Again');
  expect(await visitor.cancel(linkToken)).toEqual({ cancelled: true });
  expect(await visitor.cancel(linkToken)).toEqual({ cancelled: false });
});

test('a stream tells that the conversation ended, and goes on with the next one', async () => {
  const { studyId, linkToken, visitor } = await visiting();
  await visitor.send(linkToken, 'First');
  await chats.runner.say('One.');
  const { events } = (await visitor.events(linkToken)) as VisitEvents;
  await chats.pool.query(sql`
    update chat_sessions set last_activity_at = now() - interval '31 minutes' where study_id = ${studyId}`);
  // A row that a measurement has locked is ended with the next look.
  const end = await waitUntil(async () => {
    await endIdleVisits(chats.pool);
    const news = (await visitor.events(linkToken, events.at(-1)!.id)) as VisitEvents;
    return news.events.length > 0 && news.events;
  });
  expect(end).toMatchObject([{ type: 'ended', data: { reason: 'idle' } }]);
  expect(typesOf(await visitor.events(linkToken, end[0]!.id))).toEqual([]);
  await visitor.send(linkToken, 'Second');
  await chats.runner.say('Two.');
  expect(typesOf(await visitor.events(linkToken, end[0]!.id))).toEqual(['turnStarted', 'turnEnded']);
});

test('a stream that waits tells nothing once the visit is over', async () => {
  const { studyId, linkToken, visitor } = await visiting();
  await visitor.send(linkToken, 'Hi');
  const { events } = (await visitor.events(linkToken)) as VisitEvents;
  const watching = visitor.events(linkToken, events.at(-1)!.id, '20000');
  await chats.pool.query(sql`update studies set access_version = 2, mode = 'invited_only' where id = ${studyId}`);
  await chats.runner.say('A secret.');
  expect(await watching).toBe('UNAUTHORIZED');
  expect(await visitor.send(linkToken, 'More')).toBe('UNAUTHORIZED');
});
