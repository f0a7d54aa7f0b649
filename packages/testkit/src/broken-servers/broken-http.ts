import type { OutgoingHttpHeaders, RequestListener } from 'node:http';
import type { BrokenServer } from './broken-server.ts';
import { listenLocally } from '../listen.ts';
import { scriptedMcp } from '../mcp-servers/scripted-mcp.ts';

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const JSON_TYPE = { 'content-type': 'application/json' };

/** A server at `/mcp` that answers all requests in the same way. */
const serving =
  (listener: RequestListener, path = '/mcp') =>
  async () => {
    const { origin, stop } = await listenLocally(listener);
    return { url: origin + path, stop };
  };
const answering = (status: number, headers: OutgoingHttpHeaders = {}, body: string | Buffer = '') =>
  serving((_request, response) => void response.writeHead(status, headers).end(body));

/** An MCP server at `/mcp`, with no other endpoint. */
const beside = (path: string) => async () => {
  const { url, stop } = await scriptedMcp({});
  return { url: new URL(path, url).href, stop };
};

/** Writes a body slowly and never ends it. */
const drip: RequestListener = (_request, response) => {
  response.writeHead(200, JSON_TYPE);
  const timer = setInterval(() => response.write(' '), 1_000);
  response.write('{');
  response.once('close', () => clearInterval(timer));
};

/** Announces its own address instead of the address that the client used. */
const elsewhere: RequestListener = ({ method }, response) => {
  if (method !== 'GET') return void response.writeHead(404).end('Cannot POST /sse');
  response
    .writeHead(200, { 'content-type': 'text/event-stream' })
    .write('event: endpoint\ndata: http://internal:3000/messages\n\n');
};

const metadata =
  (more: object): RequestListener =>
  (request, response) => {
    const origin = `http://${request.headers.host}`;
    const documents: Record<string, object> = {
      '/.well-known/oauth-protected-resource/mcp': { resource: `${origin}/mcp`, authorization_servers: [origin] },
      '/.well-known/oauth-authorization-server': {
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        registration_endpoint: `${origin}/register`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        ...more,
      },
    };
    const found = documents[request.url!];
    if (found) return void response.writeHead(200, JSON_TYPE).end(JSON.stringify(found));
    response
      .writeHead(401, {
        'www-authenticate': `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`,
      })
      .end();
  };

/** Asks for credentials and publishes metadata for OAuth that lead to the metadata service of a cloud. */
const forbiddenMetadata =
  (challenge: string): RequestListener =>
  ({ url = '' }, response) => {
    if (!url.startsWith('/.well-known/')) return void response.writeHead(401, { 'www-authenticate': challenge }).end();
    const redirects = url.startsWith('/.well-known/oauth-protected-resource') && challenge === 'Bearer';
    response.writeHead(redirects ? 307 : 404, redirects ? { location: 'http://169.254.169.254/latest' } : {}).end();
  };

const bearer = { headers: { Authorization: 'Bearer stale-token-of-the-team' } };

/** Faults over HTTP, before MCP. */
export const brokenHttp: BrokenServer[] = [
  {
    name: 'a web page',
    cause: 'web_page',
    check: 'probe',
    code: 'SERVER_UNREACHABLE',
    start: answering(200, HTML, '<!doctype html><title>Welcome</title>'),
  },
  {
    name: 'a sign-in form',
    cause: 'login_page',
    check: 'probe',
    code: 'SERVER_UNREACHABLE',
    start: answering(200, HTML, '<html><form><input name=user><input type="password"></form></html>'),
  },
  {
    name: 'a redirect to a login page',
    cause: 'login_page',
    check: 'probe',
    code: 'SERVER_UNREACHABLE',
    start: answering(302, { location: '/login?next=%2Fmcp' }),
  },
  {
    name: 'a captive portal',
    cause: 'captive_portal',
    check: 'probe',
    code: 'SERVER_UNREACHABLE',
    start: answering(511, HTML, '<html>Sign in to this network</html>'),
  },
  {
    name: 'a redirect to another origin',
    cause: 'redirected',
    check: 'probe',
    code: 'SERVER_UNREACHABLE',
    start: answering(307, { location: 'https://mcp.other.example/v2?key=hidden' }),
  },
  {
    name: 'a redirect to the metadata of a cloud',
    cause: 'redirected_to_metadata',
    check: 'probe',
    code: 'SERVER_UNREACHABLE',
    start: answering(307, { location: 'http://169.254.169.254/latest/meta-data' }),
  },
  {
    name: 'a path next to the MCP endpoint',
    cause: 'wrong_path',
    check: 'probe',
    code: 'SERVER_UNREACHABLE',
    start: beside('/api'),
  },
  {
    name: 'a path without an MCP endpoint near it',
    cause: 'wrong_path',
    check: 'probe',
    code: 'SERVER_UNREACHABLE',
    start: answering(404, HTML, '<h1>Not found</h1>'),
  },
  {
    name: 'a path that refuses POST',
    cause: 'wrong_path',
    check: 'probe',
    code: 'SERVER_UNREACHABLE',
    start: answering(405, { allow: 'GET' }),
  },
  {
    name: 'a wrong path, reported in JSON-RPC',
    cause: 'wrong_path',
    check: 'probe',
    code: 'SERVER_UNREACHABLE',
    start: answering(404, JSON_TYPE, '{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"No route"}}'),
  },
  {
    name: 'the older transport behind an unknown proxy',
    cause: 'endpoint_elsewhere',
    check: 'probe',
    code: 'SERVER_UNREACHABLE',
    start: serving(elsewhere, '/sse'),
  },
  {
    name: 'a WebSocket',
    cause: 'websocket_only',
    check: 'probe',
    code: 'SERVER_UNREACHABLE',
    start: answering(426, { upgrade: 'websocket', connection: 'Upgrade' }),
  },
  {
    name: 'too many requests',
    cause: 'rate_limited',
    check: 'probe',
    code: 'SERVER_UNREACHABLE',
    start: answering(429, { 'retry-after': '30' }),
  },
  {
    name: 'a request that is refused without a reason',
    cause: 'http_refused',
    check: 'probe',
    code: 'SERVER_UNREACHABLE',
    start: answering(422, JSON_TYPE, '{"detail":"unprocessable"}'),
  },
  {
    name: 'a server that fails',
    cause: 'server_error',
    check: 'probe',
    code: 'SERVER_UNREACHABLE',
    start: answering(500, { 'content-type': 'text/plain' }, 'boom'),
  },
  {
    name: 'a gateway without its server',
    cause: 'gateway_error',
    check: 'probe',
    code: 'SERVER_UNREACHABLE',
    start: answering(502, HTML, '<html>Bad gateway</html>'),
  },
  {
    name: 'a gateway that timed out',
    cause: 'gateway_error',
    check: 'probe',
    code: 'TIMEOUT',
    start: answering(504, HTML, '<html>Gateway timeout</html>'),
  },
  {
    name: 'a server that never answers',
    cause: 'no_answer',
    check: 'probe',
    code: 'TIMEOUT',
    start: serving(() => {}),
  },
  {
    name: 'a server that sends a byte per second',
    cause: 'answer_stalled',
    check: 'probe',
    code: 'TIMEOUT',
    start: serving(drip),
  },
  {
    name: 'a truncated answer',
    cause: 'answer_cut_off',
    check: 'probe',
    code: 'SERVER_UNREACHABLE',
    start: serving((_request, response) => {
      response
        .writeHead(200, { ...JSON_TYPE, 'content-length': 1_000 })
        .write('{"jsonrpc":', () => response.socket?.resetAndDestroy());
    }),
  },
  {
    name: 'an answer that is too large',
    cause: 'answer_too_large',
    check: 'probe',
    code: 'SERVER_UNREACHABLE',
    start: answering(200, JSON_TYPE, Buffer.alloc(3 * 1024 * 1024, ' ')),
  },
  { name: 'OAuth', cause: 'oauth_required', check: 'probe', code: 'OAUTH_REQUIRED', start: serving(metadata({})) },
  {
    name: 'OAuth without PKCE',
    cause: 'oauth_metadata_faulty',
    check: 'probe',
    code: 'OAUTH_REQUIRED',
    start: serving(metadata({ code_challenge_methods_supported: ['plain'] })),
  },
  {
    name: 'OAuth of another issuer',
    cause: 'oauth_metadata_faulty',
    check: 'probe',
    code: 'OAUTH_REQUIRED',
    start: serving(metadata({ issuer: 'https://other.example' })),
  },
  {
    name: 'OAuth whose challenge names metadata at a forbidden address',
    cause: 'oauth_metadata_faulty',
    check: 'probe',
    code: 'OAUTH_REQUIRED',
    start: serving(forbiddenMetadata('Bearer resource_metadata="http://169.254.169.254/latest"')),
  },
  {
    name: 'OAuth whose metadata redirect to a forbidden address',
    cause: 'oauth_metadata_faulty',
    check: 'probe',
    code: 'OAUTH_REQUIRED',
    start: serving(forbiddenMetadata('Bearer')),
  },
  {
    name: 'missing credentials',
    cause: 'credentials_required',
    check: 'probe',
    code: 'UNAUTHORIZED',
    start: answering(401),
  },
  {
    name: 'a token that is refused',
    cause: 'token_refused',
    check: 'connection',
    code: 'UNAUTHORIZED',
    saved: bearer,
    start: answering(401),
  },
  {
    name: 'a server that admits localhost alone',
    cause: 'host_refused',
    check: 'probe',
    code: 'FORBIDDEN',
    start: answering(403, { 'content-type': 'text/plain' }, 'Access is only allowed at localhost'),
  },
  {
    name: 'a client that is not allowed',
    cause: 'forbidden',
    check: 'probe',
    code: 'FORBIDDEN',
    start: answering(403, HTML, '<html>Blocked</html>'),
  },
  {
    name: 'a token without a scope',
    cause: 'insufficient_scope',
    check: 'connection',
    code: 'FORBIDDEN',
    saved: bearer,
    start: answering(403, { 'www-authenticate': 'Bearer error="insufficient_scope", scope="tools:call"' }),
  },
];
