import type { GenerateEvalCases } from '@assay/contract/areas/authoring/requests';
import { isSameName } from '@assay/contract/normal-name';
import { reasons } from '@assay/contract/problem';
import type { ResolvedBundle } from '@assay/contract/areas/environments/bundle';
import { BundlesService } from '@assay/mesh/gen/assay/v1/environments';
import type { Deps } from '../../deps.ts';
import { assertEnvironmentAttached } from '../../domain/suites/suite-targets.ts';
import type { StoredSuite } from '../../domain/suites/suite-record.ts';
import { refuseFault } from '@assay/contract/fault';
import type { LabelledServer, NamedServer } from '../../domain/suites/named-server.ts';
import { labelledServersOf } from '../servers/resolve-servers.ts';

/**
 * The servers whose tools drafts are made from: the saved servers of the environment that a request names, or the servers
 * of the suite that it names by id or name, or all of the suite's.
 * Throws VALIDATION_ERROR for a server or an environment that the suite does not have, CONFLICT for an environment that
 * cannot be launched.
 */
export async function groundingServers(
  { catalog, environments }: Pick<Deps, 'catalog' | 'environments'>,
  { id: suiteId, projectId, body }: StoredSuite,
  { servers: asked, environmentId }: Pick<GenerateEvalCases, 'servers' | 'environmentId'>,
): Promise<LabelledServer[]> {
  if (environmentId !== undefined) {
    if (asked) refuseFault({ path: '/environmentId', message: 'cannot be combined with servers' });
    assertEnvironmentAttached(body, environmentId);
    const { bundle } = await environments.call(BundlesService.resolveBundle, {
      projectId,
      environmentId,
      withoutServers: false,
    });
    const { selectedServerIds } = JSON.parse(bundle.toString()) as ResolvedBundle;
    return labelledServersOf(catalog, projectId, selectedServerIds);
  }
  const saved = await labelledServersOf(catalog, projectId, body.serverIds);
  const unknown = asked?.findIndex((each) => !saved.some((server) => isNamed(server, each))) ?? -1;
  if (unknown >= 0)
    refuseFault({
      path: `/servers/${unknown}`,
      message: `is not one of the suite's servers (${saved.map(({ name }) => name).join(', ')})`,
    });
  if (saved.length === 0)
    refuseFault(
      { path: '/servers', message: "cannot be chosen: none of the suite's servers is saved any more" },
      { reason: reasons.NO_SAVED_SERVER_SELECTION, suiteId },
    );
  return asked ? saved.filter((server) => asked.some((each) => isNamed(server, each))) : saved;
}

const isNamed = ({ id, name }: NamedServer, idOrName: string): boolean => id === idOrName || isSameName(name, idOrName);
