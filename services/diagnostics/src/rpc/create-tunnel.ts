import { hash, randomBytes } from 'node:crypto';
import type { Server } from '@assay/contract/documents/server';
import { CatalogService, DirectoryService, type SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import { createTunnel as operation } from '@assay/contract/operations/tunnels';
import { invalid, Problem } from '@assay/contract/problem';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { findTunnelSlug, saveTunnel } from '../store/tunnels.ts';

/** How long a token opens connections, in milliseconds; whoever may make tunnels makes another one. */
const TOKEN_MS = 24 * 60 * 60_000;
/** Who meets a server of the name that was not there a moment ago looks again. */
const ATTEMPTS = 3;

export const createTunnel = (deps: Deps) =>
  handle(operation, async (_caller, { projectId }, { name }) => {
    const { pool, publicUrl } = deps;
    const { serverId, slug, ...before } = await leadServer(deps, projectId, name);
    const connectToken = `tt_${randomBytes(32).toString('base64url')}`;
    const { secretVersion, tokenExpiresAt } = await saveTunnel(pool, { serverId, projectId, slug, tokenHash: hash('sha256', connectToken, 'buffer'), tokenTtlMs: TOKEN_MS });
    return {
      serverId, name, ...before, slug, url: addressOf(publicUrl, slug), connectToken, connectTokenExpiresAt: tokenExpiresAt.getTime(),
      relayWsUrl: `${publicUrl.replace(/^http/, 'ws')}/api/v1/tunnels/connect`, secretVersion,
    };
  });

const addressOf = (publicUrl: string, slug: string) => `${publicUrl}/tunnels/${slug}`;
const newSlug = () => randomBytes(16).toString('hex');

interface Led { serverId: string; slug: string; existed: boolean; previousUrl?: string; previousTransportType?: string }

/** Has the saved server of that name lead through a tunnel. The address is written first: a token for a server that leads elsewhere is none. */
async function leadServer(deps: Deps, projectId: string, name: string): Promise<Led> {
  const { catalog, pool, publicUrl } = deps;
  for (let attempt = 1; ; attempt++) {
    const { servers } = await catalog.call(DirectoryService.resolveServers, { projectId, serverIds: [name], orNames: true, withoutCredentials: true });
    const existing = servers.find((server) => server.name === name);
    if (existing) {
      const slug = await findTunnelSlug(pool, projectId, existing.id) ?? newSlug();
      return { serverId: existing.id, slug, existed: true, ...await movedTo(deps, existing, addressOf(publicUrl, slug)) };
    }
    const slug = newSlug();
    try {
      const input = Buffer.from(JSON.stringify({ name, enabled: true, transportType: 'http', url: addressOf(publicUrl, slug) }));
      const { json } = await catalog.call(CatalogService.createServer, { projectId, input });
      return { serverId: (JSON.parse(json.toString()) as Server).id, slug, existed: false };
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'CONFLICT' || attempt === ATTEMPTS) throw error;
    }
  }
}

/** Where the server was before it was moved; nothing for one that is there already. */
async function movedTo({ catalog }: Deps, { id: serverId, projectId, url: previousUrl, transport }: SavedServer, url: string): Promise<{ previousUrl?: string; previousTransportType?: string }> {
  if (previousUrl === url) return {};
  try {
    await catalog.call(CatalogService.updateServer, { projectId, serverId, input: Buffer.from(JSON.stringify({ transportType: 'http', url })) });
  } catch (error) {
    // Saved credentials are for the origin that they were saved with: nobody gets them by moving the server to a machine of their own.
    if (error instanceof Problem && error.code === 'VALIDATION_ERROR') throw refusal();
    throw error;
  }
  return { ...(previousUrl && { previousUrl }), previousTransportType: transport };
}

function refusal(): Problem {
  const issue = { path: '/name', message: 'names a server whose settings belong to its address, such as saved credentials: clear them first, or choose another name' };
  return invalid(`${issue.path} ${issue.message}.`, { issues: [issue] });
}
