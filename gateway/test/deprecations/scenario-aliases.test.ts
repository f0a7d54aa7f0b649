import { given } from '@assay/contract/given';
import { RawReply } from '@assay/kit/rpc/handle';
import { gatewayFixture, testSessions } from '../start.ts';

const { answers, send: sendPlainly } = gatewayFixture();
/** Sends a request of the owner of a project, whose organization has studies. */
const send = (method: string, path: string, body?: object) =>
  sendPlainly(method, path, { session: testSessions.owner, ...given({ body }) });
const STUDY = '/projects/prj_owner/user-testing/scenarios/study_1';

describe('scenarios', () => {
  test('have their former name in replies and list items, not deeper', async () => {
    answers.upsertStudyMember = async () => ({ studyId: 'study_1', email: 'a@b.example' });
    expect((await send('PUT', `${STUDY}/members`, { email: 'a@b.example' })).json()).toEqual({
      scenarioId: 'study_1',
      email: 'a@b.example',
    });
    answers.listStudyFindings = async () => ({
      items: [{ studyId: 'study_1', evidence: { studyId: 'of user data' } }],
    });
    expect((await send('GET', `${STUDY}/findings`)).json()).toEqual({
      items: [{ scenarioId: 'study_1', evidence: { studyId: 'of user data' } }],
    });
  });

  test('have their former name in the query of an unpublish', async () => {
    expect(
      (await send('DELETE', '/projects/prj_owner/environments/env_1/scenario?scenarioId=study_2')).json(),
    ).toMatchObject({ input: { scenarioId: 'study_2' } });
  });

  test('the read of user testing has its former fields, null included', async () => {
    answers.getStudy = async () => ({
      id: 'study_1',
      projectId: 'prj_owner',
      name: 'S',
      mode: 'invited_only',
      systemPrompt: 'secret',
      insights: { status: 'ready' },
    });
    expect((await send('GET', STUDY)).json()).toEqual({
      id: 'study_1',
      projectId: 'prj_owner',
      name: 'S',
      description: null,
      mode: 'invited_only',
      environmentId: null,
      insights: { status: 'ready' },
    });
    expect((await send('GET', '/projects/prj_owner/scenarios/study_1')).json()).toMatchObject({
      systemPrompt: 'secret',
    });
  });

  test('user data in a transcript is unchanged', async () => {
    answers.getStudySession = async () =>
      Buffer.from('{"studyId":"study_1","messages":[{"n":1.10,"big":12345678901234567890,"__proto__":{"a":1}}]}');
    expect((await send('GET', `${STUDY}/sessions/ses_1`)).text).toBe(
      '{"scenarioId":"study_1","messages":[{"n":1.10,"big":12345678901234567890,"__proto__":{"a":1}}]}',
    );
  });

  test('a reply that is not JSON is passed unread', async () => {
    answers.getStudyUsage = async () => new RawReply('studyId\n1', 'text/csv');
    const { text, headers } = await send('GET', `${STUDY}/usage`);
    expect([text, headers.get('content-type')]).toEqual(['studyId\n1', 'text/csv']);
  });

  test('numbers in items keep their spelling', async () => {
    answers.getStudySignals = async () => Buffer.from('{"items":[1.10,{"studyId":"s","n":2.0}],"studyId":1.0}');
    expect((await send('GET', `${STUDY}/signals`)).text).toBe(
      '{"items":[1.10,{"scenarioId":"s","n":2.0}],"scenarioId":1.0}',
    );
  });

  test('a refusal names the field of the successor', async () => {
    expect((await send('POST', `${STUDY}/rebind`, { environment: 'x' })).json()).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: '/environmentId' }] },
    });
  });
});
