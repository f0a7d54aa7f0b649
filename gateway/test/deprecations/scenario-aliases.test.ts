import { conflict, invalid } from '@assay/contract/problem';
import { RawReply } from '@assay/kit/rpc/handle';
import { standInAnswers, successorFixture } from './successor-stand-ins.ts';

const fixture = successorFixture();
const STUDY = '/projects/prj_member/user-testing/scenarios/study_1';

describe('scenarios', () => {
  test('have their former name in replies, list items and error details, not deeper', async () => {
    standInAnswers.upsertStudyMember = async () => ({ studyId: 'study_1', email: 'a@b.example' });
    expect((await fixture.send('PUT', `${STUDY}/members`, { body: { email: 'a@b.example' } })).json()).toEqual({
      scenarioId: 'study_1',
      email: 'a@b.example',
    });
    standInAnswers.listStudyFindings = async () => ({
      items: [{ studyId: 'study_1', evidence: { studyId: 'of user data' } }],
    });
    expect((await fixture.send('GET', `${STUDY}/findings`)).json()).toEqual({
      items: [{ scenarioId: 'study_1', evidence: { studyId: 'of user data' } }],
    });
    standInAnswers.rotateStudyLink = async () => {
      throw conflict('No.', { studyId: 'study_1' });
    };
    expect((await fixture.send('POST', `${STUDY}/rotate-link`)).json()).toMatchObject({
      details: { scenarioId: 'study_1' },
    });
  });

  test('have their former name in bodies and queries', async () => {
    expect(
      (await fixture.send('POST', `${STUDY}/insights`, { body: { scenarioId: 'study_2', force: true } })).json(),
    ).toMatchObject({ input: { studyId: 'study_2', force: true } });
    expect((await fixture.send('GET', `${STUDY}/sessions?limit=3&scenarioId=study_2`)).json()).toMatchObject({
      input: { limit: '3', studyId: 'study_2' },
    });
    expect(
      (await fixture.send('DELETE', '/projects/prj_member/environments/env_1/scenario?scenarioId=study_2')).json(),
    ).toMatchObject({ input: { studyId: 'study_2' } });
  });

  test('the read of user testing has its former fields, null included', async () => {
    standInAnswers.getStudy = async () => ({
      id: 'study_1',
      projectId: 'prj_member',
      name: 'S',
      mode: 'invited_only',
      systemPrompt: 'secret',
      insights: { status: 'ready' },
    });
    expect((await fixture.send('GET', STUDY)).json()).toEqual({
      id: 'study_1',
      projectId: 'prj_member',
      name: 'S',
      description: null,
      mode: 'invited_only',
      environmentId: null,
      insights: { status: 'ready' },
    });
    expect((await fixture.send('GET', '/projects/prj_member/scenarios/study_1')).json()).toMatchObject({
      systemPrompt: 'secret',
    });
  });

  test('user data in a transcript is unchanged', async () => {
    standInAnswers.getStudySession = async () =>
      Buffer.from('{"studyId":"study_1","messages":[{"n":1.10,"big":12345678901234567890,"__proto__":{"a":1}}]}');
    expect((await fixture.send('GET', `${STUDY}/sessions/ses_1`)).text).toBe(
      '{"scenarioId":"study_1","messages":[{"n":1.10,"big":12345678901234567890,"__proto__":{"a":1}}]}',
    );
  });

  test('a reply that is not JSON is passed unread', async () => {
    standInAnswers.getStudyUsage = async () => new RawReply('studyId\n1', 'text/csv');
    const { text, headers } = await fixture.send('GET', `${STUDY}/usage`);
    expect([text, headers.get('content-type')]).toEqual(['studyId\n1', 'text/csv']);
  });

  test('a refusal names a field as the caller wrote it', async () => {
    standInAnswers.requestStudyInsights = async () => {
      throw invalid('/studyId/0 must be text.', {
        issues: [
          { path: '/studyId/0', message: 'must be text' },
          { path: '/force', message: 'studyId stays' },
        ],
      });
    };
    const { json } = await fixture.send('POST', `${STUDY}/insights`, { body: { scenarioId: [1] } });
    expect(json()).toEqual({
      code: 'VALIDATION_ERROR',
      message: '/scenarioId/0 must be text.',
      details: {
        issues: [
          { path: '/scenarioId/0', message: 'must be text' },
          { path: '/force', message: 'studyId stays' },
        ],
      },
    });
  });

  test('numbers in items keep their spelling', async () => {
    standInAnswers.getStudySignals = async () => Buffer.from('{"items":[1.10,{"studyId":"s","n":2.0}],"studyId":1.0}');
    expect((await fixture.send('GET', `${STUDY}/signals`)).text).toBe(
      '{"items":[1.10,{"scenarioId":"s","n":2.0}],"scenarioId":1.0}',
    );
  });

  test('a refusal of the whole body has an empty path', async () => {
    expect((await fixture.send('POST', `${STUDY}/rebind`, { body: { environment: 'x' } })).json()).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: '/environmentId' }] },
    });
  });
});
