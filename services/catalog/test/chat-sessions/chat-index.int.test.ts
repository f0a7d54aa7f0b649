import type { ChatSessionChanged } from '@assay/mesh/events';
import { operations } from '@assay/contract/operations';
import { transaction } from '@assay/kit/postgres/db';
import { forgetChatSessions } from '../../src/events/chat-sessions-deleted.ts';
import { indexChatSession } from '../../src/events/chat-session-changed.ts';
import { deleteOldEntries } from '../../src/background/retention.ts';
import { startTestCatalog, type TestCatalog } from '../support/start.ts';

let fixture: TestCatalog;
beforeAll(async () => {
  fixture = await startTestCatalog();
});
afterAll(() => fixture.stop());

const changed = (version: number, more: Partial<ChatSessionChanged> = {}): Promise<void> =>
  transaction(fixture.pool, (tx) =>
    indexChatSession(tx, {
      sessionId: 'chat_1',
      version,
      organizationId: fixture.organizationId,
      projectId: fixture.projectId,
      ownerId: fixture.ada.userId!,
      title: `Version ${version}`,
      status: 'active',
      visibility: 'private',
      isPinned: false,
      isUnread: false,
      createdAtMs: Date.now(),
      lastActivityAtMs: Date.now(),
      ...more,
    }),
  );
const titles = async () => (await fixture.call(operations.listChatSessions, {})).items.map(({ title }) => title);

test('the index has the latest version of a session in any order of its events', async () => {
  await changed(2);
  await changed(1);
  expect(await titles()).toEqual(['Version 2']);
  await changed(3, { isPinned: true });
  await changed(3);
  expect((await fixture.call(operations.listChatSessions, {})).items).toMatchObject([
    { id: 'chat_1', title: 'Version 3', isPinned: true },
  ]);
});

test('a deleted session does not come back with a late event, also before its first one', async () => {
  const forget = (...sessionIds: string[]) =>
    transaction(fixture.pool, (tx) =>
      forgetChatSessions(tx, { organizationId: fixture.organizationId, sessionIds, deletedAtMs: Date.now() }),
    );
  await forget('chat_1', 'chat_2');
  await forget('chat_1');
  await changed(4);
  await changed(1, { sessionId: 'chat_2' });
  expect(await titles()).toEqual([]);
  await fixture.pool.query(
    `update deleted_chat_sessions set deleted_at = now() - interval '31 days' where id = 'chat_2'`,
  );
  const forEver = { runs: 0, traces: 0, sessions: 0, audit: 0 };
  await deleteOldEntries(fixture.pool, forEver, new AbortController().signal);
  expect((await fixture.pool.query('select id from deleted_chat_sessions')).rows).toEqual([{ id: 'chat_1' }]);
});

test('a session of a project or an owner that is gone changes nothing', async () => {
  await changed(1, { sessionId: 'chat_3', projectId: 'prj_gone' });
  await changed(1, { sessionId: 'chat_4', ownerId: 'usr_gone' });
  expect(await titles()).toEqual([]);
});
