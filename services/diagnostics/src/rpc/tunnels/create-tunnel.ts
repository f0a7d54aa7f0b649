import { randomBytes } from 'node:crypto';
import { DirectoryService, type SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import { operations } from '@assay/contract/operations';
import { invalid, Problem } from '@assay/contract/problem';
import type { Db } from '@assay/kit/postgres/db';
import { callOperation } from '@assay/kit/rpc/call-operation';
import { handle } from '@assay/kit/rpc/handle';
import { hashOfSecret, newSecret } from '@assay/kit/security/secret';
import { renewTunnel } from '../../actions/tunnels/renew-tunnel.ts';
import type { Deps } from '../../deps.ts';
import { findGrant } from '../../store/oauth-grants/oauth-grants.ts';
import { findTunnel } from '../../store/tunnels/tunnels.ts';

/** How long a token opens connections, in milliseconds; whoever may make tunnels makes another one. */
const TOKEN_MS = 24 * 60 * 60_000;
/** Who meets a server of the name that was not there a moment ago looks again. */
const ATTEMPTS = 3;

export const createTunnel = (deps: Deps) =>
  handle(operations.createTunnel, async ({ organizationId, userId, keyId, sessionId }, { projectId }, { name }) => {
    const { catalog, pool, publicUrl } = deps;
    const { serverId, slug: chosen, ...before } = await leadServer(deps, projectId, name, userId!);
    const connectToken = newSecret('tt_');
    const write = {
      serverId,
      projectId,
      slug: chosen,
      organizationId: organizationId!,
      createdBy: userId!,
      keyId,
      sessionId,
      tokenHash: hashOfSecret(connectToken),
      tokenTtlMs: TOKEN_MS,
    };
    const { slug, secretVersion, tokenExpiresAt } = await renewTunnel(pool, write);
    // Somebody made the same tunnel at the same moment, and was first.
    if (slug !== chosen)
      await callOperation(
        catalog,
        operations.updateProjectServer,
        { projectId, serverId },
        addressed(addressOf(publicUrl, slug)),
      );
    return {
      serverId,
      name,
      ...before,
      slug,
      url: addressOf(publicUrl, slug),
      connectToken,
      connectTokenExpiresAt: tokenExpiresAt.getTime(),
      relayWsUrl: `${publicUrl.replace(/^http/, 'ws')}/api/v1/tunnels/connect`,
      secretVersion,
    };
  });

const addressOf = (publicUrl: string, slug: string) => `${publicUrl}/tunnels/${slug}`;
const addressed = (url: string) => ({ transportType: 'http' as const, url });
const newSlug = () => randomBytes(16).toString('hex');

interface Led {
  serverId: string;
  slug: string;
  existed: boolean;
  previousUrl?: string;
  previousTransportType?: string;
}

/** Has the saved server of that name lead through a tunnel. The address is written first: a token for a server that leads elsewhere is none. */
async function leadServer(deps: Deps, projectId: string, name: string, userId: string): Promise<Led> {
  const { catalog, pool, publicUrl } = deps;
  for (let attempt = 1; ; attempt++) {
    const { servers } = await catalog.call(DirectoryService.resolveServers, {
      projectId,
      serverIds: [name],
      orNames: true,
    });
    const existing = servers.find((server) => server.name === name);
    if (existing) {
      const tunnel = await findTunnel(pool, projectId, existing.id);
      // Whoever holds the machine behind the tunnel is sent them, which only who saved them here may choose.
      if (tunnel?.createdBy !== userId && (await hasCredentials(pool, existing))) throw refusal();
      const slug = tunnel?.slug ?? newSlug();
      return {
        serverId: existing.id,
        slug,
        existed: true,
        ...(await movedTo(deps, existing, addressOf(publicUrl, slug))),
      };
    }
    const slug = newSlug();
    try {
      const input = { ...addressed(addressOf(publicUrl, slug)), name, enabled: true };
      const { id } = await callOperation(catalog, operations.createProjectServer, { projectId }, input);
      return { serverId: id, slug, existed: false };
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'CONFLICT' || attempt === ATTEMPTS) throw error;
    }
  }
}

/** Where the server was before it was moved; nothing for one that is there already. */
async function movedTo(
  { catalog }: Deps,
  { id: serverId, projectId, url: previousUrl, transport }: SavedServer,
  url: string,
): Promise<{ previousUrl?: string; previousTransportType?: string }> {
  if (previousUrl === url) return {};
  try {
    await callOperation(catalog, operations.updateProjectServer, { projectId, serverId }, addressed(url));
  } catch (error) {
    // Saved credentials are for the origin that they were saved with: nobody gets them by moving the server to a machine of their own.
    if (error instanceof Problem && error.code === 'VALIDATION_ERROR') throw refusal();
    throw error;
  }
  return { ...(previousUrl && { previousUrl }), previousTransportType: transport };
}

/** What is saved for a command is dropped when its server moves. */
const hasCredentials = async (db: Db, { id, transport, sealedCredentials }: SavedServer): Promise<boolean> =>
  transport === 'http' && (sealedCredentials.length > 0 || (await findGrant(db, id)) !== undefined);

function refusal(): Problem {
  const issue = {
    path: '/name',
    message:
      'names a server whose settings belong to its address, such as saved credentials: clear them first, or choose another name',
  };
  return invalid(`${issue.path} ${issue.message}.`, { issues: [issue] });
}
