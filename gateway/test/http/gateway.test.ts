import { perService } from '@assay/contract/services';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { Problem } from '@assay/contract/problem';
import { dial } from '@assay/kit/rpc/client';
import { otherwise } from '@assay/kit/rpc/handle';
import { inFlight } from '@assay/kit/requests/in-flight';
import { allOperations, operations } from '@assay/contract/operations';
import { waitUntil } from '@assay/testkit/until';
import { testKeys, startTestGateway, type TestGateway } from '../start.ts';

const large = Buffer.concat([
  Buffer.from('{"content": "'),
  Buffer.alloc(10 * 1024 * 1024, 'x'),
  Buffer.from('", "n": 1.10}'),
]);
const seen: { signal?: AbortSignal } = {};
const arrived = Promise.withResolvers<void>();

let fixture: TestGateway;
beforeAll(async () => {
  fixture = await startTestGateway({
    operations: { ...allOperations, getProject: { ...operations.getProject, timeoutMs: 50 } },
    answers: {
      getMe: async () => {
        throw new Error('password=hunter2');
      },
      getProject: () => new Promise(() => undefined),
      getProjectServer: async () => {
        throw new Problem('RATE_LIMITED', 'Slow down.', { reason: 'X' }, 1.2);
      },
      listProjectServers: async () => large,
      generateEvalCases: async (_caller, _target, input) =>
        (input as { mode?: string }).mode ? otherwise({ jobId: 'job_1', status: 'pending' }) : { created: [] },
      deleteProjectServer: () => {
        seen.signal = inFlight()!.signal;
        arrived.resolve();
        return new Promise(() => undefined);
      },
    },
  });
});
afterAll(() => fixture.stop());

const server = { name: 's', enabled: true, transportType: 'http', url: 'https://x.example' };

test('path, query, body and caller arrive in their fields', async () => {
  const created = await fixture.send('POST', '/projects/prj_member/servers', {
    body: server,
    headers: { 'x-request-id': 'mine-1' },
  });
  expect([created.status, created.json()]).toEqual([
    201,
    {
      target: { projectId: 'prj_member', idempotencyKey: '' },
      input: server,
      caller: {
        requestId: 'client:mine-1',
        organizationId: 'org_1',
        organizationRole: 'member',
        features: [],
        userId: 'usr_1',
        keyId: 'key_1',
        projectId: 'prj_member',
        role: 'member',
      },
    },
  ]);
  const listed = await fixture.send('GET', '/projects?limit=5&organizationId=a%20b');
  expect(listed.json()).toMatchObject({
    input: { limit: '5', organizationId: 'a b' },
    caller: { organizationId: 'org_1' },
  });
});

test.each(['/Projects/prj_member/SERVERS', '/projects/prj_member/servers/'])(
  'the path %s is the one without capitals and a last slash',
  async (path) => {
    expect((await fixture.send('GET', path)).status).toBe(200);
  },
);

test.each<[string, string, string, object | undefined]>([
  ['takes the cursor of its body', '', '{"cursor":"b","projectId":"x"}', { cursor: 'b' }],
  ['prefers the cursor of its query', '?cursor=q&limit=2', '{"cursor":"b"}', { cursor: 'q', limit: '2' }],
  ['ignores other keys of its body', '', '{"projectId":"x"}', {}],
  ['refuses a body that is not JSON', '', 'cursor', undefined],
  ['refuses a body that is not an object', '', '["b"]', undefined],
  ['refuses a body of more than 8 KiB', '', ' '.repeat(8_193), undefined],
])('a GET of pages %s', async (_, query, body, input) => {
  const sent = request(`${fixture.origin}/api/v1/projects/prj_member/server-groups${query}`, {
    headers: { authorization: `Bearer ${testKeys.good}`, 'content-length': Buffer.byteLength(body) },
  }).end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const replied = JSON.parse(Buffer.concat(await answer.toArray()).toString()) as { input?: object };
  expect([answer.statusCode, replied.input]).toEqual([input ? 200 : 400, input]);
});

test('ids of a body do not override those in the path', async () => {
  const { status, json } = await fixture.send('PATCH', '/projects/prj_admin', {
    body: { name: 'x', projectId: 'prj_other' },
  });
  expect([status, json().code]).toEqual([400, 'VALIDATION_ERROR']);
});

test.each<[Record<string, string>, string]>([
  [{ 'idempotency-key': 'common' }, 'common'],
  [{ 'idempotency-key': 'common', 'x-assay-idempotency-key': 'ours' }, 'ours'],
  [{ 'idempotency-key': 'common', 'x-assay-idempotency-key': ' ' }, 'common'],
  [{ 'idempotency-key': 'k'.repeat(257) }, 'k'.repeat(257)],
  [{ 'idempotency-key': 'k'.repeat(2_000) }, 'k'.repeat(1_024)],
  [{ 'idempotency-key': 'common', 'x-assay-idempotency-key': 'k'.repeat(257) }, 'common'],
  [{}, ''],
])('the idempotency key of %j is %j', async (headers, key) => {
  const body = { suiteId: 'suite_1' };
  expect((await fixture.send('POST', '/projects/prj_member/eval-runs', { headers, body })).json()).toMatchObject({
    target: { idempotencyKey: key },
  });
});

test('a too long idempotency key is logged without its value', async () => {
  await fixture.send('POST', '/projects/prj_member/eval-runs', {
    headers: { 'idempotency-key': 'k'.repeat(300), 'x-request-id': 'overlong' },
    body: { suiteId: 'suite_1' },
  });
  const lines = fixture.lines.filter((line) => line.includes('overlong'));
  expect(lines.map((line) => JSON.parse(line) as object)).toContainEqual(
    expect.objectContaining({ level: 30, requestId: 'client:overlong', header: 'idempotency-key', chars: 300 }),
  );
  expect(lines.join('')).not.toContain('kkkkkkkkkkkk');
});

test.each([
  ['?declaredSuiteId=smoke', 'smoke'],
  ['', ''],
])('the suite file of %j is %j', async (query, declaredSuiteId) => {
  const answer = await fixture.send('DELETE', `/projects/prj_member/eval-suites/suite_1/cases/case_1${query}`);
  expect(answer.json()).toMatchObject({ target: { suiteId: 'suite_1', declaredSuiteId } });
});

describe('a value that must be short is refused when it is too long or repeated', () => {
  const ofCase = '/projects/prj_member/eval-suites/suite_1/cases/case_1';
  const long = 'x'.repeat(129);
  test.each([
    ['DELETE', `${ofCase}?declaredSuiteId=${long}`, {}, '/declaredSuiteId'],
    ['DELETE', `${ofCase}?declaredSuiteId=a&declaredSuiteId=b`, {}, '/declaredSuiteId'],
    ['GET', '/projects/prj_member/eval-runs/run_1/events', { 'last-event-id': long }, '/last-event-id'],
  ])('%s %s', async (method, path, headers, field) => {
    const answer = await fixture.send(method, path, { headers });
    expect([answer.status, answer.json()]).toEqual([
      400,
      expect.objectContaining({
        code: 'VALIDATION_ERROR',
        details: { issues: [expect.objectContaining({ path: field })] },
      }),
    ]);
  });
});

test('an operation with two replies answers each with its status', async () => {
  const ask = (body: object) =>
    fixture.send('POST', '/projects/prj_member/eval-suites/suite_1/cases/generate', { body });
  expect([await ask({}), await ask({ mode: 'normal' })]).toMatchObject([
    { status: 200, text: '{"created":[]}' },
    { status: 202, text: '{"jobId":"job_1","status":"pending"}' },
  ]);
});

test('a reply of 10 MB passes unread, byte for byte', async () => {
  const { status, text } = await fixture.send('GET', '/projects/prj_member/servers');
  expect(status).toBe(200);
  expect(Buffer.from(text).equals(large)).toBe(true);
});

describe('bad input', () => {
  test.each<[string, unknown, string]>([
    ['an unknown key', { ...server, zz: 1 }, '/zz'],
    ['a wrong type', { ...server, name: 5 }, '/name'],
    ['a missing key', { name: 's' }, '/enabled'],
  ])('%s is named by its path', async (_, body, path) => {
    const { status, json } = await fixture.send('POST', '/projects/prj_member/servers', { body });
    expect([status, json()]).toEqual([
      400,
      expect.objectContaining({ code: 'VALIDATION_ERROR', details: { issues: [expect.objectContaining({ path })] } }),
    ]);
  });

  test.each([
    ['an array', '[]'],
    ['null', 'null'],
    ['a scalar', '3'],
    ['half a document', '{"name":'],
  ])('%s is not a valid body', async (_, body) => {
    expect(await fixture.send('POST', '/projects/prj_member/servers', { body })).toMatchObject({ status: 400 });
  });

  test('a body that is too large is refused with its limit', async () => {
    const { status, json } = await fixture.send('POST', '/projects/prj_member/servers', {
      body: { name: 'x'.repeat(1_000_000) },
    });
    expect([status, json()]).toMatchObject([400, { code: 'VALIDATION_ERROR', details: { maxBytes: 1_000_000 } }]);
  });

  test('a sign-in for another host than the one of PUBLIC_URL is refused', async () => {
    const sent = request(`${fixture.origin}/auth/sign-in`, {
      method: 'POST',
      headers: { host: 'rebound.example', origin: 'https://rebound.example' },
    }).end('{}');
    const [{ statusCode }] = (await once(sent, 'response')) as [IncomingMessage];
    expect(statusCode).toBe(403);
  });

  test.each([
    ['as it is', (form: Buffer) => form, {}],
    ['packed', gzipSync, { 'content-encoding': 'gzip' }],
  ] as const)('a large form without a session, %s, is refused before it is read', async (_, pack, headers) => {
    const answer = await fetch(`${fixture.origin}/auth/sign-in/form`, {
      method: 'POST',
      headers,
      body: pack(Buffer.from('a&'.repeat(5_000_000))),
    });
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { code: 'VALIDATION_ERROR', details: { maxBytes: 65_536 } },
    ]);
  });

  test('a body in an unknown encoding is refused', async () => {
    expect(
      await fixture.send('POST', '/projects/prj_member/servers', {
        body: server,
        headers: { 'content-encoding': 'rot13' },
      }),
    ).toMatchObject({ status: 400 });
  });

  test.each([
    ['%00', 404],
    ['%20', 404],
    ['x'.repeat(513), 404],
    ['%E0%A4%A', 400],
  ])('the id %s never reaches a service', async (id, status) => {
    for (const kind of ['servers', 'clients'])
      expect(await fixture.send('GET', `/projects/prj_member/${kind}/${id}`)).toMatchObject({ status });
  });

  test.each(['Code%20Editor', 'Caf%C3%A9'])('the name %s of a client reaches its service', async (name) => {
    const found = await fixture.send('GET', `/projects/prj_member/clients/${name}`);
    expect(found.json()).toMatchObject({ target: { clientId: decodeURIComponent(name) } });
  });

  test.each([
    ['GET', '/nope', 'No such path.'],
    ['POST', '/me', 'This path answers GET, not POST.'],
    ['PUT', '/projects/prj_member', 'This path answers GET, PATCH, DELETE, not PUT.'],
  ])('%s %s is NOT_FOUND: %s', async (method, path, message) => {
    const { status, json } = await fixture.send(method, path);
    expect([status, json()]).toEqual([404, { code: 'NOT_FOUND', message }]);
  });
});

test('many requests at once need one look-up of the key and one of the role', async () => {
  const calm = await startTestGateway({
    access: { current: () => 1, moved: new AbortController().signal, forget: () => undefined },
  });
  const sent = Array.from({ length: 20 }, () =>
    calm.send('POST', '/projects/prj_admin/servers', { key: testKeys.other, body: server }),
  );
  expect(new Set((await Promise.all(sent)).map(({ status }) => status))).toEqual(new Set([201]));
  expect(calm.asked).toEqual({ authenticate: 1, authorize: 1 });
  await calm.stop();
});

describe('failures', () => {
  test('a bug is INTERNAL_ERROR, without its text', async () => {
    const { status, text } = await fixture.send('GET', '/me');
    expect([status, JSON.parse(text)]).toEqual([500, { code: 'INTERNAL_ERROR', message: 'Internal error.' }]);
  });

  test('details and Retry-After are passed on, the latter in whole seconds', async () => {
    const { status, headers, json } = await fixture.send('GET', '/projects/prj_member/servers/s');
    expect([status, headers.get('retry-after'), json()]).toEqual([
      429,
      '2',
      { code: 'RATE_LIMITED', message: 'Slow down.', details: { reason: 'X' } },
    ]);
  });

  test('a service that does not answer in time is a TIMEOUT', async () => {
    const { status, json } = await fixture.send('GET', '/projects/prj_member');
    expect([status, json().code]).toEqual([504, 'TIMEOUT']);
  });

  test('a service that is down is UNAVAILABLE with Retry-After, not a bug', async () => {
    const deadChannel = dial('127.0.0.1:1', 'x', 'gateway');
    const alone = await startTestGateway({
      mesh: perService(() => deadChannel),
    });
    const { status, headers, json } = await alone.send('GET', '/me');
    expect([status, json().code, headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '1']);
    deadChannel.close();
    await alone.stop();
  });

  test('a caller that disconnects cancels the call to the service', async () => {
    const sent = request(`${fixture.origin}/api/v1/projects/prj_member/servers/s`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${testKeys.good}` },
    });
    sent.on('error', () => undefined).end();
    await arrived.promise;
    const stopped = once(seen.signal!, 'abort');
    sent.destroy();
    await stopped;
    expect(seen.signal!.reason).toMatchObject({ code: 'TIMEOUT' });
  });
});

describe('every reply', () => {
  test("has a request id: the caller's own when it is well-formed", async () => {
    const idOf = async (id?: string) =>
      (await fixture.send('GET', '/models', { headers: id === undefined ? {} : { 'x-request-id': id } })).headers.get(
        'x-request-id',
      );
    expect(await idOf('trace:1-a.b')).toBe('trace:1-a.b');
    expect(await idOf()).toMatch(/^req_/);
    expect(await idOf('a b"<script>')).toMatch(/^req_/);
  });

  test.each(['/models', '/nope'])(
    'of %s is not cached, sniffed or framed, and does not name its software',
    async (path) => {
      const { headers } = await fixture.send('GET', path);
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      });
      expect([headers.get('x-powered-by'), headers.get('etag')]).toEqual([null, null]);
    },
  );

  test('has one log line, with the template of its path and no secret', async () => {
    await fixture.send('GET', '/projects/prj_member/servers/srv_9?api_key=in-the-query', {
      headers: { 'x-request-id': 'logged-1', cookie: 'in-the-header' },
    });
    const lines = await waitUntil(() => {
      const found = fixture.lines.filter((line) => line.includes('logged-1'));
      return found.length > 0 && found;
    });
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      {
        msg: 'request',
        method: 'GET',
        route: '/projects/:projectId/servers/:serverId',
        status: 429,
        ms: expect.any(Number),
      },
    ]);
    expect(lines[0]).not.toMatch(/in-the-query|in-the-header|sk_|srv_9/);
  });
});

test('probes need no key and are not logged', async () => {
  const before = fixture.lines.length;
  const statuses = await Promise.all(
    ['/healthz', '/readyz'].map(async (path) => (await fetch(fixture.origin + path)).status),
  );
  expect([statuses, fixture.lines.length]).toEqual([[200, 200], before]);
});

test('a draining gateway is not ready', async () => {
  const draining = await startTestGateway({ draining: AbortSignal.abort() });
  const statuses = await Promise.all(
    ['/healthz', '/readyz'].map(async (path) => (await fetch(draining.origin + path)).status),
  );
  await draining.stop();
  expect(statuses).toEqual([200, 503]);
});

test('a draining gateway answers and ends the connection with it', async () => {
  const draining = await startTestGateway({ draining: AbortSignal.abort() });
  const [asked, before] = await Promise.all(
    [draining, fixture].map(async ({ origin }) => (await fetch(`${origin}/healthz`)).headers.get('connection')),
  );
  await draining.stop();
  expect([asked, before]).toEqual(['close', 'keep-alive']);
});
