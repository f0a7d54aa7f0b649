import { maskDocument } from '@assay/inspect/mask';
import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { asksForToken } from '@assay/mcp/oauth/asks-for-token';
import { discoverOAuth, type OAuthDiscovery } from '@assay/mcp/oauth/discover';
import { publicUrl, type ServerTarget } from '@assay/mcp/target';
import type { Deps } from '../../deps.ts';
import { needsGrant, savedAuthMethod, type AuthMethod } from '../../domain/diagnosis/auth-method.ts';
import { findServer } from '../../flows/servers/find-server.ts';
import { isReachedFromHere, subjectOf } from '../../flows/inspections/inspect-server.ts';
import { findGrant } from '../../store/oauth-grants/oauth-grants.ts';

export const checkOAuth = (deps: Deps) =>
  handle(operations.checkOAuth, async (_caller, address) => {
    const server = await findServer(deps, address);
    const { target, mask } = subjectOf(deps, server);
    const saved = savedAuthMethod(server, target.headers ?? {});
    const mayPublish = (saved === undefined || needsGrant(saved)) && isReachedFromHere(server);
    const [{ resourceMetadata, faults }, isRefused, grant] = await Promise.all([
      mayPublish ? discoverOAuth(target) : NOTHING_PUBLISHED,
      saved === undefined && mayPublish && asksForToken(target),
      findGrant(deps.pool, server.id),
    ]);
    const effectiveAuthMethod = saved ?? publishedAuthMethod(target, isRefused || resourceMetadata !== undefined);
    return {
      useOAuth: server.useOauth,
      requiresAuthorization: needsGrant(effectiveAuthMethod),
      effectiveAuthMethod,
      serverUrl: publicUrl(target) || null,
      ...(resourceMetadata && faults.length > 0 && { faults: maskDocument(faults, mask) }),
      hasGrant: grant?.state === 'active',
      ...(grant?.expiresAt && { grantExpiresAt: grant.expiresAt.getTime() }),
    };
  });

const NOTHING_PUBLISHED: Pick<OAuthDiscovery, 'resourceMetadata' | 'faults'> = { faults: [] };

/** A server that publishes protected resource metadata, or refuses a request without a token, needs one. */
function publishedAuthMethod(target: ServerTarget, isAsked: boolean): AuthMethod {
  if (isAsked) return 'oauth';
  return Object.keys(target.headers ?? {}).length > 0 ? 'headers' : 'none';
}
