import { assertAccess } from '@assay/contract/access';
import type { RemovedSuite, RemoveSuiteRequest } from '@assay/mesh/gen/assay/v1/suites';
import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import { removeSuite as remove } from '../../actions/suites/remove-suite.ts';
import type { Deps } from '../../deps.ts';

/** Holds the caller's access, as the operation that it is a part of: a runner, which calls as itself, deletes nothing. */
export const removeSuite =
  ({ pool }: Deps): RpcHandler<RemoveSuiteRequest, RemovedSuite> =>
  async ({ projectId, suiteId }, caller) => {
    assertAccess(operations.deleteEvalSuite, caller, { projectId });
    if (!(await remove(pool, projectId, suiteId))) throw notFound('suite');
    return {};
  };
