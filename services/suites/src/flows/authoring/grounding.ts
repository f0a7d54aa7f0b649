import type { GenerateEvalCases } from '@assay/contract/areas/authoring/documents';
import { isSameName } from '@assay/contract/normal-name';
import { reasons } from '@assay/contract/problem';
import type { Channel } from '@assay/kit/rpc/client';
import type { StoredSuite } from '../../domain/suites/suite-record.ts';
import { refuseFault } from '@assay/contract/fault';
import type { LabelledServer, NamedServer } from '../../domain/suites/named-server.ts';
import { labelledServersOf } from '../servers/resolve-servers.ts';

/**
 * The servers whose tools drafts are made from: the servers of the suite that a request names by id or name, or all of
 * them.
 * Throws VALIDATION_ERROR for one that the suite does not have, and for an environment.
 */
export async function groundingServers(
  catalog: Channel,
  { id: suiteId, projectId, body }: StoredSuite,
  { servers: asked, environmentId }: Pick<GenerateEvalCases, 'servers' | 'environmentId'>,
): Promise<LabelledServer[]> {
  if (environmentId !== undefined) {
    if (asked) refuseFault({ path: '/environmentId', message: 'cannot be combined with servers' });
    refuseFault(
      { path: '/environmentId', message: 'is not attached to the suite' },
      { reason: reasons.ENVIRONMENT_NOT_ATTACHED, environmentId, environmentIds: [] },
    );
  }
  const saved = await labelledServersOf(catalog, projectId, body.serverIds);
  const unknown = asked?.findIndex((each) => !saved.some((server) => isNamed(server, each))) ?? -1;
  if (unknown >= 0)
    refuseFault({
      path: `/servers/${unknown}`,
      message: `is none of the suite's servers (${saved.map(({ name }) => name).join(', ')})`,
    });
  if (saved.length === 0)
    refuseFault(
      { path: '/servers', message: "cannot be chosen: none of the suite's servers is saved any more" },
      { reason: reasons.NO_SAVED_SERVER_SELECTION, suiteId },
    );
  return asked ? saved.filter((server) => asked.some((each) => isNamed(server, each))) : saved;
}

const isNamed = ({ id, name }: NamedServer, idOrName: string): boolean => id === idOrName || isSameName(name, idOrName);
