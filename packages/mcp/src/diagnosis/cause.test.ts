import { given } from '@assay/contract/given';
import { ProtocolError, SdkError, SdkErrorCode, UnauthorizedError } from '@modelcontextprotocol/client';
import { Cause } from '@assay/contract/areas/diagnosis/cause';
import { Problem } from '@assay/contract/problem';
import { openEgress } from '@assay/egress/egress';
import { impossibleStatusProblem } from '@assay/egress/refusal';
import { ONE_MACHINE_EGRESS } from '@assay/egress/settings';
import { evidenceOf } from './evidence.ts';
import type { WireExchange } from '../transport/exchange.ts';
import type { HttpAnswer } from '../transport/answer.ts';
import type { SessionFailure } from './failure.ts';
import { toProblem } from './to-problem.ts';
import { causeOf } from './cause.ts';
import { diagnoseCause, explainedProblem } from './diagnosis.ts';

interface Given {
  answer?: HttpAnswer;
  exchange?: Pick<WireExchange, 'method' | 'result'>;
  target?: Partial<SessionFailure['target']>;
  phase?: SessionFailure['phase'];
  oauth?: SessionFailure['oauth'];
}

const failure = (
  error: unknown,
  { answer, exchange, target, phase = 'initialize', oauth }: Given = {},
): SessionFailure => ({
  target: {
    serverId: 'srv_1',
    serverName: 'Printer',
    egress: openEgress(ONE_MACHINE_EGRESS),
    url: 'https://user.example/mcp?key=hidden',
    ...target,
  },
  phase,
  method: 'initialize',
  elapsedMs: 12.4,
  evidence: evidenceOf(error, answer, exchange),
  ...given({ oauth }),
});

const broken = (code: string, message = 'why') =>
  Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error(message), { code }) });
const refused = new SdkError(SdkErrorCode.ClientHttpNotImplemented, 'Error POSTing to endpoint');
const timedOut = new SdkError(SdkErrorCode.RequestTimeout, 'x');
const opened = { method: 'initialize', result: '{"protocolVersion":"2025-06-18"}' };
const key = { headers: { 'X-Api-Key': 'k' } };

test.each<[string, unknown, Given, string]>([
  ['no network that leads there', broken('ENETUNREACH'), {}, 'no_route'],
  ['no way to the host', broken('EHOSTUNREACH'), {}, 'no_route'],
  ['a resolver that is down', broken('EAI_AGAIN'), {}, 'name_not_resolved'],
  ['a resolver that says nothing', broken('ETIMEOUT'), {}, 'name_not_resolved'],
  ['headers without an end', broken('UND_ERR_HEADERS_OVERFLOW'), {}, 'answer_too_large'],
  ['packets that are dropped', broken('UND_ERR_CONNECT_TIMEOUT'), {}, 'connect_timeout'],
  ['a clock that is slow', broken('CERT_NOT_YET_VALID'), {}, 'certificate_not_yet_valid'],
  ['an unknown root certificate', broken('SELF_SIGNED_CERT_IN_CHAIN'), {}, 'certificate_unknown_issuer'],
  ['no version of TLS in common', broken('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION'), {}, 'tls_failed'],
  [
    'plain HTTP, as older libraries say it',
    broken('EPROTO', 'write EPROTO error:ssl3_get_record:wrong version number'),
    {},
    'tls_not_spoken',
  ],
  [
    'a web server that says that it wants TLS',
    refused,
    { answer: { status: 400, body: '400 The plain HTTP request was sent to HTTPS port' } },
    'tls_required',
  ],
  [
    'an egress policy, however it is wrapped',
    new SdkError(SdkErrorCode.EraNegotiationFailed, 'x', undefined, {
      cause: new Problem('SERVER_UNREACHABLE', 'No.', { reason: 'EGRESS_REFUSED' }),
    }),
    {},
    'egress_refused',
  ],
  ['a status that HTTP does not know', impossibleStatusProblem('printer.example', 999), {}, 'http_refused'],
  ['a proxy of ours', new Problem('SERVER_UNREACHABLE', 'No.', { reason: 'EGRESS_PROXY_FAILED' }), {}, 'proxy_failed'],
  [
    'a tunnel without its other end',
    new Problem('SERVER_UNREACHABLE', 'No.', { reason: 'TUNNEL_NOT_CONNECTED' }),
    {},
    'tunnel_not_connected',
  ],
  [
    'a tunnel to nothing',
    new Problem('SERVER_UNREACHABLE', 'No.', { reason: 'TUNNEL_SERVER_UNREACHABLE' }),
    {},
    'tunnel_server_unreachable',
  ],
  [
    'what no tunnel leads to',
    new Problem('SERVER_UNREACHABLE', 'No.', { reason: 'TUNNEL_OUT_OF_REACH' }),
    {},
    'tunnel_out_of_reach',
  ],
  ['a 426 that wants no WebSocket', refused, { answer: { status: 426, upgrade: 'TLS/1.2' } }, 'http_refused'],
  [
    'a 404 before it that is written as JSON-RPC',
    refused,
    { answer: { status: 404, body: '{"error":{"code":-32001}}' } },
    'wrong_path',
  ],
  ['a grant that is used up', new Problem('OAUTH_REQUIRED', 'Gone.'), {}, 'grant_unusable'],
  ['what the client itself calls for', new UnauthorizedError(), {}, 'oauth_required'],
  ['OAuth behind a bare 401', refused, { answer: { status: 401 }, oauth: {} }, 'oauth_required'],
  ['OAuth that does not take our key', refused, { answer: { status: 401 }, oauth: {}, target: key }, 'token_refused'],
  [
    'a token that the challenge calls invalid',
    refused,
    { answer: { status: 401, challenge: 'Bearer error="invalid_token"' } },
    'token_refused',
  ],
  [
    'a header that only routes',
    refused,
    { answer: { status: 401 }, target: { headers: { 'X-Tenant': 'a' } } },
    'credentials_required',
  ],
  ['a 404 in a session', refused, { answer: { status: 404 }, phase: 'request' }, 'session_lost'],
  ['a 404 after the answer to initialize', refused, { answer: { status: 404 }, exchange: opened }, 'session_lost'],
  [
    'a 400 about the session',
    refused,
    {
      answer: { status: 400, body: '{"id":null,"error":{"code":-32000,"message":"No valid session ID"}}' },
      phase: 'request',
    },
    'session_lost',
  ],
  [
    'a 400 in an answer to the request',
    refused,
    {
      answer: { status: 400, body: '{"id":3,"error":{"code":-32602,"message":"session is missing"}}' },
      phase: 'request',
    },
    'rpc_error',
  ],
  [
    'a Host header that an SDK does not admit',
    refused,
    { answer: { status: 403, body: '{"error":{"code":-32000,"message":"Invalid Host: assay.example"}}' } },
    'host_refused',
  ],
  [
    'a Host header in a misdirected request',
    refused,
    { answer: { status: 421, body: 'Invalid Host header' } },
    'host_refused',
  ],
  [
    'a 403 about something else',
    refused,
    { answer: { status: 403, body: 'This host is closed to you.' } },
    'forbidden',
  ],
  ['a 404 before it', refused, { answer: { status: 404 } }, 'wrong_path'],
  [
    'a 404 that says method not found',
    refused,
    { answer: { status: 404, body: '{"error":{"code":-32601}}' }, phase: 'request' },
    'not_supported',
  ],
  [
    'a 500 with a JSON-RPC error in it',
    refused,
    { answer: { status: 500, body: '{"error":{"code":-32603}}' } },
    'server_error',
  ],
  [
    'revisions that have none in common',
    new ProtocolError(-32022, 'x', { supported: ['1999-01-01'] }),
    {},
    'protocol_version_unknown',
  ],
  ['an error of a request', new ProtocolError(-32602, 'x'), { phase: 'request' }, 'rpc_error'],
  [
    'a redirect to a name that sounds like signing in',
    refused,
    { answer: { status: 302, location: 'https://sso.corp.example/start' } },
    'login_page',
  ],
  [
    "a redirect to a cloud's metadata",
    refused,
    { answer: { status: 307, location: 'http://metadata.google.internal/' } },
    'redirected_to_metadata',
  ],
  [
    "a redirect to another cloud's",
    refused,
    { answer: { status: 307, location: 'http://metadata.packet.net./' } },
    'redirected_to_metadata',
  ],
  [
    'a redirect to such an address in other clothes',
    refused,
    { answer: { status: 307, location: 'http://[::ffff:169.254.169.254]/' } },
    'redirected_to_metadata',
  ],
  [
    "a redirect to where only a cloud's machines lie",
    refused,
    { answer: { status: 307, location: 'http://168.63.129.16/' } },
    'redirected_to_metadata',
  ],
  ['silence', timedOut, {}, 'no_answer'],
  ['an answer that has begun', timedOut, { answer: { status: 200 } }, 'answer_stalled'],
  ['a connection that was lost in an answer', broken('UND_ERR_SOCKET'), { answer: { status: 200 } }, 'answer_cut_off'],
  ['nothing that is known', new Error('kaboom'), {}, 'unexplained'],
])('%s', (_, error, given, cause) => expect(causeOf(failure(error, given))).toBe(cause));

test('stray lines explain why a command does not answer, and not why it refuses', () => {
  const problem = (cause: string) => explainedProblem(new Problem('TIMEOUT', 'No.', { cause, strayLines: 3 }));
  expect(problem('no_answer').details).toMatchObject({
    cause: 'command_output_invalid',
    nextStep: expect.any(String) as string,
  });
  expect(problem('rpc_error').details).toMatchObject({ cause: 'rpc_error' });
});

test('a problem without a known cause stays as it is', () => {
  const problem = new Problem('INTERNAL_ERROR', 'Hm.', { pages: 3 });
  expect(explainedProblem(problem)).toBe(problem);
});

test.each((Cause as unknown as { enum: Cause[] }).enum)(
  '%s is explained in whole sentences, also without facts',
  (cause) => {
    const { explanation, nextStep } = diagnoseCause(cause, { url: 'https://printer.example/mcp' });
    for (const text of [explanation, nextStep]) {
      expect(text).toMatch(/^\S.{15,}\.$/s);
      expect(text).not.toMatch(/undefined|NaN|[^/]null\b|\s{2}|\s[.,)]|\(\)/);
    }
  },
);

test("neither cause nor next step show the query of an address or the server's words", () => {
  const { message, details } = toProblem(
    failure(refused, { answer: { status: 307, location: 'https://other.example/v2?key=hidden', body: 'hidden' } }),
  );
  expect(JSON.stringify([message, details])).not.toContain('hidden');
  expect(details).toMatchObject({
    cause: 'redirected',
    nextStep: expect.stringContaining('https://other.example/v2') as string,
  });
});
