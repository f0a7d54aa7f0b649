import { DirectoryService } from '@assay/mesh/gen/assay/v1/catalog';
import { isSameName } from '@assay/contract/normal-name';
import { requiredLabels } from '@assay/launching/required-labels';
import type { Channel } from '@assay/kit/rpc/client';
import { refuseFault } from '@assay/contract/fault';
import type { LabelledServer, NamedServer } from '../../domain/suites/named-server.ts';

/**
 * The project's servers with these ids, in this order and without repetitions; unknown ones are left out. With
 * `orNames`, names count too.
 */
export async function serversOf(
  catalog: Channel,
  projectId: string,
  references: readonly string[],
  orNames = false,
): Promise<NamedServer[]> {
  return (await labelledServersOf(catalog, projectId, references, orNames)).map(({ id, name }) => ({ id, name }));
}

/** As `serversOf`, with the runner labels of each. */
export async function labelledServersOf(
  catalog: Channel,
  projectId: string,
  references: readonly string[],
  orNames = false,
): Promise<LabelledServer[]> {
  const { servers } = await catalog.call(DirectoryService.resolveServers, {
    projectId,
    serverIds: [...new Set(references)],
    orNames,
  });
  return servers.map((server) => ({ id: server.id, name: server.name, labels: requiredLabels(server) }));
}

/** As `serversOf`, but an unknown reference is refused with its path under `path`. An id has precedence over a name. */
export async function requiredServers(
  catalog: Channel,
  projectId: string,
  references: readonly string[],
  path: string,
  orNames = false,
): Promise<NamedServer[]> {
  const servers = await serversOf(catalog, projectId, references, orNames);
  const meant = references.map(
    (reference) =>
      servers.find(({ id }) => id === reference) ??
      (orNames ? servers.find(({ name }) => isSameName(name, reference)) : undefined),
  );
  const unknown = meant.indexOf(undefined);
  if (unknown >= 0) refuseFault({ path: `${path}/${unknown}`, message: 'is not a server of this project' });
  return [...new Set(meant)].filter((server) => server !== undefined);
}
