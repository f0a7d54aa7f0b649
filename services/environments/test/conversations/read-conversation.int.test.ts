import type { Conversation } from '@assay/contract/areas/chat-sessions/conversation';
import { ConversationsService } from '@assay/mesh/gen/assay/v1/conversations';
import { operations } from '@assay/contract/operations';
import type { Caller } from '@assay/kit/security/caller';
import { sql } from '@assay/kit/postgres/db';
import { startTestEnvironments, type TestEnvironments } from '../support/start.ts';
import { storedClient, storedEnvironment } from '../support/stored.ts';
import { storedVisit, type StoredVisit } from '../support/stored-visit.ts';

let fixture: TestEnvironments;
let studyId: string;
beforeAll(async () => {
  fixture = await startTestEnvironments();
  const environmentId = await storedEnvironment(fixture.pool, await storedClient(fixture.pool));
  studyId = (await fixture.call(operations.publishStudy, { projectId: 'prj_1', environmentId })).id;
});
afterAll(() => fixture.stop());

const member = (): Caller => fixture.callerOf('prj_1', 'member');
const read = async (
  sessionId: string,
  turnIds: string[] = [],
  caller: Caller = member(),
  projectId = 'prj_1',
): Promise<Conversation> => {
  const request = { projectId, sessionId, turnIds };
  const { conversation } = await fixture.mesh.call(ConversationsService.readConversation, request, { caller });
  return JSON.parse(conversation.toString()) as Conversation;
};

async function endedVisit(): Promise<StoredVisit> {
  const visit = await storedVisit(fixture.pool, studyId);
  const bodies = [
    { role: 'user', text: 'Hello' },
    { role: 'assistant', text: 'Let me see.', calls: [] },
    { role: 'assistant', text: '', calls: [] },
  ];
  for (const [index, body] of bodies.entries())
    await fixture.pool.query(sql`
      insert into chat_messages (session_id, index, turn_id, body) values (${visit.sessionId}, ${index}, ${visit.turnId}, ${body})`);
  for (const [position, toolName] of ['echo', 'get-sum'].entries())
    await fixture.pool.query(sql`
      insert into chat_tool_calls (session_id, turn_id, position, body) values (${visit.sessionId}, ${visit.turnId}, ${position}, ${{ toolName }})`);
  await fixture.pool.query(sql`update turns set status = 'completed' where id = ${visit.turnId}`);
  await fixture.pool.query(sql`
    insert into turns (id, session_id, prompt_index, caller_id, idempotency_key, request_hash, status, request, first_message)
    values (${`${visit.turnId}2`}, ${visit.sessionId}, 1, 'x', ${`${visit.turnId}2`}, '', 'running', '{}', 3)`);
  return visit;
}

test('the ended turns of a session are told with what was said and called', async () => {
  const { sessionId, turnId } = await endedVisit();
  expect(await read(sessionId)).toEqual({
    sessionId,
    origin: 'study',
    title: '',
    turns: [
      {
        turnId,
        status: 'completed',
        prompt: 'Hello',
        reply: 'Let me see.',
        toolCalls: [{ toolName: 'echo' }, { toolName: 'get-sum' }],
      },
    ],
    modelId: 'scripted/echo',
    isCut: false,
  });
  expect((await read(sessionId, [turnId])).turns).toHaveLength(1);
  expect((await read(sessionId, [`${turnId}2`, 'turn_missing'])).turns).toEqual([]);
});

test('a session is told to readers of it alone', async () => {
  const { sessionId } = await endedVisit();
  await expect(read('chat_missing')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(read(sessionId, [], member(), 'prj_2')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  fixture.directory.hidden.add('prj_1');
  await expect(read(sessionId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  fixture.directory.hidden.delete('prj_1');
  // As a chat session of a person.
  await fixture.pool.query(sql`
    update chat_sessions set origin = 'chat', study_id = null, visitor_id = null, owner_id = 'usr_1' where id = ${sessionId}`);
  const other = { ...member(), userId: 'usr_2' };
  expect((await read(sessionId)).origin).toBe('chat');
  await expect(read(sessionId, [], other)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await fixture.pool.query(sql`update chat_sessions set visibility = 'project' where id = ${sessionId}`);
  expect((await read(sessionId, [], other)).turns).toHaveLength(1);
});
