import type { ServerResponse } from 'node:http';
import { startFaultyServer, type FaultyPath, type FaultyServer } from '@assay/testkit/mcp-servers/faulty-servers';
import { startEverythingServer } from '@assay/testkit/mcp-servers/everything-server';
import { connectSession } from '../src/connect.ts';
import { asEvent, asJson, startRaw } from './raw-server.ts';
import { savedServer } from './saved.ts';

let faulty: FaultyServer;
beforeAll(async () => {
  faulty = await startFaultyServer();
});
afterAll(() => faulty.stop());

const attempt = (path: FaultyPath) => connectSession(savedServer(faulty.url(path)));

test.each<[FaultyPath, string, Record<string, unknown>]>([
  ['/html', 'SERVER_UNREACHABLE', { phase: 'initialize' }],
  ['/garbage', 'SERVER_UNREACHABLE', { phase: 'initialize' }],
  ['/error', 'SERVER_UNREACHABLE', { httpStatus: 500 }],
  ['/unauthorized', 'UNAUTHORIZED', { httpStatus: 401 }],
  ['/forbidden', 'FORBIDDEN', { httpStatus: 403, upstreamAuthRequired: true }],
  ['/insufficient-scope', 'FORBIDDEN', { insufficientScope: true, requiredScope: 'tools:call' }],
])('a server that answers like %s is reported as %s', async (path, code, details) => {
  await expect(attempt(path)).rejects.toMatchObject({
    name: 'Problem',
    code,
    details: { serverId: 'srv_1', elapsedMs: expect.any(Number), ...details },
  });
});

test('a server that accepts a request and never answers is reported as such', async () => {
  await expect(
    connectSession(savedServer(faulty.url('/silent')), { timeouts: { connectMs: 1_000 } }),
  ).rejects.toMatchObject({
    name: 'Problem',
    code: 'TIMEOUT',
    details: { serverId: 'srv_1', phase: 'connect' },
  });
});

test('a 401 with OAuth metadata asks for a grant and names the metadata', async () => {
  const origin = new URL(faulty.url('/oauth')).origin;
  await expect(attempt('/oauth')).rejects.toMatchObject({
    code: 'OAUTH_REQUIRED',
    details: {
      serverId: 'srv_1',
      serverUrl: faulty.url('/oauth'),
      resourceMetadataUrl: `${origin}/.well-known/oauth-protected-resource/oauth`,
    },
  });
});

test("the owner's setting that a server uses OAuth counts like metadata", async () => {
  await expect(connectSession(savedServer(faulty.url('/unauthorized'), { useOAuth: true }))).rejects.toMatchObject({
    code: 'OAUTH_REQUIRED',
  });
});

const addressOfNobody = async () => {
  const { url, stop } = await startRaw(() => {});
  await stop();
  return url;
};

test.each([
  ['no server listens', addressOfNobody, 'connection_refused'],
  ['the name does not resolve', () => 'http://no-such-host.invalid/mcp', 'name_not_resolved'],
])('when %s the server is unreachable', async (_, url, cause) => {
  await expect(connectSession(savedServer(await url()))).rejects.toMatchObject({
    code: 'SERVER_UNREACHABLE',
    details: { phase: 'connect', cause },
  });
});

test.each(['ftp://host/mcp', 'file:///etc/passwd', 'not a url', 'http://user:secret@host/'])(
  '%s is not an allowed address',
  async (url) => {
    await expect(connectSession(savedServer(url))).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.not.stringContaining('secret'),
    });
  },
);

test('listing or calling tools is not supported for a server without tools', async () => {
  const session = await attempt('/no-tools');
  await expect(session.listTools()).rejects.toMatchObject({ code: 'FEATURE_NOT_SUPPORTED' });
  await expect(session.callTool('echo', {})).rejects.toMatchObject({ code: 'FEATURE_NOT_SUPPORTED' });
  await session.close();
});

test("an unknown method is an unsupported feature, refused parameters are the caller's fault", async () => {
  const server = await startRaw(({ id, method }, response) =>
    asJson(
      response,
      JSON.stringify({
        jsonrpc: '2.0',
        id,
        error: { code: method === 'tools/call' ? -32602 : -32601, message: 'secret plans' },
      }),
    ),
  );
  const session = await connectSession(savedServer(server.url));
  await expect(session.listAllResources()).rejects.toMatchObject({ code: 'FEATURE_NOT_SUPPORTED' });
  await expect(session.callTool('any', {})).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.not.stringContaining('secret'),
    details: { rpcCode: -32602, method: 'tools/call', serverMessage: 'secret plans' },
  });
  await session.close();
  await server.stop();
});

test('a failed tool is a value, not an error', async () => {
  const session = await attempt('/tools');
  expect((await session.callTool('fails', {})).value).toMatchObject({ isError: true });
  await session.close();
});

/** Longer than a test. */
const NEVER = { idleMs: 600_000, totalMs: 600_000 };

test.each(['streamableHttp', 'sse'] as const)(
  'a server that exits during a call is reported long before the timeout (%s)',
  async (transport) => {
    const server = await startEverythingServer({ transport });
    const session = await connectSession(savedServer(server.url));
    const call = session.callTool('trigger-long-running-operation', { duration: 20, steps: 1 }, { timeouts: NEVER });
    const failed = call.then(
      () => undefined,
      (error: unknown) => error,
    );
    await session.listTools();
    process.kill(server.pid, 'SIGKILL');
    expect(await failed).toMatchObject({
      code: 'SERVER_UNREACHABLE',
      details: { phase: 'request', method: 'tools/call' },
    });
    await session.close();
    await server.stop();
  },
  60_000,
);

test('a stream that ends without the answer fails the call at once', async () => {
  const server = await startRaw(
    (_message, response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(': bye\n\n'),
  );
  const session = await connectSession(savedServer(server.url));
  await expect(session.callTool('any', {})).rejects.toMatchObject({
    code: 'SERVER_UNREACHABLE',
    details: { method: 'tools/call' },
  });
  await session.close();
  await server.stop();
});

describe('a stream that breaks and can be resumed', () => {
  const broken = (response: ServerResponse) =>
    void response.writeHead(200, { 'content-type': 'text/event-stream' }).end('id: 7\nretry: 10\ndata: \n\n');

  test('is resumed, and its answer counts', async () => {
    let asked: unknown;
    const server = await startRaw(
      ({ id }, response) => {
        asked = id;
        broken(response);
      },
      (headers, response) =>
        asEvent(
          response,
          `{"jsonrpc":"2.0","id":${String(asked)},"result":{"content":[],"after":"${String(headers['last-event-id'])}"}}`,
        ),
    );
    const session = await connectSession(savedServer(server.url));
    await expect(session.callTool('any', {})).resolves.toMatchObject({ json: '{"content":[],"after":"7"}' });
    await session.close();
    await server.stop();
  });

  test.each([404, 405])('fails the call when the server refuses twice to resume it, with %d', async (status) => {
    const server = await startRaw(
      (_message, response) => broken(response),
      (_headers, response) => void response.writeHead(status).end(),
    );
    const session = await connectSession(savedServer(server.url));
    await expect(session.callTool('any', {})).rejects.toMatchObject({
      code: 'SERVER_UNREACHABLE',
      details: { cause: 'answer_cut_off' },
    });
    expect(server.seen.filter(({ headers }) => headers['last-event-id'] === '7')).toHaveLength(2);
    await session.close();
    await server.stop();
  });

  test('fails the call when the server is no longer reachable', async () => {
    const server = await startRaw((_message, response) => {
      broken(response);
      response.once('close', () => void server.stop());
    });
    const session = await connectSession(savedServer(server.url));
    await expect(session.callTool('any', {})).rejects.toMatchObject({
      code: 'SERVER_UNREACHABLE',
      details: { cause: 'connection_refused' },
    });
    await session.close();
  });
});

test.each([
  ['JSON that is not JSON-RPC', '{"hello":"world"}'],
  ['no JSON at all', '<html>secret</html>'],
])('an answer that is %s makes the server unreachable and is not quoted', async (_, body) => {
  const server = await startRaw((_message, response) => asJson(response, body));
  const session = await connectSession(savedServer(server.url));
  await expect(session.callTool('any', {})).rejects.toMatchObject({
    code: 'SERVER_UNREACHABLE',
    message: expect.not.stringMatching(/html|hello/),
  });
  await session.close();
  await server.stop();
});

test('a refused request is classified by its status, and 400 by its body', async () => {
  let body = '{"error":"invalid_token"}';
  const server = await startRaw((_message, response) => void response.writeHead(400).end(body));
  const session = await connectSession(savedServer(server.url));
  await expect(session.callTool('any', {})).rejects.toMatchObject({
    code: 'FORBIDDEN',
    details: { upstreamAuthRequired: true },
  });
  body = 'no such thing';
  await expect(session.callTool('any', {})).rejects.toMatchObject({
    code: 'SERVER_UNREACHABLE',
    details: { httpStatus: 400 },
  });
  await session.close();
  await server.stop();
});
