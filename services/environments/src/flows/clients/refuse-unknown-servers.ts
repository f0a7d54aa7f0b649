import { refuseFault } from '@assay/contract/fault';
import type { Deps } from '../../deps.ts';
import type { NamedServer } from '../../domain/clients/client-config.ts';
import { listDeclaredServerIds } from '../../store/plugins/plugins.ts';
import { savedServers } from '../servers/saved-servers.ts';

/**
 * Checks servers that a request names, each with its place in the request.
 * @throws VALIDATION_ERROR that names the servers that the project has not saved, and that no plugin of it declares.
 */
export async function refuseUnknownServers(
  { pool, catalog }: Pick<Deps, 'pool' | 'catalog'>,
  projectId: string,
  named: readonly NamedServer[],
): Promise<void> {
  const servers = await savedServers(catalog, projectId, [...new Set(named.map(({ id }) => id))]);
  const saved = new Set(servers.map(({ id }) => id));
  const unsaved = named.filter(({ id }) => !saved.has(id));
  const declarable = unsaved.filter(({ mayBeDeclared }) => mayBeDeclared).map(({ id }) => id);
  const declared = await listDeclaredServerIds(pool, projectId, declarable);
  const unknown = unsaved.filter(({ id, mayBeDeclared }) => !mayBeDeclared || !declared.includes(id));
  if (unknown.length === 0) return;
  refuseFault(
    { path: unknown[0]!.path, message: 'is not a server of this project' },
    { unknownServerIds: [...new Set(unknown.map(({ id }) => id))] },
  );
}
