import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { AGENT_SCOPE, AGENT_TOKEN_PREFIX, type AgentGrant } from '@assay/contract/areas/agent/agent-grant';
import { allOperations } from '@assay/contract/operations';
import { forbidden } from '@assay/contract/problem';
import { expiringToken } from '@assay/kit/security/signed-token';
import { waitUntil } from '@assay/testkit/until';
import { limitCounter } from '../limits/limit-counter.ts';
import { meshSecret, startTestGateway, testKeys, testSessions, type TestGateway } from '../start.ts';
import { jsonOf, mcpClients } from '@assay/testkit/clients/mcp-clients';

const project = {
  id: 'prj_member',
  organizationId: 'org_1',
  name: 'Mine',
  visibility: 'public',
  role: 'member',
  createdAt: 1,
  updatedAt: 1,
};
const newSuite = {
  name: 'Smoke',
  serverIds: ['srv_1'],
  tests: [{ title: 'one', steps: [{ id: 's', kind: 'prompt', prompt: 'Hi' }] }],
};
const suite = { suiteId: 'suite_1', name: 'Smoke', servers: [], caseUpsert: { committed: [], failed: [] } };

let asked: { caller: object; target: object; input: unknown }[] = [];
const noted =
  (reply: unknown) =>
  async (caller: object, target: object, input: unknown): Promise<unknown> => {
    asked.push({ caller, target: { ...target, input: undefined }, input });
    return reply;
  };
const answers = {
  listProjects: noted({ items: [project] }),
  getProject: noted(project),
  createEvalSuite: noted(suite),
  createEvalRun: async () => {
    throw forbidden('Not today.', { why: 'a test' });
  },
};

let fixture: TestGateway;
const started = async (changes: Parameters<typeof startTestGateway>[0] = {}) =>
  (fixture = await startTestGateway({ answers, ...changes }));
beforeEach(() => {
  asked = [];
});
afterEach(() => fixture.stop());

const grant: AgentGrant = {
  turnId: 'turn_1',
  organizationId: 'org_1',
  projectId: 'prj_member',
  userId: 'usr_1',
  keyId: 'key_1',
};
const agentToken = (goodForMs = 60_000, changes: Partial<AgentGrant> = {}) =>
  `${AGENT_TOKEN_PREFIX}${expiringToken(meshSecret, AGENT_SCOPE, JSON.stringify({ ...grant, ...changes }), Date.now() + goodForMs)}`;
const modern = (bearer = testKeys.good) => mcpClients['the 2.x client'](fixture.origin, bearer);

describe.each(Object.entries(mcpClients))('%s', (_name, connect) => {
  test('lists the marked operations as tools and calls them', async () => {
    await started();
    const client = await connect(fixture.origin, testKeys.good);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).toSorted()).toEqual(
      Object.keys(allOperations)
        .filter((id) => allOperations[id]!.tool)
        .toSorted(),
    );
    const listed = await client.callTool({ name: 'listProjects', arguments: { limit: 5 } });
    expect(listed).toMatchObject({ structuredContent: { items: [project] } });
    expect(jsonOf(listed)).toEqual({ items: [project] });
    await client.callTool({
      name: 'createEvalSuite',
      arguments: { projectId: 'prj_member', ...newSuite, idempotencyKey: 'once' },
    });
    expect(asked).toMatchObject([
      { caller: { keyId: 'key_1', organizationId: 'org_1' }, input: { limit: '5' } },
      { target: { projectId: 'prj_member', idempotencyKey: 'once' }, input: { name: 'Smoke' } },
    ]);
    await client.close();
  });

  test('gets a refusal as an error of the tool', async () => {
    await started();
    const client = await connect(fixture.origin, testKeys.good);
    const call = async (name: string, given: Record<string, unknown>) => {
      const result = await client.callTool({ name, arguments: given });
      return [result.isError, jsonOf(result)];
    };
    expect([
      await call('createEvalRun', { projectId: 'prj_member' }),
      await call('createEvalSuite', { projectId: 'prj_viewer', name: 'x' }),
      await call('getProject', { projectId: 'prj_foreign' }),
      await call('getProject', { projectId: '' }),
      await call('getProject', { projectId: '../organizations' }),
    ]).toMatchObject([
      [true, { code: 'FORBIDDEN', message: 'Not today.', details: { why: 'a test' } }],
      [true, { code: 'FORBIDDEN' }],
      [true, { code: 'NOT_FOUND' }],
      [true, { code: 'VALIDATION_ERROR', details: { issues: [{ path: '/projectId' }] } }],
      [true, { code: 'NOT_FOUND' }],
    ]);
    await expect(call('deleteProject', { projectId: 'prj_owner' })).rejects.toThrow('no tool deleteProject');
    await client.close();
  });
});

describe('the list of tools', () => {
  test('is small, self-contained and says what each tool does', async () => {
    await started();
    const client = await modern();
    const { tools } = await client.listTools();
    const text = JSON.stringify(tools);
    expect(text.length).toBeLessThan(100_000);
    expect(text).not.toMatch(/"\$ref"|"\$id"|"x-/);
    const annotationsOf = (name: string) => tools.find((tool) => tool.name === name)!.annotations;
    expect([
      annotationsOf('getEvalRun'),
      annotationsOf('createEvalRun'),
      annotationsOf('cancelEvalRun'),
      annotationsOf('runDoctor'),
    ]).toMatchObject([
      { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
      { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
      { readOnlyHint: true, openWorldHint: true },
    ]);
    await client.close();
  });

  test.each(Object.values(allOperations).filter(({ tool }) => tool))('may have $id', (operation) => {
    const rules = operation.tool === true ? {} : operation.tool!;
    expect(operation.method).not.toBe('DELETE');
    expect(operation.personal ?? false).toBe(false);
    expect(['public', 'key', 'viewer', 'member']).toContain(operation.access);
    const isHarmless = operation.method === 'GET' || operation.safe === true;
    expect(isHarmless || rules.creates !== undefined || rules.proposed !== undefined).toBe(true);
  });
});

describe('a request', () => {
  const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const post = async (headers: Record<string, string>, method = 'POST') => {
    const sent = request(`${fixture.origin}/mcp`, {
      method,
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    });
    sent.end(method === 'POST' ? list : undefined);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.resume();
    return answer;
  };
  const authorization = `Bearer ${testKeys.good}`;

  test('without a valid credential is told where to read how the endpoint is protected', async () => {
    await started();
    const metadata = 'https://assay.example/.well-known/oauth-protected-resource/mcp';
    for (const headers of [{}, { authorization: `Bearer ${testKeys.unknown}` }, { authorization: 'Basic abc' }]) {
      const { statusCode, headers: told } = await post(headers);
      expect([statusCode, told['www-authenticate']]).toEqual([
        401,
        `Bearer realm="assay", resource_metadata="${metadata}"${'authorization' in headers ? ', error="invalid_token"' : ''}`,
      ]);
    }
    const { status, json } = await fixture.send('GET', new URL(metadata).pathname, { beside: true, key: null });
    expect([status, json()]).toMatchObject([
      200,
      {
        resource: 'https://assay.example/mcp',
        authorization_servers: ['https://assay.example'],
        scopes_supported: ['read', 'launch', 'write'],
        bearer_methods_supported: ['header'],
      },
    ]);
  });

  test('of a page of another site is refused', async () => {
    await started();
    const statusOf = async (headers: Record<string, string>) => (await post({ authorization, ...headers })).statusCode;
    expect([
      await statusOf({ origin: 'https://evil.example' }),
      await statusOf({ origin: 'null' }),
      await statusOf({ host: 'evil.example' }),
      await statusOf({ origin: 'https://assay.example', host: 'assay.example' }),
      await statusOf({}),
    ]).toEqual([403, 403, 403, 200, 200]);
  });

  test('with a session needs its CSRF token', async () => {
    await started();
    const cookie = `__Host-assay_session=${testSessions.owner}`;
    expect((await post({ cookie })).statusCode).toBe(403);
  });

  test('of another method finds no stream', async () => {
    await started();
    expect([
      (await post({ authorization }, 'GET')).statusCode,
      (await post({ authorization }, 'DELETE')).statusCode,
    ]).toEqual([405, 405]);
  });

  test.each([
    ['as long as a body may be', 5_000_000, 200],
    ['longer than that', 5_000_001, 413],
  ])('%s is answered', async (_, bytes, status) => {
    await started({ maxBodyBytes: 5_000_000 });
    const answer = await fixture.send('POST', '/mcp', {
      beside: true,
      headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
      body: list.padEnd(bytes),
    });
    expect(answer.status).toBe(status);
  });

  test('is counted once, and a launch brake counts the call', async () => {
    const { service, taken } = limitCounter();
    await started({ limit: { perMinute: 600, burst: 600 }, services: [service] });
    const client = await modern();
    taken.length = 0;
    await client.callTool({ name: 'getProject', arguments: { projectId: 'prj_member' } });
    await client.callTool({ name: 'createEvalRun', arguments: { projectId: 'prj_member' } });
    const counts = taken.map(({ buckets, brakes }) => [buckets.length, brakes.length]);
    expect(counts).toEqual([
      [3, 0],
      [3, 0],
      [0, 1],
    ]);
    await client.close();
  });
});

describe('a batch of calls', () => {
  test.each([
    ['a read', 'listProjects', {}, 3],
    ['a launch', 'createEvalRun', { projectId: 'prj_member' }, 3],
    ['a public read whose answer never changes', 'listEvalAssertionTypes', {}, 0],
  ])('is counted call by call: %s', async (_, name, given, buckets) => {
    const { service, taken } = limitCounter();
    await started({ limit: { perMinute: 600, burst: 600 }, services: [service] });
    const params = { name, arguments: given };
    const { status, text } = await fixture.send('POST', '/mcp', {
      beside: true,
      headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
      body: JSON.stringify([1, 2, 3].map((id) => ({ jsonrpc: '2.0', id, method: 'tools/call', params }))),
    });
    expect([status, text.match(/"content"/g)?.length]).toEqual([200, 3]);
    const tokens = taken.flatMap((each) => each.buckets).reduce((sum, { count }) => sum + count, 0);
    expect(tokens).toBe(3 + 2 * buckets);
  });
});

describe('the credential of an agent turn', () => {
  test('acts for the caller within its project, without naming the project', async () => {
    await started();
    const client = await modern(agentToken());
    const { tools } = await client.listTools();
    expect(tools.filter(({ inputSchema }) => 'projectId' in (inputSchema.properties ?? {}))).toEqual([]);
    expect(tools.map(({ name }) => name)).not.toContain('listProjects');
    await client.callTool({ name: 'createEvalSuite', arguments: { projectId: 'prj_owner', ...newSuite } });
    expect(asked).toMatchObject([
      { caller: { keyId: 'key_1', userId: 'usr_1', projectId: 'prj_member' }, target: { projectId: 'prj_member' } },
    ]);
    await client.close();
  });

  test('proposes a run instead of starting it', async () => {
    await started({ answers: { ...answers, createEvalRun: noted({}) } });
    const client = await modern(agentToken());
    const result = await client.callTool({ name: 'createEvalRun', arguments: {} });
    expect([result.isError, jsonOf(result), asked]).toMatchObject([true, { code: 'FORBIDDEN' }, []]);
    await client.close();
  });

  test.each([
    ['has expired', () => agentToken(-1)],
    ['is forged', () => `${agentToken().slice(0, -2)}xx`],
    ['names another person than the key does', () => agentToken(60_000, { userId: 'usr_2' })],
    ['names another organization', () => agentToken(60_000, { organizationId: 'org_2' })],
  ])('is refused when it %s', async (_, token) => {
    await started();
    await expect(modern(token())).rejects.toThrow();
  });

  test('is refused outside of the endpoint', async () => {
    await started();
    expect((await fixture.send('GET', '/projects/prj_member', { key: agentToken() })).status).toBe(401);
  });

  test('ends when the key of its caller is revoked', async () => {
    await started();
    const client = await modern(agentToken());
    const isRefused = () =>
      client.callTool({ name: 'getProject', arguments: {} }).then(
        () => false,
        () => true,
      );
    expect(await isRefused()).toBe(false);
    fixture.revoke(testKeys.good);
    expect(await waitUntil(isRefused)).toBe(true);
    await client.close();
  });
});
