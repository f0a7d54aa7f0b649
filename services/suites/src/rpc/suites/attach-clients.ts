import { assertAccess } from '@assay/contract/access';
import type { AttachClientsReply, AttachClientsRequest } from '@assay/mesh/gen/assay/v1/suites';
import { operations } from '@assay/contract/operations';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { changeSuite } from '../../flows/suites/change-suite.ts';

/** Holds the caller's access, as the operation that it is a part of. */
export const attachClients =
  (deps: Deps): RpcHandler<AttachClientsRequest, AttachClientsReply> =>
  async ({ projectId, suiteId, clients }, caller) => {
    assertAccess(operations.updateEvalSuite, caller, { projectId });
    const hosts = clients.map(({ client: host, serverIds: servers, limitsServers }) => ({
      host,
      ...(limitsServers && { servers }),
    }));
    await changeSuite(deps, { projectId, suiteId, declaredSuiteId: '' }, { hosts }, caller.userId);
    return {};
  };
