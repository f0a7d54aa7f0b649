import { operations } from '@assay/contract/operations';
import { newId } from '@assay/kit/id';
import { sql } from '@assay/kit/postgres/db';
import { startTestEnvironments, type TestEnvironments } from '../support/start.ts';
import { storedClient, storedEnvironment } from '../support/stored.ts';
import { storedVisit, type StoredVisit } from '../support/stored-visit.ts';

let fixture: TestEnvironments;
let environmentId: string;
let studyId: string;
beforeAll(async () => {
  fixture = await startTestEnvironments();
  environmentId = await storedEnvironment(fixture.pool, await storedClient(fixture.pool));
  studyId = (await fixture.call(operations.publishStudy, { projectId: 'prj_1', environmentId })).id;
});
afterAll(() => fixture.stop());

const target = (sessionId = '') => ({ projectId: 'prj_1', studyId, sessionId });
const list = (query: object = {}) => fixture.call(operations.listStudySessions, target(), query);
const read = (sessionId: string, query: object = {}) =>
  fixture.call(operations.getStudySession, target(sessionId), query);

/** Writes what was said in a visit; `count` can be more than that. */
async function say({ sessionId, turnId }: StoredVisit, bodies: object[], count = bodies.length): Promise<void> {
  for (const [index, body] of bodies.entries())
    await fixture.pool.query(sql`
      insert into chat_messages (session_id, index, turn_id, body) values (${sessionId}, ${index}, ${turnId}, ${body})`);
  await fixture.pool.query(sql`
    update chat_sessions set message_count = ${count}, preview = 'Hello' where id = ${sessionId}`);
}

test('a session is listed with its visitor and what the visitor thinks of it', async () => {
  const memberId = newId('studymem');
  await fixture.pool.query(sql`
    insert into study_members (id, study_id, email, folded_email) values (${memberId}, ${studyId}, 'ada@example.org', 'ada@example.org')`);
  const visit = await storedVisit(fixture.pool, studyId, { memberId });
  await say(visit, [{ role: 'user', text: 'Hello' }]);
  const later = await storedVisit(fixture.pool, studyId);
  await fixture.pool.query(sql`update chat_sessions set visitor_id = ${visit.visitorId} where id = ${later.sessionId}`);
  for (const [turnId, rating, comment] of [
    ['', 'down', 'slow'],
    [visit.turnId, 'up', ''],
  ])
    await fixture.pool.query(sql`
      insert into chat_feedback (session_id, turn_id, rating, comment)
      values (${visit.sessionId}, ${turnId}, ${rating}, ${comment})`);
  await fixture.pool.query(sql`
    insert into chat_tool_calls (session_id, turn_id, position, body) values (${visit.sessionId}, ${visit.turnId}, 0, '{}')`);
  const { items } = await list();
  expect(items).toEqual([
    expect.objectContaining({
      id: later.sessionId,
      visitor: { displayName: 'ada@example.org', authType: 'guest', recency: 'returning' },
      feedback: { rating: null, comment: null, count: 0 },
    }),
    {
      id: visit.sessionId,
      chatSessionId: visit.sessionId,
      messageCount: 1,
      preview: 'Hello',
      modelId: 'scripted/echo',
      toolCallCount: 1,
      visitor: { displayName: 'ada@example.org', authType: 'guest', recency: 'new' },
      feedback: { rating: 0, comment: 'slow', count: 2 },
      startedAt: expect.any(Number),
      lastActivityAt: expect.any(Number),
    },
  ]);
  const first = await list({ limit: 1 });
  expect((await list({ limit: 1, cursor: first.nextCursor })).items.map(({ id }) => id)).toEqual([visit.sessionId]);
});

test('the messages of a session are read by page', async () => {
  const visit = await storedVisit(fixture.pool, studyId);
  const call = { id: 'c1', name: 'echo', input: '{}' };
  await say(visit, [
    { role: 'user', text: '<b>Hi</b>' },
    { role: 'assistant', text: '', calls: [call] },
    { role: 'tool', call, text: 'Echo: hi', isError: false },
    { role: 'assistant', text: 'Done.', calls: [] },
  ]);
  const first = await read(visit.sessionId, { limit: 3 });
  expect(first).toEqual({
    id: visit.sessionId,
    chatSessionId: visit.sessionId,
    studyId,
    modelId: 'scripted/echo',
    startedAt: expect.any(Number),
    lastActivityAt: expect.any(Number),
    messageCount: 4,
    messages: [
      { index: 0, role: 'user', text: '<b>Hi</b>', createdAt: expect.any(Number) },
      { index: 1, role: 'assistant', text: '', createdAt: expect.any(Number) },
      { index: 2, role: 'tool', text: 'Echo: hi', toolName: 'echo', createdAt: expect.any(Number) },
    ],
    nextCursor: expect.any(String),
  });
  const second = await read(visit.sessionId, { limit: 3, cursor: first.nextCursor });
  expect(second.messages).toMatchObject([{ index: 3, text: 'Done.' }]);
  expect(second.nextCursor).toBeUndefined();
});

test('a session whose messages were lost says so', async () => {
  const visit = await storedVisit(fixture.pool, studyId);
  await say(visit, [], 2);
  expect(await read(visit.sessionId)).toMatchObject({ messageCount: null, transcriptUnavailable: true, messages: [] });
});

test('sessions of another study or project, or while user testing is off, are not found', async () => {
  const visit = await storedVisit(fixture.pool, studyId);
  const elsewhere = { ...target(visit.sessionId), projectId: 'prj_2' };
  await expect(fixture.call(operations.getStudySession, elsewhere)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(fixture.call(operations.listStudySessions, elsewhere)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(read('chat_missing')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const off = { ...fixture.callerOf('prj_1'), features: [] };
  expect(await fixture.call(operations.listStudySessions, target(), {}, off)).toEqual({ items: [] });
  await expect(fixture.call(operations.getStudySession, target(visit.sessionId), {}, off)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('the sessions of an unpublished study stay readable', async () => {
  const visit = await storedVisit(fixture.pool, studyId);
  await fixture.call(operations.unpublishStudy, { projectId: 'prj_1', environmentId });
  expect((await list()).items[0]).toMatchObject({ id: visit.sessionId, endReason: 'unpublished' });
  expect(await read(visit.sessionId)).toMatchObject({ id: visit.sessionId });
});
