import { operations } from '@assay/contract/operations';
import { startMailHost, type MailHost } from '@assay/testkit/mail-host';
import { startTestEnvironments, type TestEnvironments } from '../support/start.ts';
import { storedClient, storedEnvironment } from '../support/stored.ts';

let host: MailHost;
let fixture: TestEnvironments;
let clientId: string;
beforeAll(async () => {
  host = await startMailHost();
  const from = { name: '', address: 'assay@example.org' };
  fixture = await startTestEnvironments({
    mail: { host: '127.0.0.1', port: host.port, isSecure: false, credentials: undefined, from },
  });
  clientId = await storedClient(fixture.pool);
  fixture.directory.names.set('usr_1', 'Zoë Hopper\r\n');
});
afterAll(async () => {
  await fixture.stop();
  await host.stop();
});
beforeEach(() => void host.mails.splice(0));

const project = { projectId: 'prj_1' };
const published = async (name: string) =>
  (
    await fixture.call(
      operations.publishStudy,
      { ...project, environmentId: await storedEnvironment(fixture.pool, clientId) },
      { name },
    )
  ).id;
const invite = (studyId: string, more: object = { sendInviteEmail: true }) =>
  fixture.call(operations.upsertStudyMember, { ...project, studyId }, { email: 'ada@example.org', ...more });

test('an invitation is mailed with the personal link, and again when it is asked for again', async () => {
  const studyId = await published('Versuch für 学生');
  const member = await invite(studyId);
  expect(member).toMatchObject({ emailSent: true, invited: true });
  expect(host.mails).toMatchObject([
    { from: 'assay@example.org', to: ['ada@example.org'], subject: 'Invitation to the study "Versuch für 学生"' },
  ]);
  expect(host.mails[0]!.text.split('\n')).toContain(member.link);
  expect(host.mails[0]!.text).toContain('Zoë Hopper invites you');
  expect(host.mails[0]!.header.filter((line) => /^(to|cc|bcc):/i.test(line))).toEqual(['To: ada@example.org']);

  expect(await invite(studyId)).toEqual(member);
  expect(host.mails).toHaveLength(2);
});

test('no mail is sent without the request for one', async () => {
  expect(await invite(await published('Try it'), {})).toMatchObject({ emailSent: false });
  expect(host.mails).toEqual([]);
});

test('no mail is sent when the invitation is refused', async () => {
  await expect(invite('study_unknown')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(host.mails).toEqual([]);
});

test('a person is invited, and the reply has the link, when the mail host is gone', async () => {
  const studyId = await published('Try it');
  await host.stop();
  expect(await invite(studyId)).toMatchObject({ emailSent: false, link: expect.stringContaining('/studies/') });
  const { items } = await fixture.call(operations.listStudyMembers, { ...project, studyId });
  expect(items).toMatchObject([{ email: 'ada@example.org' }]);
});
