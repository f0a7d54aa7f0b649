import { SdkErrorCode } from '@modelcontextprotocol/client';
import type { Cause } from '@assay/contract/areas/diagnosis/cause';
import { reasons, type Problem } from '@assay/contract/problem';
import { BLOCKED_PORT } from '@assay/egress/refusal';
import type { SessionFailure } from './failure.ts';
import { challengeParameter } from '../oauth/challenge.ts';
import {
  CERTIFICATE_CAUSES,
  CONNECTION_LOST,
  METHOD_NOT_FOUND,
  NOT_DECODED,
  NOT_UTF8,
  NO_TLS,
  OTHER_ORIGIN,
  TIMEOUT_CODES,
  TOO_LARGE,
  UNSUPPORTED_VERSION,
} from './codes.ts';
import { answersWebPage, redirectCause, unreadableCause } from './answer-cause.ts';

const NOT_OFFERED = [SdkErrorCode.CapabilityNotSupported, SdkErrorCode.MethodNotSupportedByProtocolVersion];
const TLS_WANTED = /plain HTTP request was sent to HTTPS port|sent an HTTP request to an HTTPS server/i;
/** An answer to a request of ours: the client numbers its requests. */
const NUMBERED = /"id"\s*:\s*\d/;
/** The words with which SDKs and web servers refuse the Host header, against DNS rebinding. */
const HOST_REFUSED =
  /\bhost header\b|\b(invalid|blocked|disallowed) host\b|\bonly allowed at localhost\b|\bDNS rebinding\b/i;
const CREDENTIAL_HEADER = /auth|token|key|secret|cookie/i;

const has = ({ evidence }: SessionFailure, ...codes: string[]) => codes.some((code) => evidence.codes.has(code));
const hasLike = ({ evidence }: SessionFailure, pattern: RegExp) =>
  [...evidence.codes].some((code) => pattern.test(code));
const refused = ({ evidence }: SessionFailure, ...statuses: number[]) =>
  statuses.includes(evidence.refusal?.status ?? 0);
const refusalSays = ({ evidence }: SessionFailure, pattern: RegExp) => pattern.test(evidence.refusal?.body ?? '');
const challenged = ({ evidence }: SessionFailure, error: string) =>
  challengeParameter(evidence.refusal?.challenge, 'error') === error;
const isTimeout = (failure: SessionFailure) => has(failure, ...TIMEOUT_CODES);
const isOpen = ({ phase, evidence }: SessionFailure) => phase === 'request' || evidence.initialized !== undefined;
const isTls = ({ target }: SessionFailure) => target.url.startsWith('https:');

/** Whether a saved credential is sent to the server. */
const showsCredential = ({ target }: SessionFailure) =>
  target.tokens !== undefined || Object.keys(target.headers ?? {}).some((name) => CREDENTIAL_HEADER.test(name));

type Rule = [when: (failure: SessionFailure) => boolean, cause: Cause | ((failure: SessionFailure) => Cause)];

/** The first match wins: refusals, then JSON-RPC errors, then the network, then unreadable answers. */
const rules: Rule[] = [
  [(failure) => refused(failure, 403) && challenged(failure, 'insufficient_scope'), 'insufficient_scope'],
  [
    (failure) => refused(failure, 401) && (showsCredential(failure) || challenged(failure, 'invalid_token')),
    'token_refused',
  ],
  [({ evidence, oauth }) => evidence.authorizationRequired || oauth !== undefined, 'oauth_required'],
  [(failure) => refused(failure, 401), 'credentials_required'],
  [(failure) => refused(failure, 511), 'captive_portal'],
  [(failure) => refused(failure, 429), 'rate_limited'],
  [(failure) => /websocket/i.test(failure.evidence.refusal?.upgrade ?? ''), 'websocket_only'],
  [(failure) => refused(failure, 400) && refusalSays(failure, TLS_WANTED), 'tls_required'],
  [
    (failure) => refused(failure, 400) && isOpen(failure) && refusalSays(failure, /protocol.?version/i),
    'protocol_version_header_refused',
  ],
  [
    (failure) => refused(failure, 404) && isOpen(failure) && failure.evidence.rpcCode !== METHOD_NOT_FOUND,
    'session_lost',
  ],
  // The specification says 404. Many servers say 400, in an answer to no request of ours.
  [
    (failure) =>
      refused(failure, 400) &&
      isOpen(failure) &&
      refusalSays(failure, /\bsession\b/i) &&
      !refusalSays(failure, NUMBERED),
    'session_lost',
  ],
  [
    (failure) => refused(failure, 400, 403, 421) && !isOpen(failure) && refusalSays(failure, HOST_REFUSED),
    'host_refused',
  ],
  [
    (failure) => refused(failure, 403) || (refused(failure, 400) && failure.evidence.refusal?.challenge !== undefined),
    'forbidden',
  ],
  [
    ({ evidence }) => evidence.refusal?.location !== undefined && evidence.refusal.status < 400,
    ({ target, evidence }) => redirectCause(target.url, evidence.refusal!.location!),
  ],
  [(failure) => refused(failure, 502, 503, 504), 'gateway_error'],
  [({ evidence }) => (evidence.refusal?.status ?? 0) >= 500, 'server_error'],
  [refusesInitialized, 'initialized_refused'],
  // Frameworks answer paths without a handler with JSON-RPC errors, too.
  [(failure) => refused(failure, 404, 405, 410) && !isOpen(failure), 'wrong_path'],
  [({ evidence, phase }) => evidence.rpcCode === UNSUPPORTED_VERSION && phase !== 'request', versionCause],
  [({ evidence, phase }) => evidence.rpcCode === METHOD_NOT_FOUND && phase !== 'request', 'not_mcp'],
  [(failure) => failure.evidence.rpcCode === METHOD_NOT_FOUND || has(failure, ...NOT_OFFERED), 'not_supported'],
  [({ evidence, phase }) => evidence.rpcCode !== undefined && phase !== 'request', 'initialize_rejected'],
  [({ evidence }) => evidence.rpcCode !== undefined, 'rpc_error'],
  [({ evidence }) => evidence.refusal !== undefined, 'http_refused'],
  [({ evidence }) => /protocol version is not supported/.test(evidence.text), versionCause],

  [(failure) => hasLike(failure, /^(ENOTFOUND|EAI_\w+|ETIMEOUT)$/), 'name_not_resolved'],
  [(failure) => has(failure, 'UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT'), 'connect_timeout'],
  [(failure) => isTimeout(failure) && [undefined, 202].includes(failure.evidence.answer?.status), 'no_answer'],
  [isTimeout, 'answer_stalled'],
  [(failure) => has(failure, BLOCKED_PORT), 'port_forbidden'],
  [(failure) => has(failure, 'ECONNREFUSED'), 'connection_refused'],
  [(failure) => has(failure, 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'ENETDOWN', 'EHOSTDOWN'), 'no_route'],
  [
    ({ evidence }) => certificateCode(evidence.codes) !== undefined,
    ({ evidence }) => CERTIFICATE_CAUSES[certificateCode(evidence.codes)!]!,
  ],
  [
    (failure) =>
      has(failure, ...NO_TLS) ||
      NO_TLS.some((code) =>
        failure.evidence.text.includes(code.slice('ERR_SSL_'.length).toLowerCase().replaceAll('_', ' ')),
      ),
    'tls_not_spoken',
  ],
  [
    (failure) =>
      hasLike(failure, /^(EPROTO$|ERR_SSL_|ERR_TLS_|CERT_|UNABLE_TO_|CRL_)/) ||
      /before secure TLS connection/.test(failure.evidence.text),
    'tls_failed',
  ],
  [(failure) => has(failure, ...TOO_LARGE) || /too large/.test(failure.evidence.text), 'answer_too_large'],
  [(failure) => hasLike(failure, NOT_DECODED), 'answer_encoding_wrong'],
  [(failure) => has(failure, NOT_UTF8), 'answer_not_utf8'],
  [
    (failure) =>
      failure.evidence.answer !== undefined &&
      (hasLike(failure, CONNECTION_LOST) || failure.evidence.text.includes('terminated')),
    'answer_cut_off',
  ],
  [
    (failure) => has(failure, 'ECONNRESET', 'EPIPE', 'ECONNABORTED'),
    (failure) => (isTls(failure) && failure.phase === 'connect' ? 'tls_failed' : 'connection_reset'),
  ],
  [({ evidence }) => /does not match the HTTP\/1/.test(evidence.text), 'http_not_spoken'],
  [(failure) => hasLike(failure, CONNECTION_LOST) || /fetch failed/.test(failure.evidence.text), 'connection_closed'],

  [({ evidence }) => OTHER_ORIGIN.test(evidence.text), 'endpoint_elsewhere'],
  [(failure) => has(failure, SdkErrorCode.ListPaginationExceeded), 'list_endless'],
  [
    ({ evidence }) => answersWebPage(evidence.answer),
    ({ evidence }) => (/type=["']?password/i.test(evidence.answer?.body ?? '') ? 'login_page' : 'web_page'),
  ],
  [({ evidence }) => evidence.malformed, ({ evidence }) => unreadableCause(evidence)],
  [
    ({ target, evidence }) =>
      target.protocolVersion !== undefined && evidence.codes.has(SdkErrorCode.EraNegotiationFailed),
    'protocol_version_not_offered',
  ],
  [(failure) => has(failure, SdkErrorCode.EraNegotiationFailed), 'answer_off_protocol'],
];

/** The cause of a failed exchange, from its evidence. */
export function causeOf(failure: SessionFailure): Cause {
  if (failure.evidence.problem) return causeOfProblem(failure.evidence.problem);
  const cause = rules.find(([when]) => when(failure))?.[1] ?? 'unexplained';
  return typeof cause === 'function' ? cause(failure) : cause;
}

const CAUSE_OF_REASON: Record<string, Cause> = {
  [reasons.EGRESS_PROXY_FAILED]: 'proxy_failed',
  [reasons.EGRESS_REFUSED]: 'egress_refused',
  [reasons.TUNNEL_NOT_CONNECTED]: 'tunnel_not_connected',
  [reasons.TUNNEL_SERVER_UNREACHABLE]: 'tunnel_server_unreachable',
  [reasons.TUNNEL_OUT_OF_REACH]: 'tunnel_out_of_reach',
};

/** The cause of a Problem that was thrown in this process. */
export function causeOfProblem({ code, details }: Problem): Cause {
  const { cause, reason, strayLines } = details ?? {};
  // Stray output of a command explains a missing answer.
  if (strayLines !== undefined && (cause === 'no_answer' || cause === 'unexplained')) return 'command_output_invalid';
  if (typeof cause === 'string') return cause as Cause;
  const known = typeof reason === 'string' ? CAUSE_OF_REASON[reason] : undefined;
  if (known) return known;
  if (code === 'VALIDATION_ERROR') return 'egress_refused';
  if (code === 'OAUTH_REQUIRED') return 'grant_unusable';
  return code === 'FEATURE_NOT_SUPPORTED' ? 'not_supported' : 'unexplained';
}

/** The server answered `initialize` and refuses the notification with which the client ends the handshake. */
function refusesInitialized({ phase, method, evidence }: SessionFailure): boolean {
  return phase !== 'request' && method === 'notifications/initialized' && evidence.refusal !== undefined;
}

function versionCause({ target }: SessionFailure): Cause {
  return target.protocolVersion === undefined ? 'protocol_version_unknown' : 'protocol_version_not_offered';
}

const certificateCode = (codes: ReadonlySet<string>) =>
  [...codes].find((code) => CERTIFICATE_CAUSES[code] !== undefined);
