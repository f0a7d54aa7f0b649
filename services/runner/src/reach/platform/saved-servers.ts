import { DirectoryService, type SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { Problem } from '@assay/contract/problem';
import type { Logger } from '@assay/kit/log';
import type { PlatformLink } from './platform-link.ts';
import { platformOutage } from '@assay/work/runner/platform-outage';
import { untilAnswered } from '@assay/work/runner/until-answered';
import { holdsCredentials, ownEntryFor } from './own-credentials.ts';

/** The servers of some work, by id and with the names that the work uses. */
export interface WantedServers {
  projectId: string;
  servers: { id: string; name: string }[];
}

/**
 * Asks catalog how to connect to the servers, without the credentials that this runner holds itself. The work's names
 * stay: a server may be renamed while the work goes on.
 * @throws Problem NOT_FOUND for a server that is gone, FORBIDDEN for one that left the place of its own credentials.
 */
export async function savedServers(
  { catalog, own }: Pick<PlatformLink, 'catalog' | 'own'>,
  { projectId, servers: wanted }: WantedServers,
  signal: AbortSignal,
  log: Logger,
): Promise<SavedServer[]> {
  const ask = async (serverIds: string[], withoutCredentials: boolean) => {
    if (serverIds.length === 0) return [];
    return (
      await untilAnswered(
        () => catalog.call(DirectoryService.resolveServers, { projectId, serverIds, withoutCredentials }),
        signal,
        platformOutage(log),
      )
    ).servers;
  };
  const idsOf = (isOwn: boolean) =>
    wanted.filter((server) => holdsCredentials(own, { projectId, ...server }) === isOwn).map(({ id }) => id);
  const servers = (await Promise.all([ask(idsOf(false), false), ask(idsOf(true), true)])).flat();
  return wanted.map(({ id, name }) => {
    const found = servers.find((each) => each.id === id);
    if (!found) throw new Problem('NOT_FOUND', `The server "${name}" no longer exists.`);
    const server = { ...found, name };
    ownEntryFor(own, server);
    return server;
  });
}
