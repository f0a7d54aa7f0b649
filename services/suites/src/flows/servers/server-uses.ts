import type { ServerUse } from '@assay/contract/areas/servers/uses';
import { ServerUsesService } from '@assay/mesh/gen/assay/v1/environments';
import type { Deps } from '../../deps.ts';
import { listServerSuites } from '../../store/suites/server-suites.ts';

/** At most this many suites of a server are listed. */
const MAX_SUITES = 200;

/** The uses of each server of a project, or of one of them: its suites first. */
export async function serverUses(
  { pool, environments }: Pick<Deps, 'pool' | 'environments'>,
  projectId: string,
  serverId?: string,
): Promise<Map<string, ServerUse[]>> {
  const { uses } = await environments.call(ServerUsesService.listServerUses, { projectId, serverId: serverId ?? '' });
  const suites = await listServerSuites(
    pool,
    projectId,
    uses.filter(({ kind }) => kind === 'suite').map(({ id }) => id),
  );
  const found = new Map<string, ServerUse[]>();
  const add = (server: string, use: ServerUse) => {
    if (serverId === undefined || server === serverId) found.set(server, [...(found.get(server) ?? []), use]);
  };
  for (const { id, name, serverIds, caseCount } of suites) {
    const attached = uses.filter((use) => use.kind === 'suite' && use.id === id).map((use) => use.serverId);
    for (const server of new Set([...serverIds, ...attached])) add(server, { kind: 'suite', id, name, caseCount });
  }
  for (const { serverId: server, kind, id, name } of uses)
    if (kind !== 'suite') add(server, { kind: kind as ServerUse['kind'], id, ...(name && { name }) });
  return new Map([...found].map(([server, list]) => [server, bounded(list)]));
}

const bounded = (uses: ServerUse[]): ServerUse[] => [
  ...uses.filter(({ kind }) => kind === 'suite').slice(0, MAX_SUITES),
  ...uses.filter(({ kind }) => kind !== 'suite'),
];

/** The uses that run a server; a client and a server group are ways to it. */
export const countOf = (uses: readonly ServerUse[]): number =>
  uses.filter(({ kind }) => kind !== 'client' && kind !== 'serverGroup').length;
