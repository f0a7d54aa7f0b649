import { AGENT_SCOPE, AGENT_TOKEN_PREFIX, type AgentGrant } from '@assay/contract/areas/agent/agent-grant';
import { Problem } from '@assay/contract/problem';
import { memoize } from '@assay/kit/concurrency/memoize';
import { idOfToken } from '@assay/kit/security/signed-token';
import type { ApiRequest } from '../../http/handler.ts';
import type { RequestCredential, RequestPrincipal } from '../request-credential.ts';
import { NO_HASH, cachedMsOf, type PrincipalLookup } from './principal-lookup.ts';

const BEARER = new RegExp(`^bearer +${AGENT_TOKEN_PREFIX}([\\w-]{43,2048})$`, 'i');
/** The most callers of agent turns in the cache. */
const MAX_HOLDERS = 1_000;

/** Authenticates agent turns by their callers, who are looked up again, so that a turn loses what its caller loses. */
export function agentCredentials({ principalOf }: PrincipalLookup, accessVersion: () => number | undefined) {
  const holders = memoize<RequestPrincipal>(
    (words) => {
      const [keyId = '', sessionId = ''] = words.split(' ');
      return principalOf({ keyHash: NO_HASH, ...(keyId ? { keyId } : { sessionId }) });
    },
    { max: MAX_HOLDERS, version: accessVersion, ttlMs: cachedMsOf },
  );
  return async (agent: AgentGrant): Promise<RequestCredential> => {
    const { keyId = '', sessionId = '', userId, organizationId } = agent;
    const who = await holders(`${keyId} ${sessionId}`);
    if (who.userId !== userId || who.organizationId !== organizationId)
      throw new Problem('UNAUTHORIZED', 'The caller of this agent turn has left its organization.');
    return { by: keyId ? 'key' : 'session', hash: `agent ${agent.turnId}`, who, agent };
  };
}

/** The grant of the agent turn whose credential the request has; undefined without one. */
export function agentGrantOf({ headersDistinct }: ApiRequest, meshSecret: string): AgentGrant | undefined {
  const [sent = '', ...more] = headersDistinct.authorization ?? [];
  const token = more.length === 0 ? BEARER.exec(sent)?.[1] : undefined;
  if (token === undefined) return undefined;
  const grant = idOfToken(meshSecret, AGENT_SCOPE, token, Date.now());
  if (grant === undefined) throw new Problem('UNAUTHORIZED', 'The credential of the agent turn is forged or expired.');
  return JSON.parse(grant) as AgentGrant;
}
