import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { asksForToken } from '@assay/mcp/oauth/asks-for-token';
import { discoverOAuth } from '@assay/mcp/oauth/discover';
import { publicUrl, type ServerTarget } from '@assay/mcp/target';
import type { Deps } from '../../deps.ts';
import { needsGrant, savedAuthMethod, type AuthMethod } from '../../domain/diagnosis/auth-method.ts';
import { findServer } from '../../flows/servers/find-server.ts';
import { isReachedFromHere, subjectOf } from '../../flows/inspections/inspect-server.ts';
import { findGrant } from '../../store/oauth-grants/oauth-grants.ts';

export const checkOAuth = (deps: Deps) =>
  handle(operations.checkOAuth, async (_caller, address) => {
    const server = await findServer(deps, address);
    const { target } = subjectOf(deps, server);
    const saved = savedAuthMethod(server, target.headers ?? {});
    const [effectiveAuthMethod, grant] = await Promise.all([
      saved ?? publishedAuthMethod(target, isReachedFromHere(server)),
      findGrant(deps.pool, server.id),
    ]);
    return {
      useOAuth: server.useOauth,
      requiresAuthorization: needsGrant(effectiveAuthMethod),
      effectiveAuthMethod,
      serverUrl: publicUrl(target) || null,
      hasGrant: grant?.state === 'active',
      ...(grant?.expiresAt && { grantExpiresAt: grant.expiresAt.getTime() }),
    };
  });

/** A server that publishes protected resource metadata, or refuses a request without one, needs a token. */
async function publishedAuthMethod(target: ServerTarget, isReached: boolean): Promise<AuthMethod> {
  if (isReached) {
    const [{ resourceMetadata }, isAsked] = await Promise.all([discoverOAuth(target), asksForToken(target)]);
    if (resourceMetadata || isAsked) return 'oauth';
  }
  return Object.keys(target.headers ?? {}).length > 0 ? 'headers' : 'none';
}
