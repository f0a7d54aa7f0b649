import { withOneConnection } from '@assay/testkit/database/one-connection';
import { operations } from '@assay/contract/operations';
import { rows, sql } from '@assay/kit/postgres/db';
import { deleteIdleSessions } from '../../src/actions/chat-sessions/delete-idle-sessions.ts';
import { deleteOldSessions } from '../../src/background/chat-retention.ts';
import { deleteEmptyStudies } from '../../src/store/studies/studies.ts';
import { deleteOldEvents } from '../../src/store/turns/turn-events.ts';
import { dial } from '@assay/kit/rpc/client';
import { meshSecret } from '../support/start.ts';
import { storedVisit } from '../support/stored-visit.ts';
import { storedStudy } from '../visits/visit-fixture.ts';
import { echoCall, saidResult, startChats, type Chats } from './chat-fixture.ts';

let chats: Chats;
beforeAll(async () => {
  chats = await startChats();
});
afterAll(() => chats.stop());
beforeEach(() => chats.pool.query('delete from chat_sessions'));

async function begun(message: string, reply = 'Begun', userId = 'usr_1'): Promise<string> {
  const first = chats.send(message, {}, chats.chatCaller(userId));
  const item = await chats.runner.take();
  await chats.runner.complete(item, saidResult(reply, { toolCalls: [echoCall('call')] }));
  return (await first).sessionId!;
}
const list = (query: object = {}) =>
  chats.ask(operations.listSessions, { projectId: 'prj_1' }, query, {
    ...chats.chatCaller(),
    projectId: 'prj_1',
    role: 'viewer',
  });
describe('the sessions of a project', () => {
  test('are listed by their last activity, without private ones of others', async () => {
    const first = await begun('About apples');
    await begun('A secret of mine', 'Begun', 'usr_2');
    const second = await begun('About pears');
    const page = await list({ limit: 1 });
    expect(page).toMatchObject({
      items: [
        {
          id: second,
          sourceType: 'direct',
          origin: 'chat',
          title: 'About pears',
          firstMessagePreview: 'About pears',
          ownedByViewer: true,
          messageCount: 2,
          cumulativeUserMessageCount: 1,
          cumulativeToolCallCount: 1,
          cumulativeInputTokens: 10,
          modelId: 'scripted/echo',
          parentRef: null,
          link: { path: `/api/v1/chat-sessions/${second}` },
        },
      ],
      scope: 'titles',
    });
    const rest = await list({ limit: 1, cursor: page.nextCursor });
    expect(rest.items.map(({ id }) => id)).toEqual([first]);
    expect(rest).not.toHaveProperty('nextCursor');
  });

  test('are found by their title or by what was said', async () => {
    const apples = await begun('About apples', 'They are 100% red, and the sky is blue today.');
    await begun('About pears');
    const found = async (query: object) => (await list(query)).items.map(({ id }) => id);
    expect(await found({ q: 'APPLES' })).toEqual([apples]);
    expect(await found({ q: 'sky' })).toEqual([]);
    expect(await found({ q: '100%', scope: 'transcripts' })).toEqual([apples]);
    expect(await found({ q: '100_', scope: 'transcripts' })).toEqual([]);
    expect((await list({ q: 'SKY is', scope: 'transcripts' })).items).toMatchObject([
      { id: apples, matchPreview: 'They are 100% red, and the sky is blue today.' },
    ]);
    expect(await found({ sourceType: 'scenario' })).toEqual([]);
    expect(await found({ sourceType: 'swarm' })).toEqual([]);
    expect(await found({ status: 'archived' })).toEqual([]);
  });
});

test('what a model said with characters that Postgres cannot take apart is found', async () => {
  const odd = await begun('Odd', 'Half \ud83d and \0 in the meadow');
  const found = await list({ q: 'meadow', scope: 'transcripts' });
  expect(found.items.map(({ id }) => id)).toEqual([odd]);
});

test('retention deletes idle sessions and old traces of an organization that wants it', async () => {
  const [old, kept] = [await begun('Old'), await begun('Kept')];
  const spans = [{ id: 's', name: 'answer', category: 'llm', startMs: 0, endMs: 1 }];
  const asked = chats.send('More', { sessionId: kept });
  await chats.runner.complete(await chats.runner.take(), saidResult('Said'), { spans });
  const { turnId } = await asked;
  await chats.pool.query(sql`update chat_sessions set last_activity_at = now() - interval '40 days' where id = ${old}`);
  await chats.pool.query(sql`update turns set ended_at = now() - interval '10 days' where id = ${turnId}`);
  const channel = dial(chats.catalogAddress, meshSecret, 'environments');
  const pass = () =>
    withOneConnection(chats.pool, (pool) =>
      deleteOldSessions({ pool, catalog: channel }, new AbortController().signal),
    );
  const sessions = async () => (await list()).items.map(({ id }) => id);
  const parts = async () => (await rows(chats.pool, sql`select from trace_parts where owner_id = ${turnId}`)).length;
  chats.directory.retention = [{ organizationId: 'org_1', runs: 0, traces: 0, sessions: 0 }];
  await pass();
  expect([(await sessions()).length, await parts()]).toEqual([2, 1]);
  chats.directory.retention = [{ organizationId: 'org_1', runs: 0, traces: 7, sessions: 30 }];
  await pass();
  channel.close();
  expect([await sessions(), await parts()]).toEqual([[kept], 0]);
});

test('retention deletes a session whose calls wait for approval, but none that is under way', async () => {
  const begin = async (status: string) => {
    const id = await begun(status);
    await chats.pool.query(sql`
      update chat_sessions set last_activity_at = now() - interval '40 days', open_turn_id = turns.id
      from turns where session_id = chat_sessions.id and chat_sessions.id = ${id}`);
    await chats.pool.query(sql`update turns set status = ${status} where session_id = ${id}`);
    return id;
  };
  const [, running] = [await begin('waiting'), await begin('running')];
  expect(await deleteIdleSessions(chats.pool, { organizationId: 'org_1', days: 30 })).toBe(false);
  expect(await rows(chats.pool, sql`select id from chat_sessions`)).toEqual([{ id: running }]);
});

test('an unpublished study goes with its last session', async () => {
  const study = async () => (await storedStudy(chats.pool)).studyId;
  const [published, visited, empty] = [await study(), await study(), await study()];
  await storedVisit(chats.pool, visited);
  await chats.pool.query(sql`update studies set unpublished_at = now() where id in (${visited}, ${empty})`);
  expect(await deleteEmptyStudies(chats.pool, 1)).toBe(true);
  expect(await deleteEmptyStudies(chats.pool, 1)).toBe(false);
  expect(await rows(chats.pool, sql`select id from studies order by id`)).toEqual([{ id: published }, { id: visited }]);
});

test('events of turns are deleted after some minutes', async () => {
  const sessionId = await begun('Events');
  await chats.pool.query(sql`
    update turn_events set created_at = now() - interval '11 minutes' where session_id = ${sessionId} and seq = 0`);
  expect(await deleteOldEvents(chats.pool, 600_000, 1)).toBe(true);
  expect(await deleteOldEvents(chats.pool, 600_000, 1)).toBe(false);
  expect(await rows(chats.pool, sql`select seq from turn_events where session_id = ${sessionId}`)).toHaveLength(1);
});
