import type { Conversation } from '@assay/contract/areas/chat-sessions/conversation';
import { operations } from '@assay/contract/operations';
import { draft, startTestSuites, type TestSuites } from '../support/start.ts';

let fixture: TestSuites;
beforeAll(async () => {
  fixture = await startTestSuites();
});
afterAll(() => fixture.stop());

const projectId = 'prj_1';
const newSuite = async () =>
  (await fixture.call(operations.createEvalSuite, { projectId }, draft({ model: 'scripted/rules' }))).suiteId;
const promote = (suiteId: string, body: object, caller = fixture.memberOf(projectId)) =>
  fixture.call(operations.draftEvalCaseFromSession, { projectId, suiteId, declaredSuiteId: '' }, body, caller);
const commit = (suiteId: string, jobId: string) =>
  fixture.call(operations.commitEvalAuthoringJob, { projectId, suiteId, jobId, declaredSuiteId: '' });

const told = (sessionId: string, prompts: string[]): void => {
  const turns: Conversation['turns'] = prompts.map((prompt, i) => ({
    turnId: `turn_${i}`,
    status: 'completed',
    prompt,
    reply: `Answer ${i}`,
    toolCalls: [
      {
        id: `call_${i}`,
        stepId: '',
        stepIndex: 0,
        serverId: 'srv_everything',
        serverName: 'everything',
        toolName: 'echo',
        arguments: { message: prompt },
        isError: false,
        startMs: 0,
      },
    ],
  }));
  fixture.conversations.set(sessionId, {
    sessionId,
    origin: 'study',
    title: prompts[0]!,
    turns,
    modelId: 'scripted/rules',
    isCut: false,
  });
};

test('a session becomes a draft on a job of its own, which a commit writes into the suite', async () => {
  const suiteId = await newSuite();
  told('chat_1', ['Echo hi', 'And ho']);
  const { jobId, draft: drafted } = await promote(suiteId, { sessionId: 'chat_1' });
  const steps = [
    { id: 'step-1', kind: 'prompt', prompt: 'Echo hi' },
    {
      id: 'step-2',
      kind: 'assert',
      assertion: { type: 'toolCalledWith', toolName: 'echo', args: { args: { message: 'Echo hi' } } },
    },
    { id: 'step-3', kind: 'prompt', prompt: 'And ho' },
    {
      id: 'step-4',
      kind: 'assert',
      assertion: { type: 'toolCalledWith', toolName: 'echo', args: { args: { message: 'And ho' } } },
    },
  ];
  expect(drafted).toMatchObject({
    case: { title: 'Echo hi', steps, expectedOutput: 'Answer 1' },
    issues: [],
    review: 'accepted',
  });
  const job = { projectId, suiteId, jobId };
  expect(await fixture.call(operations.getEvalAuthoringJob, job)).toMatchObject({
    status: 'completed',
    drafts: [drafted],
  });
  expect(await commit(suiteId, jobId)).toMatchObject({
    created: [{ title: 'Echo hi', steps, expectedOutput: 'Answer 1' }],
    counts: { normal: 1, negative: 0 },
  });
  expect((await fixture.call(operations.getEvalAuthoringJob, job)).drafts).toEqual([]);
});

test('some turns of a session become a case with a title of its own', async () => {
  const suiteId = await newSuite();
  told('chat_2', ['one', 'two', 'three']);
  const { draft: drafted } = await promote(suiteId, { sessionId: 'chat_2', turnIds: ['turn_1'], title: 'Only two' });
  expect(drafted.case).toMatchObject({ title: 'Only two', expectedOutput: 'Answer 1' });
  expect(drafted.case.steps).toHaveLength(2);
});

test('a masked secret keeps the draft from being committed until a person resolves it', async () => {
  const suiteId = await newSuite();
  told('chat_3', ['My key is [redacted]']);
  const { jobId, draft: drafted } = await promote(suiteId, { sessionId: 'chat_3' });
  expect(drafted).toMatchObject({ review: 'required', issues: [{ blocking: true }, { blocking: true }] });
  expect(await commit(suiteId, jobId)).toMatchObject({ created: [], skipped: [{ draftId: drafted.draftId }] });
});

test.each<[string, string, object, object]>([
  ['an unknown session', 'usr_1', { sessionId: 'chat_missing' }, { code: 'NOT_FOUND' }],
  ['a session that the caller may not read', 'usr_2', { sessionId: 'chat_1' }, { code: 'NOT_FOUND' }],
  [
    'a turn of another session',
    'usr_1',
    { sessionId: 'chat_1', turnIds: ['turn_0', 'turn_9'] },
    { code: 'VALIDATION_ERROR', details: { issues: [{ path: '/turnIds/1' }] } },
  ],
  ['no turns', 'usr_1', { sessionId: 'chat_1', turnIds: [] }, { code: 'VALIDATION_ERROR' }],
  ['a session without an ended turn', 'usr_1', { sessionId: 'chat_empty' }, { code: 'CONFLICT' }],
])('no draft is made of %s', async (_, userId, body, problem) => {
  told('chat_1', ['Echo hi']);
  fixture.conversations.set('chat_empty', {
    sessionId: 'chat_empty',
    origin: 'chat',
    title: '',
    turns: [],
    modelId: 'scripted/rules',
    isCut: false,
  });
  const caller = { ...fixture.memberOf(projectId), userId };
  await expect(promote(await newSuite(), body, caller)).rejects.toMatchObject(problem);
});

test('a draft needs the role of a member, and a suite of the project', async () => {
  const suiteId = await newSuite();
  const viewer = { ...fixture.memberOf(projectId), role: 'viewer' as const };
  await expect(promote(suiteId, { sessionId: 'chat_1' }, viewer)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(promote('suite_missing', { sessionId: 'chat_1' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
