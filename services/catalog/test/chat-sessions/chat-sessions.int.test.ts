import { operations } from '@assay/contract/operations';
import type { Caller } from '@assay/kit/security/caller';
import { startTestCatalog, type TestCatalog } from '../support/start.ts';

let fixture: TestCatalog;
let bob: Caller;
let hidden: string;
beforeAll(async () => {
  fixture = await startTestCatalog();
  await fixture.pool.query(`insert into users (id, email, name) values ('usr_bob', 'bob', 'bob')`);
  await fixture.pool.query(
    `insert into memberships (organization_id, user_id, role) values ($1, 'usr_bob', 'viewer')`,
    [fixture.organizationId],
  );
  bob = { ...fixture.ada, userId: 'usr_bob', organizationRole: 'viewer', role: 'viewer' };
  hidden = (await fixture.call(operations.createProject, {}, { name: 'hidden', visibility: 'private' })).id;
});
afterAll(() => fixture.stop());
beforeEach(() => fixture.pool.query('delete from chat_sessions'));

const NOON = Date.parse('2026-03-01T12:00:00.000Z');
/** A session in the index, with default values for all fields but the id. */
async function index(
  id: string,
  changes: Partial<{
    projectId: string;
    userId: string;
    title: string;
    archived: boolean;
    shared: boolean;
    pinned: boolean;
    unread: boolean;
    at: number;
  }> = {},
): Promise<void> {
  const {
    projectId = fixture.projectId,
    userId = fixture.ada.userId,
    title = `About ${id}`,
    archived = false,
    shared = false,
    pinned = false,
    unread = false,
    at = NOON,
  } = changes;
  await fixture.pool.query(
    `
    insert into chat_sessions (id, organization_id, project_id, user_id, title, status, visibility, is_pinned, is_unread, created_at, last_activity_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      id,
      fixture.organizationId,
      projectId,
      userId,
      title,
      archived ? 'archived' : 'active',
      shared ? 'project' : 'private',
      pinned,
      unread,
      new Date(NOON),
      new Date(at),
    ],
  );
}
const list = (query: object = {}, caller = fixture.ada) => fixture.call(operations.listChatSessions, {}, query, caller);
const ids = async (query: object = {}, caller = fixture.ada) => (await list(query, caller)).items.map(({ id }) => id);

test('a session is listed with all its fields', async () => {
  await index('chat_1', { title: '', unread: true });
  await index('chat_2', { at: NOON + 1, pinned: true, shared: true });
  const common = { status: 'active', projectId: fixture.projectId, createdAt: NOON };
  expect(await list()).toEqual({
    items: [
      {
        ...common,
        id: 'chat_2',
        title: 'About chat_2',
        visibility: 'project',
        lastActivityAt: NOON + 1,
        isPinned: true,
        isUnread: false,
      },
      { ...common, id: 'chat_1', visibility: 'private', lastActivityAt: NOON, isPinned: false, isUnread: true },
    ],
  });
});

test('a person sees shared sessions of visible projects and their own', async () => {
  await index('chat_shared', { shared: true, pinned: true, unread: true });
  await index('chat_private');
  await index('chat_hidden', { projectId: hidden, shared: true });
  await index('chat_bob', { userId: 'usr_bob' });
  await index('chat_left', { userId: 'usr_bob', projectId: hidden });
  expect([(await ids()).sort(), (await ids({}, bob)).sort()]).toEqual([
    ['chat_hidden', 'chat_private', 'chat_shared'],
    ['chat_bob', 'chat_shared'],
  ]);
  expect((await list({}, bob)).items.find(({ id }) => id === 'chat_shared')).toMatchObject({
    isPinned: false,
    isUnread: false,
  });
  expect(await ids({ projectId: hidden }, bob)).toEqual([]);
  expect(await ids({ projectId: hidden })).toEqual(['chat_hidden']);
  expect(await ids({}, { ...fixture.ada, organizationId: 'org_other' })).toEqual([]);
  expect(await ids({}, { requestId: 'r', userId: 'usr_bob', sessionId: 'ses_1' })).toEqual([]);
});

test('active sessions are listed unless archived ones are requested', async () => {
  await index('chat_1');
  await index('chat_2', { archived: true });
  expect([await ids(), await ids({ status: 'active' }), await ids({ status: 'archived' })]).toEqual([
    ['chat_1'],
    ['chat_1'],
    ['chat_2'],
  ]);
  await expect(list({ status: 'all' })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { issues: [{ path: '/status' }] },
  });
});

describe('pages', () => {
  beforeEach(async () => {
    // Two at a time have the same moment.
    for (let i = 0; i < 6; i++) await index(`chat_${i}`, { at: NOON + Math.floor(i / 2) });
  });
  const all = ['chat_5', 'chat_4', 'chat_3', 'chat_2', 'chat_1', 'chat_0'];

  test.each(['before', 'cursor'])(
    'go on with `%s` without loss or repetition while sessions are added',
    async (parameter) => {
      const seen: string[] = [];
      for (let next: string | undefined; seen.length === 0 || next;) {
        const page = await list({ limit: '3', ...(next && { [parameter]: next }) });
        seen.push(...page.items.map(({ id }) => id));
        next = page.nextCursor;
        await index(`chat_new_${seen.length}`, { at: NOON + 100 });
      }
      expect(seen).toEqual(all);
    },
  );

  test.each<[string, object, number]>([
    ['absent', {}, 6],
    ['too large', { limit: '1000' }, 6],
    ['negative', { limit: '-1' }, 1],
    ['no number', { limit: 'many' }, 6],
    ['two', { limit: '2' }, 2],
  ])('a limit that is %s gives the expected page size', async (_, query, length) => {
    expect(await ids(query)).toHaveLength(length);
  });

  test.each(['before', 'cursor'])('a `%s` that this list did not issue is refused', async (parameter) => {
    for (const cursor of ['x', (await list({ limit: '1' })).nextCursor!.slice(0, -1)]) {
      await expect(list({ [parameter]: cursor })).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        details: { issues: [{ path: `/${parameter}` }] },
      });
    }
    const { nextCursor } = await list({ limit: '1' });
    await expect(
      list({ [parameter]: nextCursor }, { ...fixture.ada, organizationId: 'org_other' }),
    ).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    for (const filter of [{ status: 'archived' }, { projectId: fixture.projectId }]) {
      await expect(list({ [parameter]: nextCursor, ...filter })).rejects.toMatchObject({
        details: { issues: [{ path: `/${parameter}` }] },
      });
    }
  });
});

test('sessions of a deleted project are not listed', async () => {
  const { id: projectId } = await fixture.call(operations.createProject, {}, { name: 'doomed' });
  await index('chat_1', { projectId });
  expect(await ids()).toEqual(['chat_1']);
  await fixture.pool.query('update projects set deleted_at = now() where id = $1', [projectId]);
  expect(await ids()).toEqual([]);
});
