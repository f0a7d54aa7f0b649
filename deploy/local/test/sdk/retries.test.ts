import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { createClient, type AssayClient, type ClientOptions, type LogEntry } from '@assay/sdk';
import { Problem as Refusal, unavailable } from '@assay/contract/problem';
import { csrfTokenOf } from '@assay/kit/security/csrf';
import { freePort } from '@assay/postgres/free-port';
import { waitUntil } from '@assay/testkit/until';
import {
  meshSecret,
  startTestGateway,
  testKeys,
  testSessions,
  type TestGateway,
} from '../../../../gateway/test/start.ts';

const project = { projectId: 'prj_member' };
const tool = { ...project, serverId: 'srv_1' };

/** The errors that the next calls of an operation answer, before they succeed. */
const failures: Error[] = [];
/** The targets of the calls that arrived. */
const arrived: Record<string, string>[] = [];
const answer = async (_caller: unknown, target: object): Promise<object> => {
  arrived.push(target as Record<string, string>);
  const failure = failures.shift();
  if (failure) throw failure;
  return { ok: true };
};

let fixture: TestGateway;
beforeAll(async () => {
  fixture = await startTestGateway({
    answers: {
      getMe: answer,
      createProject: answer,
      callTool: answer,
      updateProject: answer,
      deleteEvalSuite: answer,
      getProject: (_caller, target) => {
        arrived.push(target as Record<string, string>);
        return new Promise(() => undefined);
      },
      getSession: async () => ({ csrfToken: csrfTokenOf(meshSecret, testSessions.owner) }),
    },
  });
});
afterAll(() => fixture.stop());
beforeEach(() => {
  failures.length = 0;
  arrived.length = 0;
});

const clientOf = (options: Partial<ClientOptions> = {}): AssayClient =>
  createClient({ url: fixture.origin, credential: testKeys.good, ...options });
const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

/** A server in the place of the platform, such as a broken proxy. */
async function withServer(listener: RequestListener, use: (url: string) => Promise<void>): Promise<void> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

test('a read is repeated after the Retry-After of a 503, and its log says so', async () => {
  failures.push(unavailable('Away.', { retryAfter: 1 }));
  const log: LogEntry[] = [];
  expect(await clientOf({ log: (entry) => log.push(entry) }).getMe()).toEqual({ ok: true });
  expect(log).toMatchObject([
    { operationId: 'getMe', attempt: 1, status: 503, failure: 'UNAVAILABLE' },
    { operationId: 'getMe', attempt: 2, status: 200 },
  ]);
  expect(log[0]!.retryInMs).toBeGreaterThanOrEqual(1_000);
});

test('a repeated request has the idempotency key of the first one', async () => {
  failures.push(unavailable('Away.'), unavailable('Away.'));
  await clientOf().createProject({ name: 'P' });
  expect(arrived).toHaveLength(3);
  expect(new Set(arrived.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
});

test.each([
  ['with an effect outside of the platform', (assay: AssayClient) => assay.callTool(tool, { toolName: 't' })],
  [
    'that changes something, without a key',
    (assay: AssayClient) => assay.updateProject({ projectId: 'prj_admin' }, { name: 'N' }),
  ],
])('a request %s is sent once', async (_, call) => {
  failures.push(unavailable('Away.'), unavailable('Away.'));
  expect(await failureOf(call(clientOf()))).toMatchObject({ status: expect.any(Number) });
  expect(arrived).toHaveLength(1);
});

test('a deletion is repeated, because its method is idempotent', async () => {
  failures.push(unavailable('Away.'));
  await clientOf().deleteEvalSuite({ ...project, suiteId: 's_1' });
  expect(arrived).toHaveLength(2);
});

test.each([
  ['a refusal without Retry-After', new Refusal('RATE_LIMITED', 'Used up.')],
  ['a refusal that names a far moment', new Refusal('RATE_LIMITED', 'Tomorrow.', undefined, 86_400)],
  ['a refusal of the request itself', new Refusal('CONFLICT', 'No.', undefined, 1)],
])('%s is thrown at once', async (_, failure) => {
  failures.push(failure);
  expect(await failureOf(clientOf().getMe())).toMatchObject({ code: failure.code, retryAfter: failure.retryAfter });
  expect(arrived).toHaveLength(1);
});

test('a full disk is told at once, because no short wait makes room on it', async () => {
  failures.push(Object.assign(new Error('could not extend file'), { code: '53100' }));
  expect(await failureOf(clientOf().createProject({ name: 'P' }))).toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringContaining('The disk of this installation is full.'),
    retryAfter: 300,
  });
  expect(arrived).toHaveLength(1);
});

test('retries end after their number, with the last refusal', async () => {
  failures.push(...Array.from({ length: 9 }, () => unavailable('Away.')));
  expect(await failureOf(clientOf({ retries: 1 }).getMe())).toMatchObject({ code: 'UNAVAILABLE' });
  expect(arrived).toHaveLength(2);
  expect(await failureOf(clientOf().getMe({ retries: 0 }))).toMatchObject({ code: 'UNAVAILABLE' });
  expect(arrived).toHaveLength(3);
});

test('an abort ends a request under way, with the reason of the signal', async () => {
  const gone = new AbortController();
  const failure = failureOf(clientOf().getProject(project, { signal: gone.signal }));
  await waitUntil(() => arrived.length === 1);
  gone.abort(new Error('changed my mind'));
  expect(await failure).toMatchObject({ message: 'changed my mind' });
});

test('an abort ends the pause before a repetition', async () => {
  failures.push(unavailable('Away.', { retryAfter: 50 }));
  const log: LogEntry[] = [];
  const gone = new AbortController();
  const failure = failureOf(clientOf({ log: (entry) => log.push(entry) }).getMe({ signal: gone.signal }));
  await waitUntil(() => log.length === 1);
  gone.abort(new Error('changed my mind'));
  expect(await failure).toMatchObject({ message: 'changed my mind' });
  expect(arrived).toHaveLength(1);
});

test('an attempt that takes too long ends with a time-out', async () => {
  const failure = await failureOf(clientOf({ timeoutMs: 50 }).getProject(project, { retries: 0 }));
  expect(failure).toMatchObject({ name: 'ConnectionFailure', kind: 'timeout', operationId: 'getProject' });
});

test('a function that gives no token ends with the time-out, or with the abort of its caller', async () => {
  const assay = clientOf({ credential: () => new Promise(() => undefined), timeoutMs: 50, retries: 0 });
  expect(await failureOf(assay.getMe())).toMatchObject({ kind: 'timeout' });
  const signal = AbortSignal.timeout(10);
  expect(await failureOf(assay.getMe({ signal, timeoutMs: 60_000 }))).toBe(signal.reason);
});

test('a connection that fails is told with its cause, after the retries', async () => {
  let calls = 0;
  await withServer(
    ({ socket }) => {
      calls++;
      socket.destroy();
    },
    async (url) => {
      expect(await failureOf(clientOf({ url }).getMe())).toMatchObject({ kind: 'network' });
    },
  );
  expect(calls).toBe(3);
  const failure = await failureOf(clientOf({ url: `http://127.0.0.1:${await freePort()}`, retries: 0 }).getMe());
  expect(failure).toMatchObject({ kind: 'network', message: expect.stringContaining('ECONNREFUSED') });
});

test("a proxy's page is a Problem of its status, and its 502 is repeated", async () => {
  const statuses = [502, 403];
  await withServer(
    (_req, res) => res.writeHead(statuses.shift()!, { 'content-type': 'text/html' }).end('<h1>No</h1>'),
    async (url) => {
      const failure = await failureOf(clientOf({ url }).getMe());
      expect(failure).toMatchObject({ status: 403, code: 'FORBIDDEN', body: '<h1>No</h1>', isFromPlatform: false });
    },
  );
});

test('an answer that is no JSON, or is cut off, is no reply', async () => {
  await withServer(
    (_req, res) => res.writeHead(200, { 'content-type': 'application/json' }).end('{"id":'),
    async (url) => expect(await failureOf(clientOf({ url }).getMe())).toMatchObject({ kind: 'unreadable' }),
  );
  await withServer(
    (_req, res) => {
      res
        .writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
        .write('{"id":', () => res.destroy());
    },
    async (url) => expect(await failureOf(clientOf({ url, retries: 0 }).getMe())).toMatchObject({ kind: 'network' }),
  );
});

test('a redirect is not followed, so that the key reaches no other address', async () => {
  let elsewhere = 0;
  await withServer(
    (_req, res) => {
      elsewhere++;
      res.end('{}');
    },
    (other) =>
      withServer(
        (_req, res) => res.writeHead(307, { location: `${other}/steal?x=1` }).end(),
        async (url) => {
          const failure = await failureOf(clientOf({ url }).getMe());
          expect(failure).toMatchObject({ kind: 'redirect', message: expect.stringContaining(other) });
        },
      ),
  );
  expect(elsewhere).toBe(0);
});

test('the key is in no log entry, in no error and not in the client', async () => {
  const log: LogEntry[] = [];
  const assay = clientOf({ log: (entry) => log.push(entry) });
  failures.push(new Refusal('CONFLICT', 'No.'));
  const told = [
    await failureOf(assay.getMe()),
    await failureOf(clientOf({ url: 'http://127.0.0.1:1', retries: 0 }).getMe()),
    await failureOf(clientOf({ credential: () => `${testKeys.good}\n` }).getMe()),
    await failureOf(assay.putEvalIngestArtifact({ ...project, uploadToken: 'a-secret-token' }, new Uint8Array(1))),
    log,
    assay,
  ];
  const text = told.map((each) => inspect(each, { depth: 9, showHidden: true })).join('\n');
  expect(log.length).toBeGreaterThan(1);
  expect(text).not.toContain(testKeys.good);
  expect(text).not.toContain('a-secret-token');
});

test('a function is asked for a token before each attempt, and its failure is thrown', async () => {
  let asked = 0;
  failures.push(unavailable('Away.'));
  const credential = async () => (asked++, testKeys.good);
  await clientOf({ credential }).getMe();
  expect(asked).toBe(2);
  const broken = () => {
    throw new Error('no token today');
  };
  await expect(clientOf({ credential: broken }).getMe()).rejects.toThrow('no token today');
});

test('a log that throws does not fail a request', async () => {
  const log = () => {
    throw new Error('the disk is full');
  };
  expect(await clientOf({ log }).getMe()).toEqual({ ok: true });
});

test("a session's cookie goes with its CSRF token, which is asked for and replaced", async () => {
  const sent: string[] = [];
  const csrf: (string | null)[] = [];
  // A browser sends its cookie by itself.
  const browser = async (url: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    sent.push(`${init.method} ${new URL(url).pathname} ${init.credentials}`);
    csrf.push(headers.get('x-csrf-token'));
    headers.set('cookie', `__Host-assay_session=${testSessions.owner}`);
    return fetch(url, { ...init, headers });
  };
  const assay = clientOf({ credential: { cookie: true }, fetch: browser });
  await assay.getMe();
  await Promise.all([assay.createProject({ name: 'A' }), assay.createProject({ name: 'B' })]);
  const token = csrfTokenOf(meshSecret, testSessions.owner);
  expect(sent).toEqual([
    'GET /api/v1/me same-origin',
    'GET /auth/session same-origin',
    'POST /api/v1/projects same-origin',
    'POST /api/v1/projects same-origin',
  ]);
  expect(csrf).toEqual([null, null, token, token]);

  sent.length = 0;
  const outdated = clientOf({ credential: { cookie: true, csrfToken: 'of-an-earlier-session' }, fetch: browser });
  await outdated.updateProject({ projectId: 'prj_admin' }, { name: 'C' });
  expect(sent.map((each) => each.split(' ').slice(0, 2).join(' '))).toEqual([
    'PATCH /api/v1/projects/prj_admin',
    'GET /auth/session',
    'PATCH /api/v1/projects/prj_admin',
  ]);
});
