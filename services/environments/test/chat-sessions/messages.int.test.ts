import { operations } from '@assay/contract/operations';
import { upsertSavedServer } from '../../src/store/servers/saved-servers.ts';
import { storedClient, storedEnvironment, storedServerGroup } from '../support/stored.ts';
import { echoCall, saidResult, startChats, type Chats } from './chat-fixture.ts';

let chats: Chats;
beforeAll(async () => {
  chats = await startChats();
});
afterAll(() => chats.stop());

test('a first message begins a session, and its answer tells what the turn did', async () => {
  const asked = chats.send('Say hi', { toolMode: 'auto', modelId: 'scripted/rules', systemPrompt: 'Be kind.' });
  const item = await chats.runner.take();
  const task = chats.runner.taskOf(item);
  await chats.runner.complete(
    item,
    saidResult('I said hi.', {
      messages: [
        { role: 'assistant', text: '', calls: [{ id: 'call_1', name: 'echo', input: '{"message":"hi"}' }] },
        {
          role: 'tool',
          call: { id: 'call_1', name: 'echo', input: '{"message":"hi"}' },
          text: 'Echo: hi',
          isError: false,
        },
        { role: 'assistant', text: 'I said hi.', calls: [] },
      ],
      toolCalls: [echoCall('call_1')],
    }),
    { spans: [{ id: 's1', name: 'answer', category: 'llm', startMs: 0, endMs: 1 }] },
  );
  const turn = await asked;
  expect(task).toMatchObject({
    version: 1,
    sessionId: turn.sessionId,
    promptIndex: 0,
    account: { organizationId: 'org_1', projectId: 'prj_1', keyId: '' },
    spec: {
      model: 'scripted/rules',
      servers: [{ id: 'srv_everything', name: 'everything' }],
      systemPrompt: 'Be kind.',
      approval: 'auto',
    },
    maxSteps: 20,
    messages: [{ role: 'user', text: 'Say hi' }],
    decisions: [],
  });
  expect(turn).toMatchObject({
    chatSessionId: turn.sessionId,
    turnId: item.id,
    projectId: 'prj_1',
    status: 'completed',
    reply: 'I said hi.',
    finishReason: 'stop',
    toolCalls: [{ toolCallId: 'call_1', toolName: 'echo', input: { message: 'hi' }, status: 'ok' }],
    trace: { turnId: item.id, spanCount: 1, spans: [{ id: 's1' }] },
    usage: { inputTokens: 10, outputTokens: 5, totalTokens: 15 },
    model: { id: 'scripted/rules', provider: 'scripted' },
    toolMode: 'auto',
    engine: 'emulated',
    advertisedToolCount: 3,
    persisted: { outcome: 'saved' },
    origin: 'chat',
  });
  expect(turn).not.toHaveProperty('replay');
});

test('a session goes on with what was said and with the settings of its first turn', async () => {
  const first = chats.send('One', { temperature: 0.5 });
  await chats.runner.say('Answer one');
  const { sessionId, persisted } = await first;
  const second = chats.send('Two', { sessionId: sessionId!, expectedVersion: persisted.version! });
  const task = await chats.runner.say('Answer two');
  expect(task).toMatchObject({
    promptIndex: 1,
    spec: { temperature: 0.5, approval: 'readOnly' },
    messages: [
      { role: 'user', text: 'One' },
      { role: 'assistant', text: 'Answer one' },
      { role: 'user', text: 'Two' },
    ],
  });
  expect(await second).toMatchObject({ sessionId, promptIndex: 1, reply: 'Answer two' });
});

describe('a later message', () => {
  let sessionId: string;
  let version: number;
  beforeAll(async () => {
    const first = chats.send('Begin');
    await chats.runner.say('Begun');
    const turn = await first;
    [sessionId, version] = [turn.sessionId!, turn.persisted.version!];
  });

  test.each<[object, string[]]>([
    [{ modelId: 'scripted/echo' }, ['modelId']],
    [{ environmentId: 'env_1' }, ['environmentId']],
    [{ serverIds: ['srv_everything'] }, ['serverIds']],
    [{ toolMode: 'read_only', systemPrompt: '' }, ['systemPrompt', 'toolMode']],
    [{ temperature: 1 }, ['temperature']],
  ])('with %j is refused, because the first one pins it', async (more, fields) => {
    await expect(chats.send('Again', { sessionId, ...more })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { reason: 'CONFIG_ON_CONTINUATION', fields },
    });
  });

  test('on another version of the session is refused with the present one', async () => {
    await expect(chats.send('Again', { sessionId, expectedVersion: version - 1 })).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'SESSION_VERSION_CONFLICT', currentVersion: version },
    });
  });

  test('of another person finds no private session, and may not continue a shared one', async () => {
    const other = chats.chatCaller('usr_2');
    await expect(chats.send('Again', { sessionId }, other)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await chats.ask(operations.updateChatSession, { sessionId }, { visibility: 'project' });
    await expect(chats.send('Again', { sessionId }, other)).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'CONTINUATION_NOT_ALLOWED' },
    });
  });

  test('may name another client for itself', async () => {
    const hostId = await storedClient(chats.pool, { name: 'Another one', changes: { hostStyle: 'claude' } });
    const asked = chats.send('Again', { sessionId, hostId: 'another ONE' });
    expect(await chats.runner.say('With it')).toMatchObject({ spec: { clientConfig: { hostStyle: 'claude' } } });
    expect(await asked).toMatchObject({ hostId });
  });

  test('in an archived session is refused until it is active again', async () => {
    await chats.ask(operations.updateChatSession, { sessionId }, { status: 'archived' });
    await expect(chats.send('Again', { sessionId })).rejects.toMatchObject({
      details: { reason: 'CONTINUATION_NOT_ALLOWED' },
    });
    await chats.ask(operations.updateChatSession, { sessionId }, { status: 'active' });
    const asked = chats.send('Again', { sessionId });
    await chats.runner.say('Of course');
    expect(await asked).toMatchObject({ reply: 'Of course' });
  });
});

describe('a first message is refused', () => {
  test.each<[string, object, object]>([
    ['a model without its provider', { modelId: 'gpt-5' }, { reason: 'MODEL_AMBIGUOUS' }],
    ['a model of an unknown provider', { modelId: 'acme/one' }, { reason: 'MODEL_AMBIGUOUS' }],
    ['a model that is chosen later', { modelId: 'openrouter/auto' }, { reason: 'MODEL_NOT_RUNNABLE' }],
    ['a model without access', { modelId: 'openai/gpt-5' }, { reason: 'MODEL_NOT_RUNNABLE' }],
    ['an unknown server', { serverIds: ['srv_gone'] }, { serverId: 'srv_gone' }],
    [
      'environment and servers',
      { environmentId: 'env_1', serverIds: ['srv_everything'] },
      { issues: [{ path: '/serverIds' }] },
    ],
    ['too many bytes', { message: 'é€'.repeat(16_000) }, { issues: [{ path: '/message' }] }],
    ['a key with a line break', { idempotencyKey: 'a\nb' }, { issues: [{ path: '/idempotencyKey' }] }],
  ])('for %s', async (_, more, details) => {
    await expect(chats.send('Hi', more)).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details });
  });

  test('for a model without access that only the client names', async () => {
    const hostId = await storedClient(chats.pool, { changes: { modelId: 'openai/gpt-5' } });
    const body = { idempotencyKey: 'of client', message: 'Hi', hostId };
    await expect(
      chats.ask(operations.sendChatMessage, {}, { ...body, serverIds: ['srv_everything'] }),
    ).rejects.toMatchObject({
      message: 'The model "openai/gpt-5", which the client takes, is not a model this installation hosts.',
      details: { reason: 'MODEL_NOT_RUNNABLE', modelId: 'openai/gpt-5' },
    });
  });

  test('for a client without servers, when it names no target', async () => {
    const hostId = await storedClient(chats.pool, { changes: { serverIds: [] } });
    const body = { idempotencyKey: 'no target', message: 'Hi', hostId };
    await expect(chats.ask(operations.sendChatMessage, {}, body)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { reason: 'HOST_TARGET_REQUIRED' },
    });
  });

  test('for a harness, a browser and a project that the caller does not see', async () => {
    const hostId = await storedClient(chats.pool, { changes: { harness: 'codex' } });
    await expect(chats.send('Hi', { hostId })).rejects.toMatchObject({
      code: 'FEATURE_NOT_SUPPORTED',
      details: { reason: 'HARNESS_UNAVAILABLE', kind: 'codex' },
    });
    await expect(chats.send('Hi', { browser: {} })).rejects.toMatchObject({
      code: 'FEATURE_NOT_SUPPORTED',
      details: { feature: 'browser' },
    });
    chats.directory.hidden.add('prj_9');
    await expect(chats.send('Hi', { projectId: 'prj_9' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(chats.send('Hi', {}, chats.chatCaller('usr_viewer'))).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('for a budget that is used up, before anything is stored', async () => {
    const refusal = {
      budgetId: 'b',
      scope: 'project',
      scopeId: 'prj_1',
      resetsAtMs: 0,
      message: 'Used up.',
      underWay: false,
    };
    chats.directory.refusal = refusal;
    await expect(chats.send('Hi', { idempotencyKey: 'poor' })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      details: { reason: 'BUDGET_EXHAUSTED' },
    });
    chats.directory.refusal = undefined;
    const asked = chats.send('Hi', { idempotencyKey: 'poor' });
    await chats.runner.say('Hello');
    expect(await asked).not.toHaveProperty('replay');
  });
});

test('an environment brings its servers and its model, and its client decides about approval', async () => {
  const client = await storedClient(chats.pool, { changes: { requireToolApproval: true, systemPrompt: 'Short.' } });
  const group = await storedServerGroup(chats.pool, ['srv_files']);
  const environmentId = await storedEnvironment(chats.pool, client, { serverGroupId: group });
  const asked = chats.send('Hi', { environmentId, toolMode: 'auto' });
  expect(await chats.runner.say('Hello')).toMatchObject({
    spec: { servers: [{ id: 'srv_files' }], systemPrompt: 'Short.', approval: 'ask' },
  });
  const { sessionId } = await asked;
  expect(await chats.ask(operations.getChatSession, { sessionId: sessionId! })).toMatchObject({
    environmentId,
    serverIds: ['srv_files'],
    modelId: 'scripted/echo',
  });
});

test('a server that was renamed a moment ago has its present name in the session', async () => {
  const { id, projectId, name } = chats.directory.servers[0]!;
  await upsertSavedServer(chats.pool, { id, projectId, name: 'its former name', isEnabled: true });
  const group = await storedServerGroup(chats.pool, [id]);
  const environmentId = await storedEnvironment(chats.pool, await storedClient(chats.pool), { serverGroupId: group });
  const asked = chats.send('Hi', { environmentId });
  expect((await chats.runner.say('Hello')).spec.servers).toEqual([{ id, name }]);
  await asked;
});
