import { ACCESS_TOKEN_PREFIX } from '@assay/contract/areas/grants/resources';
import type { Channel } from '@assay/kit/rpc/client';
import type { ApiHandler, ApiRequest } from '../http/handler.ts';
import { guessBuckets } from '../limits/local-buckets.ts';
import { ownOriginOf } from '../mcp/own-request.ts';
import { agentCredentials, agentGrantOf } from './credentials/agent-credential.ts';
import { apiKeyCredentials } from './credentials/api-key-credential.ts';
import { applicationCredentials } from './credentials/application-credential.ts';
import { bearerOf, noCredentialProblem } from './credentials/bearer.ts';
import { operatorCredentials } from './credentials/operator-credential.ts';
import { principalLookup, type AuthenticatedOperation } from './credentials/principal-lookup.ts';
import { sessionCredentials } from './credentials/session-credential.ts';
import { visitorCredentials } from './credentials/visitor-credential.ts';
import { isUpload, openUpload } from './opened-upload.ts';
import { OPERATOR_KEY_PREFIX, type OperatorKeys } from './operator-keys.ts';
import type { RequestCredential } from './request-credential.ts';
import { sameOrigin } from './same-origin.ts';

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
  const guesses = braked ? guessBuckets() : undefined;
  const principals = principalLookup({ directory, accessVersion, guesses });
  const ofOperator = operatorCredentials({ operatorKeys, guesses });
  const ofApplication = applicationCredentials(principals);
  const ofApiKey = apiKeyCredentials(principals);
  const ofSession = sessionCredentials(principals, { meshSecret, publicUrl });
  const ofAgent = agentCredentials(principals, accessVersion);
  const ofVisitor = visitorCredentials(publicUrl);
  const assertOrigin = sameOrigin(publicUrl);

  const credentialOf = async (req: ApiRequest, operation: AuthenticatedOperation): Promise<RequestCredential> => {
    const bearer = bearerOf(req);
    if (bearer?.startsWith(OPERATOR_KEY_PREFIX)) return ofOperator(req, bearer);
    if (bearer?.startsWith(ACCESS_TOKEN_PREFIX)) return ofApplication(req, bearer, operation);
    if (bearer !== undefined) return ofApiKey(req, bearer);
    const session = await ofSession(req, operation);
    if (!session) throw noCredentialProblem();
    return session;
  };

  const forPublic = (operation: AuthenticatedOperation): ApiHandler => {
    if (isUpload(operation)) return openUpload(meshSecret);
    return operation.method !== 'GET' && operation.beside ? assertOrigin : (_req, _res, next) => next();
  };

  const forVisitors =
    ({ method }: AuthenticatedOperation): ApiHandler =>
    (req, res, next) => {
      if (method !== 'GET') assertOrigin(req, res, () => undefined);
      res.locals.credential = ofVisitor(req);
      next();
    };

  return (operation) => {
    if (operation.access === 'public') return forPublic(operation);
    if (operation.access === 'visitor') return forVisitors(operation);
    return async (req, res, next) => {
      res.locals.accessVersion = accessVersion();
      const agent = operation.admitsAgents ? agentGrantOf(req, meshSecret) : ownOriginOf(req)?.agent;
      res.locals.credential = agent ? await ofAgent(agent) : await credentialOf(req, operation);
      next();
    };
  };
}
