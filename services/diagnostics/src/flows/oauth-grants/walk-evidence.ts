import { given } from '@assay/contract/given';
import { Problem } from '@assay/contract/problem';
import { maskDocument } from '@assay/inspect/mask';
import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import type { AnswerToStranger } from '@assay/mcp/oauth/ask-without-token';
import { discoverOAuth } from '@assay/mcp/oauth/discover';
import type { DocumentExchange } from '@assay/mcp/oauth/document-fetch';
import { offeredScopes } from '@assay/mcp/oauth/scopes';
import { publicUrl } from '@assay/mcp/target';
import type { Deps } from '../../deps.ts';
import type { SeenExchange, SeenFirstCall, SeenGrant, WalkEvidence } from '../../domain/oauth-walk/walk-evidence.ts';
import { openSecrets, savedClient } from '../../store/oauth-grants/grant-secrets.ts';
import { findGrant } from '../../store/oauth-grants/oauth-grants.ts';
import { listTokenRequests } from '../../store/oauth-grants/token-requests.ts';
import { inspectSaved, subjectOf } from '../inspections/inspect-server.ts';
import { clientMetadataUrl } from '../server-connections/authorization-context.ts';

/** Everything that a walk to a server sees, after its answer to a request without a token. */
export async function gatherWalk(
  deps: Deps,
  server: SavedServer,
  challenge: AnswerToStranger,
  isFromOrigin: boolean,
): Promise<WalkEvidence> {
  const { target, mask } = subjectOf(deps, server);
  const exchanges: Record<'resource' | 'server', SeenExchange[]> = { resource: [], server: [] };
  const [discovery, grant] = await Promise.all([
    discoverOAuth(
      {
        url: target.url,
        egress: target.egress,
        isFromOrigin,
        seen: (whose, exchange) => exchanges[whose].push(seenExchange(exchange)),
      },
      given({ resourceMetadataUrl: challenge.resourceMetadataUrl, scope: challenge.scope }),
    ),
    seenGrant(deps, server),
  ]);
  const firstCall = grant && !grant.isLost ? await callFirst(deps, server) : undefined;
  return maskDocument(
    {
      url: publicUrl(target),
      challenge,
      faults: discovery.faults,
      toResource: exchanges.resource,
      toServer: exchanges.server,
      ...given({ authorizationServer: discovery.authorizationServerUrl, grant, firstCall }),
      isServerKnown: discovery.authorizationServerMetadata !== undefined,
      scopesOffered: offeredScopes(discovery),
      client: {
        isSaved: savedClient(server, deps.keyEncryptionKey) !== undefined,
        hasMetadataDocument: clientMetadataUrl(deps).startsWith('https:'),
      },
    },
    mask,
  );
}

function seenExchange({ url, status, body, durationMs }: DocumentExchange): SeenExchange {
  const document = body && jsonObject(body.toString());
  return { url, durationMs, ...given({ status, document, bytes: body?.byteLength }) };
}

function jsonObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

async function seenGrant({ pool, keyEncryptionKey }: Deps, { id }: SavedServer): Promise<SeenGrant | undefined> {
  const [grant, requests] = await Promise.all([findGrant(pool, id), listTokenRequests(pool, id)]);
  if (!grant) return undefined;
  const { grantType, origin, expiresAt, now, authority, lastError } = grant;
  const last = requests.find(({ error }) => error === null);
  return {
    kind: grantType,
    isLost: grant.state === 'lost',
    isExpired: expiresAt !== null && expiresAt <= now,
    canRenew: grantType === 'client_credentials' || openSecrets(grant, keyEncryptionKey).refreshToken !== undefined,
    isImported: origin.isImported === true,
    scopes: grant.scopes,
    ...given({
      lifeMs: last?.lifeMs ?? undefined,
      requestMs: last?.durationMs ?? undefined,
      resource: authority.resource,
      error: lastError?.message,
    }),
  };
}

/** The tools that the server lists for the token of its grant. */
async function callFirst(deps: Deps, server: SavedServer): Promise<SeenFirstCall> {
  const startedAt = performance.now();
  const took = () => ({ durationMs: performance.now() - startedAt });
  try {
    const bytes = await inspectSaved(deps, server, 'listTools', {});
    const { items } = JSON.parse(Buffer.from(bytes).toString()) as { items: unknown[] };
    return { tools: items.length, ...took() };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { problem: error.message, ...took() };
  }
}
