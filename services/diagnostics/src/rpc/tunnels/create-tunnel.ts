import { randomBytes } from 'node:crypto';
import { DirectoryService, type SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { operations } from '@assay/contract/operations';
import { invalid, Problem } from '@assay/contract/problem';
import type { Db } from '@assay/kit/postgres/db';
import { callOperation } from '@assay/kit/rpc/call-operation';
import { handle } from '@assay/kit/rpc/handle';
import { hashOfSecret, newSecret } from '@assay/kit/security/secret';
import { renewTunnel } from '../../actions/tunnels/renew-tunnel.ts';
import type { Deps } from '../../deps.ts';
import { findGrant } from '../../store/oauth-grants/oauth-grants.ts';
import { mayHold } from '../../flows/tunnels/may-hold.ts';
import { foreignTunnelProblem, tunnelLimitProblem } from '../../domain/tunnels/tunnel-refusals.ts';
import { closeTunnelsWith, countOtherTunnels, findTunnel, type KnownTunnel } from '../../store/tunnels/tunnels.ts';

/** The lifetime of a tunnel's token, in milliseconds. A member who may create tunnels can create another token. */
const TOKEN_MS = 24 * 60 * 60_000;
/** Attempts to find or create the server when concurrent requests create one of the same name. */
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
    // A concurrent request created the same tunnel first.
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

/**
 * Makes the saved server of that name point to a tunnel. The address is written before the token, so a token never
 * exists for a server with another address.
 */
async function leadServer(deps: Deps, projectId: string, name: string, userId: string): Promise<Led> {
  const { catalog, pool, publicUrl } = deps;
  for (let attempt = 1; ; attempt++) {
    const { servers } = await catalog.call(DirectoryService.resolveServers, {
      projectId,
      serverIds: [name],
      orNames: true,
    });
    const existing = servers.find((server) => server.name === name);
    // Checked before the server is saved or moved, and again with the token.
    const problem = tunnelLimitProblem(await countOtherTunnels(pool, projectId, existing?.id));
    if (problem) throw problem;
    if (existing) {
      const tunnel = await findTunnel(pool, projectId, existing.id);
      // The machine behind the tunnel receives the saved credentials. Only the user who created the tunnel here may
      // decide that.
      if (tunnel?.userId !== userId && (await hasCredentials(pool, existing))) throw refusal();
      if (tunnel && tunnel.userId !== userId) await assertLapsed(deps, tunnel);
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

/** @throws CONFLICT while the tunnel belongs to its maker. Closes the tunnel of a maker who may no longer hold it. */
async function assertLapsed(deps: Deps, tunnel: KnownTunnel): Promise<void> {
  if (!tunnel.isLive) return;
  if (await mayHold(deps, tunnel)) throw foreignTunnelProblem();
  await closeTunnelsWith(deps.pool, [tunnel.tokenHash!]);
}

/** The address of the server before it moved to the tunnel; empty when it was at the tunnel already. */
async function movedTo(
  { catalog }: Deps,
  { id: serverId, projectId, url: previousUrl, transport }: SavedServer,
  url: string,
): Promise<{ previousUrl?: string; previousTransportType?: string }> {
  if (previousUrl === url) return {};
  try {
    await callOperation(catalog, operations.updateProjectServer, { projectId, serverId }, addressed(url));
  } catch (error) {
    // Saved credentials are for their origin: moving a server to the caller's machine must not reveal them.
    if (error instanceof Problem && error.code === 'VALIDATION_ERROR') throw refusal();
    throw error;
  }
  return { ...(previousUrl && { previousUrl }), previousTransportType: transport };
}

/** Credentials of a command do not count: they are dropped when its server moves. */
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
