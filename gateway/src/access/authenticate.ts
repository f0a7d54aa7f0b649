import { AGENT_SCOPE, AGENT_TOKEN_PREFIX, type AgentGrant } from '@assay/contract/areas/agent/agent-grant';
import { type AuthenticateRequest, DirectoryService, type Principal } from '@assay/mesh/gen/assay/v1/catalog';
import { visitorTokensOf } from '@assay/contract/areas/visits/visitor-tokens';
import type { Audience } from '@assay/contract/areas/grants/documents';
import { ACCESS_TOKEN_PREFIX } from '@assay/contract/areas/grants/resources';
import { isScope } from '@assay/contract/areas/grants/scopes';
import { type Feature, features, noVisitProblem, operatorRefusal } from '@assay/contract/access';
import type { Operation } from '@assay/contract/operation';
import { Problem, forbidden, reasons } from '@assay/contract/problem';
import { isMistyped } from '@assay/kit/security/api-key';
import type { Channel } from '@assay/kit/rpc/client';
import { cookieName } from '@assay/kit/security/cookie';
import { isCsrfToken } from '@assay/kit/security/csrf';
import { hashOfSecret } from '@assay/kit/security/secret';
import { roleOf } from '@assay/kit/security/role';
import { idOfToken } from '@assay/kit/security/signed-token';
import { memoize } from '@assay/kit/concurrency/memoize';
import { ownOriginOf } from '../mcp/own-request.ts';
import type { ApiRequest, ApiHandler } from '../http/handler.ts';
import { LOOK_MS, credentialLookup, isOrphaned } from './credential-lookup.ts';
import type { RequestCredential, RequestPrincipal } from './request-credential.ts';
import { guessBuckets as newGuesses, localBuckets } from '../limits/local-buckets.ts';
import { OPERATOR_KEY_PREFIX, type OperatorKeys } from './operator-keys.ts';
import { isUpload, openUpload } from './opened-upload.ts';
import { SESSION_COOKIE, VISITOR_COOKIE, cookieOf } from '../http/request-fields.ts';
import { assertOwnHost } from '../http/own-host.ts';
import { clientNetwork } from '../http/client-address.ts';

export interface AuthenticationOptions {
  directory: Channel;
  /** The access version of cached answers. */
  accessVersion(): number | undefined;
  meshSecret: string;
  publicUrl: string;
  /** Whether repeated bad keys from one network are limited. */
  braked: boolean;
  /** Undefined where the installation has none. */
  operatorKeys: OperatorKeys | undefined;
}

const BEARER = /^bearer +((?:sk|oat|op)_[\w-]{1,247})$/i;
const AGENT_BEARER = new RegExp(`^bearer +${AGENT_TOKEN_PREFIX}([\\w-]{43,2048})$`, 'i');
const SESSION = /^[\w-]{43}$/;
const KNOWN_MS = 60_000;
const NO_HASH = Buffer.alloc(0);
/** Requests with a key of the operator at one gateway. A bundle for support takes about thirty. */
const OPERATOR_LIMIT = { perMinute: 600, burst: 200 };

/** The properties of an operation that decide how its caller is authenticated. */
type AuthenticatedOperation = Pick<Operation, 'access' | 'method' | 'path' | 'beside'> & {
  /** The API that an application's token must be for. */
  audience?: Audience;
  /** Whether the credential of an agent turn is accepted. */
  admitsAgents?: boolean;
};

/**
 * Makes the handler of an operation that authenticates the request's key or session; UNAUTHORIZED without a valid one.
 */
export function authenticate({
  directory,
  accessVersion,
  meshSecret,
  publicUrl,
  braked,
  operatorKeys,
}: AuthenticationOptions): (operation: AuthenticatedOperation) => ApiHandler {
  const guesses = braked ? newGuesses() : undefined;
  // Counted by each gateway alone: the operator has to see how things are while catalog and Postgres are away.
  const ofOperator = braked ? localBuckets(OPERATOR_LIMIT, "with the operator's key") : undefined;
  const principalOf = async (asked: AuthenticateRequest): Promise<RequestPrincipal> => {
    const principal = await directory.call(DirectoryService.authenticate, asked, { timeoutMs: LOOK_MS });
    return { ...principal, holder: holderOf(principal) };
  };
  const knownBy = (requestOf: (hash: Buffer) => AuthenticateRequest) =>
    credentialLookup<RequestPrincipal>((hash) => principalOf(requestOf(hash)), { accessVersion, ttlMs, guesses });
  const keys = knownBy((keyHash) => ({ keyHash }));
  const sessions = knownBy((sessionHash) => ({ keyHash: NO_HASH, sessionHash }));
  const applications = knownBy((tokenHash) => ({ keyHash: NO_HASH, tokenHash }));
  const agentHolders = memoize<RequestPrincipal>(
    (words) => {
      const [keyId = '', sessionId = ''] = words.split(' ');
      return principalOf({ keyHash: NO_HASH, ...(keyId ? { keyId } : { sessionId }) });
    },
    { max: 1_000, version: accessVersion, ttlMs },
  );
  const [sessionCookie, visitorCookie] = [SESSION_COOKIE, VISITOR_COOKIE].map((name) =>
    cookieName(name, publicUrl),
  ) as [string, string];

  /** The caller of an agent turn, looked up again, so that the turn loses what its caller loses. */
  const credentialOfAgent = async (agent: AgentGrant): Promise<RequestCredential> => {
    const { keyId = '', sessionId = '', userId, organizationId } = agent;
    const who = await agentHolders(`${keyId} ${sessionId}`);
    if (who.userId !== userId || who.organizationId !== organizationId)
      throw new Problem('UNAUTHORIZED', 'The caller of this agent turn has left its organization.');
    return { by: keyId ? 'key' : 'session', hash: `agent ${agent.turnId}`, who, agent };
  };

  /** The grant of an application's token: the command line's counts as a session, every other as a key. */
  const credentialOfApplication = async (
    req: ApiRequest,
    token: string,
    { audience, beside = false }: AuthenticatedOperation,
  ): Promise<RequestCredential> => {
    if (beside)
      throw new Problem('UNAUTHORIZED', 'An access token is for the API, and not for the pages of a browser.');
    const found = await applications(token, () => clientNetwork(req));
    if (found.refusal) throw found.refusal;
    const needed = audience ?? (ownOriginOf(req) ? 'mcp' : 'api');
    if (!found.who.audiences.includes(needed))
      throw new Problem('UNAUTHORIZED', 'The access token is for another address than this one (RFC 8707).');
    return { by: found.who.sessionId ? 'session' : 'key', ...found };
  };

  const credentialOfOperator = (req: ApiRequest, key: string): RequestCredential => {
    const network = clientNetwork(req);
    guesses?.hold(network);
    const keyId = operatorKeys?.find(key);
    if (keyId === undefined) {
      guesses?.take(network);
      throw new Problem(
        'UNAUTHORIZED',
        "The operator's key is not valid, or this installation has none (OPERATOR_KEY).",
      );
    }
    ofOperator?.take(keyId);
    return { by: 'operator', hash: keyId, who: { holder: { keyId, isOperator: true } } };
  };

  const credentialOf = async (req: ApiRequest, operation: AuthenticatedOperation): Promise<RequestCredential> => {
    const key = keyOf(req);
    if (key?.startsWith(OPERATOR_KEY_PREFIX)) return credentialOfOperator(req, key);
    if (key?.startsWith(ACCESS_TOKEN_PREFIX)) return credentialOfApplication(req, key, operation);
    const writes = operation.method !== 'GET';
    const token = key === undefined ? tokenOf(req, sessionCookie) : undefined;
    if (key === undefined && token === undefined)
      throw new Problem('UNAUTHORIZED', 'Send an API key or an access token: `Authorization: Bearer …`.');
    const network = () => clientNetwork(req);
    const found = await (key === undefined ? sessions(token!, network) : keys(key, network));
    if (found.refusal && !isOrphaned(found.refusal))
      throw key !== undefined && found.refusal.details === undefined && isMistyped(key) ? mistyped() : found.refusal;
    if (token !== undefined && writes && !isCsrfToken(meshSecret, token, String(req.headers['x-csrf-token'])))
      throw withoutCsrfToken();
    return { by: key === undefined ? 'session' : 'key', ...found };
  };

  const ofNobody = (operation: AuthenticatedOperation): ApiHandler => {
    if (isUpload(operation)) return openUpload(meshSecret);
    return operation.method !== 'GET' && operation.beside ? sameOrigin(publicUrl) : (_req, _res, next) => next();
  };

  /** Reads the cookie alone: a key or a session is no visitor. */
  const ofVisitor = ({ method }: AuthenticatedOperation): ApiHandler => {
    const assertOrigin = method === 'GET' ? undefined : sameOrigin(publicUrl);
    return (req, res, next) => {
      assertOrigin?.(req, res, () => undefined);
      const tokens = visitorTokensOf(cookieOf(req, visitorCookie));
      if (tokens.length === 0 || req.headers.authorization !== undefined) throw noVisitProblem();
      const hashes = tokens.map((token) => hashOfSecret(token).toString('base64'));
      res.locals.credential = { by: 'visitor', hash: hashes.join(' ') };
      next();
    };
  };

  return (operation) => {
    if (operation.access === 'public') return ofNobody(operation);
    if (operation.access === 'visitor') return ofVisitor(operation);
    return async (req, res, next) => {
      res.locals.accessVersion = accessVersion();
      const agent = operation.admitsAgents ? agentOf(req, meshSecret) : ownOriginOf(req)?.agent;
      res.locals.credential = agent ? await credentialOfAgent(agent) : await credentialOf(req, operation);
      next();
    };
  };
}

/** Admits every authenticated caller, with the rights that the credential alone gives. */
export const admitHolder: ApiHandler = (_req, { locals }, next) => {
  const { refusal, who } = locals.credential;
  if (refusal) throw refusal;
  if (!who) throw noVisitProblem();
  if (who.holder.isOperator) throw operatorRefusal();
  locals.caller = { ...who.holder, requestId: locals.requestId };
  next();
};

/** The grant of the agent turn whose credential the request has; undefined without one. */
function agentOf({ headersDistinct }: ApiRequest, meshSecret: string): AgentGrant | undefined {
  const [sent = '', ...more] = headersDistinct.authorization ?? [];
  const token = more.length === 0 ? AGENT_BEARER.exec(sent)?.[1] : undefined;
  if (token === undefined) return undefined;
  const grant = idOfToken(meshSecret, AGENT_SCOPE, token, Date.now());
  if (grant === undefined) throw new Problem('UNAUTHORIZED', 'The credential of the agent turn is forged or expired.');
  return JSON.parse(grant) as AgentGrant;
}

/** The key of the request; undefined without an Authorization header. */
function keyOf({ headers: { authorization }, headersDistinct }: ApiRequest): string | undefined {
  if (authorization === undefined) return undefined;
  // Node shows only the first of several, and a proxy before us may have checked another.
  if (headersDistinct.authorization?.length !== 1) throw new Problem('UNAUTHORIZED', 'Send one Authorization header.');
  const key = BEARER.exec(authorization)?.[1];
  if (key === undefined)
    throw new Problem('UNAUTHORIZED', 'Send an API key or an access token: `Authorization: Bearer …`.');
  return key;
}

function tokenOf(req: ApiRequest, cookie: string): string | undefined {
  const token = cookieOf(req, cookie);
  return SESSION.test(token) ? token : undefined;
}

const mistyped = () =>
  new Problem('UNAUTHORIZED', 'The API key is mistyped: its last characters do not fit those before.', {
    reason: reasons.MISTYPED_KEY,
  });
const withoutCsrfToken = () =>
  forbidden("Send the session's X-CSRF-Token, as `GET /auth/session` tells it.", { reason: reasons.CSRF_TOKEN_NEEDED });

const ttlMs = ({ expiresAtMs }: Principal): number =>
  expiresAtMs ? Math.min(KNOWN_MS, expiresAtMs - Date.now()) : KNOWN_MS;

function holderOf({
  organizationId,
  userId,
  keyId,
  sessionId,
  organizationRole,
  features: on,
  scopes,
  audiences,
}: Principal): RequestPrincipal['holder'] {
  const role = organizationRole && roleOf(organizationRole);
  return {
    userId,
    features: on.filter(isFeature),
    ...(organizationId && { organizationId }),
    ...(keyId && { keyId }),
    ...(sessionId && { sessionId }),
    ...(role && { organizationRole: role }),
    ...(audiences.length > 0 && { scopes: scopes.filter(isScope) }),
  };
}

const isFeature = (word: string): word is Feature => Object.hasOwn(features, word);

/**
 * Refuses requests that a page of another site sends from a browser. Programs send no Origin header. A caller that uses
 * another name of this machine still uses the same scheme.
 */
export function sameOrigin(publicUrl: string): ApiHandler {
  const own = new URL(publicUrl);
  const assertHost = assertOwnHost(publicUrl);
  return ({ headers: { origin, host } }, _res, next) => {
    assertHost(host);
    const isOwn = origin === undefined || origin === own.origin || origin === `${own.protocol}//${host}`;
    if (!isOwn) throw forbidden('This can only be sent by a page of this installation.');
    next();
  };
}
