import { operations } from '@assay/contract/operations';
import type { Caller } from '@assay/kit/security/caller';
import { sql, transaction } from '@assay/kit/postgres/db';
import { watchAudit } from '@assay/testkit/audit/watch-audit';
import { waitUntil } from '@assay/testkit/until';
import { linkOfToken } from '../../src/domain/studies/link-token.ts';
import { meshSecret, startTestEnvironments, type TestEnvironments } from '../support/start.ts';
import { storedClient, storedEnvironment } from '../support/stored.ts';
import { storedVisit } from '../support/stored-visit.ts';

let fixture: TestEnvironments;
let clientId: string;
beforeAll(async () => {
  fixture = await startTestEnvironments();
  clientId = await storedClient(fixture.pool);
});
afterAll(() => fixture.stop());

const project = { projectId: 'prj_1' };
const published = async (settings: object = {}) =>
  (
    await fixture.call(
      operations.publishStudy,
      { ...project, environmentId: await storedEnvironment(fixture.pool, clientId) },
      settings,
    )
  ).id;
const invite = (studyId: string, email: string, more: object = {}, caller?: Caller) =>
  fixture.call(operations.upsertStudyMember, { ...project, studyId }, { email, ...more }, caller);
const remove = (studyId: string, memberIdOrEmail: string) =>
  fixture.call(operations.removeStudyMember, { ...project, studyId, memberIdOrEmail });
const members = (studyId: string, query: object = {}, caller?: Caller) =>
  fixture.call(operations.listStudyMembers, { ...project, studyId }, query, caller);

test('a member is invited by e-mail, and has a personal link', async () => {
  const studyId = await published();
  const member = await invite(studyId, '  Ada@Example.org ');
  expect(member).toEqual({
    studyId,
    projectId: 'prj_1',
    email: 'Ada@Example.org',
    memberId: expect.stringMatching(/^studymem_/),
    invited: true,
    link: expect.stringMatching(/^https:\/\/assay\.example\/studies\//),
    emailSent: false,
  });
  expect(linkOfToken(meshSecret, member.link.split('/').at(-1)!)).toEqual({
    kind: 'member',
    id: member.memberId,
    linkVersion: 1,
  });
});

test('inviting a person again answers the same member, and writes one entry of the audit log', async () => {
  const studyId = await published();
  const audited = await watchAudit(fixture.pool);
  const first = await invite(studyId, 'ada@example.org');
  // Without a mail host, a request for a mail changes nothing.
  expect(await invite(studyId, 'ADA@example.org', { sendInviteEmail: true })).toEqual(first);
  expect(await audited()).toHaveLength(1);
  expect((await members(studyId)).items).toHaveLength(1);
});

test('a person with an account of the organization is attached instead of invited', async () => {
  const studyId = await published();
  fixture.directory.accounts.set('grace@example.org', 'usr_grace');
  expect(await invite(studyId, 'Grace@example.org')).toMatchObject({ invited: false });
  expect((await members(studyId)).items).toMatchObject([{ email: 'Grace@example.org', hasAccount: true }]);
});

test.each([
  ['no address', 'ada'],
  ['two addresses', 'ada@example.org, eve@example.org'],
  ['a line break', 'ada@example.org\r\nBcc: eve@example.org'],
  ['less than 3 characters', 'a@'],
  ['more than 320 characters', `${'a'.repeat(320)}@example.org`],
  ['nothing', '  '],
])('an invitation to %s is refused', async (_, email) => {
  const studyId = await published();
  await expect(invite(studyId, email)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringContaining('/email'),
  });
});

test('members are read, invited and removed by administrators alone', async () => {
  const studyId = await published();
  const member = fixture.callerOf('prj_1', 'member');
  await expect(invite(studyId, 'ada@example.org', {}, member)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(members(studyId, {}, member)).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('a removed member is found by id or address, and the visits end at once', async () => {
  const studyId = await published();
  fixture.directory.accounts.set('grace@example.org', 'usr_grace');
  const [ada, grace] = [await invite(studyId, 'ada@example.org'), await invite(studyId, 'grace@example.org')];
  await storedVisit(fixture.pool, studyId, { memberId: ada.memberId });
  const byAccount = await storedVisit(fixture.pool, studyId);
  await fixture.pool.query(sql`update visitors set user_id = 'usr_grace' where id = ${byAccount.visitorId}`);
  await storedVisit(fixture.pool, studyId);
  const reasons = async () =>
    (
      await fixture.pool.query(sql`
      select end_reason, visitors.access_version from chat_sessions join visitors on visitors.id = visitor_id
      where chat_sessions.study_id = ${studyId} order by chat_sessions.id`)
    ).rows;
  const [live, over] = [
    { end_reason: null, access_version: 1 },
    { end_reason: 'memberRemoved', access_version: 0 },
  ];
  expect(await remove(studyId, ada.memberId)).toEqual({ studyId, projectId: 'prj_1', removed: ada.memberId });
  expect(await reasons()).toEqual([over, live, live]);
  expect(await remove(studyId, 'GRACE@example.org')).toMatchObject({ removed: grace.memberId });
  expect(await reasons()).toEqual([over, over, live]);
  await expect(remove(studyId, ada.memberId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  // The next invitation has another link.
  expect((await invite(studyId, 'ada@example.org')).link).not.toBe(ada.link);
});

test('a member is removed while a message of the member begins a turn', async () => {
  const studyId = await published();
  const { memberId } = await invite(studyId, 'ada@example.org');
  const { sessionId, visitorId } = await storedVisit(fixture.pool, studyId, { memberId });
  const removing = await transaction(fixture.pool, async (tx) => {
    await tx.query(sql`select from chat_sessions where id = ${sessionId} for no key update`);
    const removed = remove(studyId, memberId);
    await waitUntil(async () => {
      const { rowCount } = await fixture.pool.query(
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rowCount === 1;
    });
    await tx.query(sql`update visitors set day_turns = day_turns + 1 where id = ${visitorId}`);
    return { removed };
  });
  expect(await removing.removed).toMatchObject({ removed: memberId });
});

test('members of a foreign study are not found, and changed only while user testing is on', async () => {
  const studyId = await published();
  const foreign = { projectId: 'prj_2', studyId, memberIdOrEmail: 'ada@example.org' };
  await expect(fixture.call(operations.upsertStudyMember, foreign, { email: 'a@b.c' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(fixture.call(operations.removeStudyMember, foreign)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(fixture.call(operations.listStudyMembers, foreign)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const off: Caller = { ...fixture.callerOf('prj_1'), features: [] };
  await expect(invite(studyId, 'ada@example.org', {}, off)).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
