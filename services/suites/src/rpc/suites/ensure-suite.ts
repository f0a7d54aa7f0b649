import type { EnsuredSuite, EnsureSuiteRequest } from '@assay/mesh/gen/assay/v1/suites';
import { newId } from '@assay/kit/id';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import { storeSuite } from '../../actions/suites/store-suite.ts';
import type { Deps } from '../../deps.ts';
import { serversOf } from '../../flows/servers/resolve-servers.ts';
import { findSuiteIdByName } from '../../store/suites/suites.ts';

export const ensureSuite =
  ({ pool, catalog }: Deps): RpcHandler<EnsureSuiteRequest, EnsuredSuite> =>
  async ({ projectId, name, description, serverNames }) => {
    const there = await findSuiteIdByName(pool, projectId, name);
    if (there !== undefined) return { suiteId: there, name };
    const servers = serverNames.length > 0 ? await serversOf(catalog, projectId, serverNames, true) : [];
    const body = { serverIds: servers.map(({ id }) => id), ...(description && { description }) };
    const made = {
      id: newId('suite'),
      projectId,
      name,
      body,
    };
    // A concurrent request may have written the suite first.
    const suiteId = (await storeSuite(pool, { suite: made, cases: [], createdBy: undefined }))
      ? made.id
      : await findSuiteIdByName(pool, projectId, name);
    if (suiteId === undefined) throw new Error('The suite does not exist and could not be created.');
    return { suiteId, name };
  };
