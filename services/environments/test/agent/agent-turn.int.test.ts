import { AGENT_SCOPE, AGENT_TOKEN_PREFIX } from '@assay/contract/areas/agent/agent-grant';
import type { AgentTurnRequest } from '@assay/contract/areas/agent/documents';
import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import { given } from '@assay/contract/given';
import { operations } from '@assay/contract/operations';
import type { Caller } from '@assay/kit/security/caller';
import { idOfToken } from '@assay/kit/security/signed-token';
import { sql, rows } from '@assay/kit/postgres/db';
import { waitUntil } from '@assay/testkit/until';
import { echoCall, saidResult, startChats, type Chats } from '../chat-sessions/chat-fixture.ts';

let chats: Chats;
beforeAll(async () => {
  chats = await startChats();
});
afterAll(() => chats.stop());
beforeEach(() => {
  chats.directory.hostedModels = ['scripted/rules'];
  chats.directory.refusal = undefined;
});

const member: Caller = {
  requestId: 'req_test',
  organizationId: 'org_1',
  userId: 'usr_1',
  keyId: 'key_1',
  projectId: 'prj_1',
  role: 'member',
};
const run = (
  content: string,
  more: Partial<AgentTurnRequest> = {},
  caller: Partial<Caller> = {},
  idempotencyKey = '',
) =>
  chats.ask(
    operations.runAgentTurn,
    { projectId: 'prj_1', idempotencyKey },
    { messages: [{ role: 'user', content }], ...more },
    { ...member, ...caller },
  );
const created = (id: string): TranscriptToolCall =>
  echoCall(id, {
    serverId: 'assay',
    serverName: 'assay',
    toolName: 'createEvalSuite',
    arguments: { name: 'Smoke' },
    result: { content: [], structuredContent: { suiteId: 'suite_1', name: 'Smoke' } },
  });
const suite = {
  type: 'evalSuite',
  id: 'suite_1',
  name: 'Smoke',
  url: 'https://assay.example/api/v1/projects/prj_1/eval-suites/suite_1',
};

test('a turn has the platform as its only server, and acts as the caller within the project', async () => {
  const answer = run('Make a suite.');
  const item = await chats.runner.take();
  const { spec, maxSteps, messages, account } = chats.runner.taskOf(item);
  expect({ maxSteps, messages, account }).toEqual({
    maxSteps: 16,
    messages: [{ role: 'user', text: 'Make a suite.' }],
    account: { organizationId: 'org_1', projectId: 'prj_1', keyId: 'key_1' },
  });
  expect(spec).toMatchObject({ model: 'scripted/rules', servers: [{ id: 'assay' }], approval: 'auto' });
  const [{ id, declaration }] = spec.declaredServers as [{ id: string; declaration: { url: string; headers: object } }];
  const token = Object.values(declaration.headers)[0] as string;
  expect([id, declaration.url, token.startsWith(`Bearer ${AGENT_TOKEN_PREFIX}`)]).toEqual([
    'assay',
    'https://assay.example/mcp',
    true,
  ]);
  const grantAt = (at: number) =>
    idOfToken('a secret of this test', AGENT_SCOPE, token.slice(`Bearer ${AGENT_TOKEN_PREFIX}`.length), at);
  expect(JSON.parse(grantAt(Date.now())!)).toEqual({
    turnId: item.id,
    organizationId: 'org_1',
    projectId: 'prj_1',
    userId: 'usr_1',
    keyId: 'key_1',
  });
  expect(grantAt(Date.now() + 2 * 60_000)).toBeUndefined();
  await chats.runner.complete(item, saidResult('Here it is.', { toolCalls: [created('call_1')] }));
  expect(await answer).toEqual({
    reply: 'Here it is.',
    toolCalls: [{ operation: 'createEvalSuite' }],
    createdResources: [suite],
    proposedActions: [],
    usage: { inputTokens: 10, outputTokens: 5 },
  });
  const stored = await rows<{ text: string }>(
    chats.pool,
    sql`select row_to_json(s)::text || (select string_agg(row_to_json(t)::text, '') from turns t) as text from chat_sessions s`,
  );
  expect(stored.map(({ text }) => text).join('')).not.toContain(AGENT_TOKEN_PREFIX);
});

test('a turn is given the messages before its question', async () => {
  const answer = run('', {
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello' },
      { role: 'user', content: 'And now?' },
    ],
  });
  expect((await chats.runner.say('Now.')).messages).toEqual([
    { role: 'user', text: 'Hi' },
    { role: 'assistant', text: 'Hello', calls: [] },
    { role: 'user', text: 'And now?' },
  ]);
  expect(await answer).toMatchObject({ reply: 'Now.' });
});

test('a repeated key is answered the first turn, and refused with other messages', async () => {
  const first = run('Once.', { idempotencyKey: 'of the body' }, {}, 'of the header');
  await chats.runner.say('Once.');
  expect(await first).toEqual(await run('Once.', {}, {}, 'of the header'));
  await expect(run('Twice.', {}, {}, 'of the header')).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { reason: 'IDEMPOTENCY_CONFLICT' },
  });
  expect(await chats.runner.lease()).toEqual([]);
});

test.each<[string, Partial<AgentTurnRequest>, string, string]>([
  ['no message', { messages: [] }, '', '/messages'],
  ['51 messages', { messages: Array.from({ length: 51 }, () => ({ role: 'user', content: 'x' })) }, '', '/messages'],
  ['an empty message', { messages: [{ role: 'user', content: '' }] }, '', '/messages/0/content'],
  [
    'a message of 8,001 characters',
    { messages: [{ role: 'user', content: 'x'.repeat(8_001) }] },
    '',
    '/messages/0/content',
  ],
  [
    'a message of too many bytes',
    { messages: [{ role: 'user', content: 'ü'.repeat(4_097) }] },
    '',
    '/messages/0/content',
  ],
  ['a system message', { messages: [{ role: 'system', content: 'x' }] as never }, '', '/messages/0/role'],
  ['a malformed key in the header', {}, 'ü', '/idempotencyKey'],
  ['a long key in the header', {}, 'x'.repeat(201), '/idempotencyKey'],
  ['a long conversation id', { conversationId: 'x'.repeat(65) }, '', '/conversationId'],
])('%s is refused with its path', async (_, more, key, path) => {
  const refused = await run('Hi', more, {}, key).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'VALIDATION_ERROR' });
  expect(JSON.stringify(refused)).toContain(`"path":"${path}"`);
});

test('a viewer, and a caller of another project, are refused', async () => {
  await expect(run('Hi', {}, { role: 'viewer' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(run('Hi', {}, { projectId: 'prj_2' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a model that is not hosted is 422, and a used-up budget 429', async () => {
  chats.directory.hostedModels = [];
  await expect(run('Hi')).rejects.toMatchObject({ code: 'FEATURE_NOT_SUPPORTED', details: { feature: 'agent' } });
  chats.directory.hostedModels = ['scripted/rules'];
  chats.directory.refusal = {
    budgetId: 'budget_1',
    scope: 'project',
    scopeId: 'prj_1',
    resetsAtMs: 0,
    message: 'The budget is used up.',
    underWay: false,
  };
  await expect(run('Hi')).rejects.toMatchObject({ code: 'RATE_LIMITED', details: { reason: 'BUDGET_EXHAUSTED' } });
  expect(await chats.runner.lease()).toEqual([]);
});

test('four turns of an organization are under way at most', async () => {
  const refused: unknown[] = [];
  const all = Array.from({ length: 9 }, (_, n) =>
    run(`Number ${n}`).then(
      ({ reply }) => reply,
      (error: unknown) => void refused.push(error),
    ),
  );
  await waitUntil(() => refused.length === 5);
  expect(refused).toMatchObject(
    Array.from({ length: 5 }, () => ({
      code: 'RATE_LIMITED',
      details: { limit: 'agentTurns', allowedValue: 4, currentValue: 4 },
    })),
  );
  for (let n = 0; n < 4; n++) await chats.runner.say('Done.');
  expect((await Promise.all(all)).filter((reply) => reply === 'Done.')).toHaveLength(4);
  const other = run('Another organization', {}, { organizationId: 'org_2', userId: 'usr_9' });
  await chats.runner.say('Done.');
  expect(await other).toMatchObject({ reply: 'Done.' });
});

test.each([
  ['TIMEOUT', 'TIMEOUT', undefined],
  ['BUDGET_EXHAUSTED', 'RATE_LIMITED', 'BUDGET_EXHAUSTED'],
  ['PROVIDER_UNAVAILABLE', 'UNAVAILABLE', 'PROVIDER_UNAVAILABLE'],
  ['INTERNAL_ERROR', 'INTERNAL_ERROR', undefined],
])('a turn that fails with %s is %s, and names what it created', async (code, told, reason) => {
  const answer = run('Make a suite.').catch((error: unknown) => error);
  const item = await chats.runner.take();
  await chats.runner.complete(
    item,
    saidResult('', { toolCalls: [created('call_1')], error: { code, message: 'It broke off.' } }),
  );
  expect(await answer).toMatchObject({
    code: told,
    message: 'It broke off.',
    details: { turnId: item.id, createdResources: [suite], ...given({ reason }) },
  });
});
