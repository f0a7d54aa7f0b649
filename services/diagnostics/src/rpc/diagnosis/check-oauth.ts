import { maskDocument } from '@assay/inspect/mask';
import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
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
    const [{ resourceMetadata, faults }, grant] = await Promise.all([
      mayPublish ? discoverOAuth(target) : NOTHING_PUBLISHED,
      findGrant(deps.pool, server.id),
    ]);
    const effectiveAuthMethod = saved ?? publishedAuthMethod(target, resourceMetadata !== undefined);
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

/** A server that publishes protected resource metadata needs a token. */
function publishedAuthMethod(target: ServerTarget, hasResourceMetadata: boolean): AuthMethod {
  if (hasResourceMetadata) return 'oauth';
  return Object.keys(target.headers ?? {}).length > 0 ? 'headers' : 'none';
}
