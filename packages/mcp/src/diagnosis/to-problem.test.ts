import { given } from '@assay/contract/given';
import { ProtocolError, SdkError, SdkErrorCode, UnauthorizedError } from '@modelcontextprotocol/client';
import { openEgress } from '@assay/egress/egress';
import { ONE_MACHINE_EGRESS } from '@assay/egress/settings';
import { evidenceOf } from './evidence.ts';
import type { HttpRefusal } from '../transport/answer.ts';
import type { SessionFailure } from './failure.ts';
import { toProblem } from './to-problem.ts';
import type { OAuthEvidence } from '../oauth/find-oauth.ts';

interface Given {
  refusal?: HttpRefusal;
  oauth?: OAuthEvidence;
  pinned?: string;
  phase?: SessionFailure['phase'];
}

const problemFor = (error: unknown, { refusal, oauth, pinned, phase = 'request' }: Given = {}) =>
  toProblem({
    target: {
      serverId: 'srv_1',
      serverName: 'Printer',
      egress: openEgress(ONE_MACHINE_EGRESS),
      url: 'https://user.example/mcp?key=hidden',
      ...(pinned && { protocolVersion: pinned }),
    },
    phase,
    method: 'tools/call',
    elapsedMs: 12.4,
    evidence: evidenceOf(error, refusal),
    ...given({ oauth }),
  });

const wrapped = (code: string) =>
  Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error('why'), { code }) });
const negotiation = (cause?: unknown) => new SdkError(SdkErrorCode.EraNegotiationFailed, 'no', undefined, { cause });
const http = (message: string) => new SdkError(SdkErrorCode.ClientHttpNotImplemented, message);
const scope = 'Bearer error="insufficient_scope", scope="print"';

test.each<[string, unknown, Given, string, Record<string, unknown>?]>([
  ['the client asks to be authorized', new UnauthorizedError(), {}, 'OAUTH_REQUIRED'],
  [
    'method not found, even on a 401',
    new ProtocolError(-32601, 'x'),
    { refusal: { status: 401 }, oauth: {} },
    'FEATURE_NOT_SUPPORTED',
  ],
  [
    'method not found in the body of a 404',
    http('x'),
    { refusal: { status: 404, body: '{"error":{"code":-32601}}' } },
    'FEATURE_NOT_SUPPORTED',
    { rpcCode: -32601 },
  ],
  [
    'a capability that was not declared',
    new SdkError(SdkErrorCode.CapabilityNotSupported, 'x'),
    {},
    'FEATURE_NOT_SUPPORTED',
  ],
  [
    'a 401 with OAuth behind it',
    http('x'),
    { refusal: { status: 401 }, oauth: { resourceMetadataUrl: 'https://m' } },
    'OAUTH_REQUIRED',
    { serverUrl: 'https://user.example/mcp', resourceMetadataUrl: 'https://m' },
  ],
  [
    'a 403 for lack of scope',
    http('x'),
    { refusal: { status: 403, challenge: scope } },
    'FORBIDDEN',
    { insufficientScope: true, requiredScope: 'print' },
  ],
  ['a bare 401', http('x'), { refusal: { status: 401 } }, 'UNAUTHORIZED', { httpStatus: 401 }],
  [
    'a 403 whose text speaks of a timeout',
    http('session timeout'),
    { refusal: { status: 403, body: 'timeout' } },
    'FORBIDDEN',
    { upstreamAuthRequired: true },
  ],
  [
    'a 400 with a challenge',
    http('x'),
    { refusal: { status: 400, challenge: 'Bearer' } },
    'FORBIDDEN',
    { upstreamAuthRequired: true },
  ],
  [
    'a 400 about a key',
    http('x'),
    { refusal: { status: 400, body: 'Missing API key' } },
    'FORBIDDEN',
    { upstreamAuthRequired: true },
  ],
  [
    'a 400 about something else',
    http('x'),
    { refusal: { status: 400, body: 'authors wanted' } },
    'SERVER_UNREACHABLE',
    { httpStatus: 400 },
  ],
  [
    'a pinned revision that is not offered',
    negotiation(),
    { pinned: '2026-07-28', phase: 'initialize' },
    'SERVER_UNREACHABLE',
    { protocolVersion: '2026-07-28' },
  ],
  [
    'a revision we do not know',
    new Error("Server's protocol version is not supported: 1999-01-01"),
    { phase: 'initialize' },
    'SERVER_UNREACHABLE',
  ],
  ['our own timer', new SdkError(SdkErrorCode.RequestTimeout, 'x'), {}, 'TIMEOUT'],
  ['a connection that timed out', wrapped('UND_ERR_CONNECT_TIMEOUT'), {}, 'TIMEOUT'],
  ['a timeout before connection patterns', new Error('connection refused: timed out'), {}, 'TIMEOUT'],
  ['a gateway that timed out', http('x'), { refusal: { status: 504 } }, 'TIMEOUT'],
  [
    'a refused connection',
    wrapped('ECONNREFUSED'),
    {},
    'SERVER_UNREACHABLE',
    { cause: 'connection_refused', systemCode: 'ECONNREFUSED' },
  ],
  [
    'a refused connection while negotiating a pin',
    negotiation(wrapped('ECONNREFUSED')),
    { pinned: '2026-07-28', phase: 'connect' },
    'SERVER_UNREACHABLE',
    { cause: 'connection_refused', systemCode: 'ECONNREFUSED' },
  ],
  [
    'one of several attempts refused',
    Object.assign(new AggregateError([Object.assign(new Error('x'), { code: 'EHOSTUNREACH' })]), {}),
    {},
    'SERVER_UNREACHABLE',
    { cause: 'no_route', systemCode: 'EHOSTUNREACH' },
  ],
  ['a name that does not resolve', wrapped('ENOTFOUND'), {}, 'SERVER_UNREACHABLE'],
  ['a name that was not resolved in time', wrapped('ETIMEOUT'), {}, 'TIMEOUT', { cause: 'name_not_resolved' }],
  ['an untrusted certificate', wrapped('DEPTH_ZERO_SELF_SIGNED_CERT'), {}, 'SERVER_UNREACHABLE'],
  ['words for a broken connection', new Error('socket hang up'), {}, 'SERVER_UNREACHABLE'],
  ['a 500', http('x'), { refusal: { status: 500 } }, 'SERVER_UNREACHABLE', { httpStatus: 500 }],
  ['an answer that is not JSON', new SyntaxError('Unexpected token < in timeout'), {}, 'SERVER_UNREACHABLE'],
  ['a result off the schema', new SdkError(SdkErrorCode.InvalidResult, 'x'), {}, 'SERVER_UNREACHABLE'],
  [
    'a tool named like a connection problem',
    new ProtocolError(-32602, 'Tool Reconnect not found'),
    {},
    'VALIDATION_ERROR',
    { rpcCode: -32602, serverMessage: 'Tool Reconnect not found' },
  ],
  ['an unknown resource', new ProtocolError(-32002, 'No paper.'), {}, 'NOT_FOUND', { serverMessage: 'No paper.' }],
  [
    'an unknown prompt in the body of a 400',
    http('x'),
    { refusal: { status: 400, body: '{"error":{"code":-32602,"message":"No greet."}}' } },
    'VALIDATION_ERROR',
    { rpcCode: -32602, serverMessage: 'No greet.' },
  ],
  [
    'invalid params in the body of a 503',
    http('x'),
    { refusal: { status: 503, body: '{"error":{"code":-32602,"message":"Later."}}' } },
    'SERVER_UNREACHABLE',
    { httpStatus: 503, serverMessage: 'Later.' },
  ],
  ...[-32700, -32600, -32603, -32000, -32042, -1, 7].map(
    (code): [string, unknown, Given, string, Record<string, unknown>] => [
      `the JSON-RPC error ${code}`,
      new ProtocolError(code, 'Ink is out.'),
      {},
      'SERVER_UNREACHABLE',
      { rpcCode: code, serverMessage: 'Ink is out.' },
    ],
  ),
  ...['connect ECONNREFUSED 10.0.0.9:5432', 'fetch failed', 'The query timed out', 'socket hang up'].map(
    (words): [string, unknown, Given, string, Record<string, unknown>] => [
      `a JSON-RPC error with the words ${words}`,
      new ProtocolError(-32603, words),
      {},
      'SERVER_UNREACHABLE',
      { rpcCode: -32603, serverMessage: words, cause: 'rpc_error' },
    ],
  ),
  [
    'a refused initialize',
    new ProtocolError(-32602, 'Who are you?'),
    { phase: 'initialize' },
    'SERVER_UNREACHABLE',
    { serverMessage: 'Who are you?' },
  ],
  ['anything else', new Error('kaboom'), {}, 'INTERNAL_ERROR'],
  ['something that is not an error', 'kaboom', {}, 'INTERNAL_ERROR'],
])('%s', (_, error, given, code, details = {}) => {
  const problem = problemFor(error, given);
  expect(problem).toMatchObject({
    code,
    details: { serverId: 'srv_1', phase: given.phase ?? 'request', method: 'tools/call', elapsedMs: 12, ...details },
  });
});

test('an answered JSON-RPC error is not called a broken connection when its words are about one', () =>
  expect(problemFor(new ProtocolError(-32603, 'connect ECONNREFUSED 10.0.0.9:5432')).message).toBe(
    'Server "Printer" answered tools/call with JSON-RPC error -32603 (internal error).',
  ));

test('a message never quotes the server, nor do details show the query of its address', () => {
  const told = ['<html>stack at /srv/app.js:1', 'Error: hidden'].flatMap((body) => [
    problemFor(http(body), { refusal: { status: 500, body } }),
    problemFor(new ProtocolError(-32000, body)),
    problemFor(new Error(body)),
    problemFor(http(body), { refusal: { status: 401, body }, oauth: {} }),
  ]);
  const details = told.map(({ details: { serverMessage: _sentence, ...rest } = {} }) => rest);
  expect(JSON.stringify([told.map(({ message }) => message), details])).not.toMatch(/html|stack|hidden/);
});
