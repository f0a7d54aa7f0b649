import { operations } from '@assay/contract/operations';
import { Problem } from '@assay/contract/problem';
import { callOperation } from '@assay/kit/rpc/call-operation';
import type { Deps } from '../../deps.ts';

type Declared = Record<string, unknown>;
/** At most this many other servers of a project give distractors. */
const MAX_SERVERS = 20;

/** The tools that a server declares now. Throws NOT_FOUND, or the Problem of a server that cannot be read. */
export const toolsOfServer = async (
  { diagnostics }: Pick<Deps, 'diagnostics'>,
  projectId: string,
  serverId: string,
): Promise<Declared[]> =>
  (await callOperation(diagnostics, operations.exportServer, { projectId, serverId }, {})).tools;

/** The tools of the project's other servers as they were last read; none of these servers is connected. */
export async function toolsOfOthers(
  { catalog, diagnostics }: Pick<Deps, 'catalog' | 'diagnostics'>,
  projectId: string,
  serverId: string,
): Promise<Declared[]> {
  const { items } = await callOperation(catalog, operations.listProjectServers, { projectId }, { limit: 100 });
  const others = items
    .map(({ id }) => id)
    .filter((id) => id !== serverId)
    .toSorted()
    .slice(0, MAX_SERVERS);
  const known = await Promise.all(others.map((id) => lastReadTools({ diagnostics }, projectId, id)));
  return known.flat();
}

async function lastReadTools(
  { diagnostics }: Pick<Deps, 'diagnostics'>,
  projectId: string,
  serverId: string,
): Promise<Declared[]> {
  const server = { projectId, serverId };
  try {
    const { items } = await callOperation(diagnostics, operations.listServerSurfaces, server, { limit: 1 });
    const [newest] = items;
    if (!newest) return [];
    const of = { ...server, surfaceId: newest.surfaceId };
    return (await callOperation(diagnostics, operations.getServerSurface, of, {})).surface.tools;
  } catch (error) {
    // Deleted meanwhile.
    if (error instanceof Problem && error.code === 'NOT_FOUND') return [];
    throw error;
  }
}
