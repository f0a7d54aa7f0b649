import type { RunSpec } from '@assay/contract/areas/eval-runs/run-spec';
import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import type { Logger } from '@assay/kit/log';
import type { PlatformLink } from './platform-link.ts';
import { declaredServers } from './declared-servers.ts';
import { savedServers } from './saved-servers.ts';

/**
 * The servers of a run or a chat session in their order: saved ones as catalog has them now, and declared ones as they were
 * frozen.
 */
export async function serversOfSpec(
  platform: Pick<PlatformLink, 'catalog' | 'key' | 'own'>,
  spec: Pick<RunSpec, 'servers' | 'declaredServers'>,
  projectId: string,
  signal: AbortSignal,
  log: Logger,
): Promise<SavedServer[]> {
  const { catalog, key } = platform;
  const isDeclared = ({ id }: { id: string }) =>
    spec.declaredServers?.some((each) => each.id === id && each.declaration !== undefined) ?? false;
  const wanted = spec.servers.filter((server) => !isDeclared(server));
  const all = await Promise.all([
    savedServers(platform, { projectId, servers: wanted }, signal, log),
    declaredServers(spec, { catalog, key, projectId }, signal, log),
  ]);
  return spec.servers.map(({ id }) => all.flat().find((server) => server.id === id)!);
}
