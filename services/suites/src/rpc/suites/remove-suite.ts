import type { RemovedSuite, RemoveSuiteRequest } from '@assay/contract/gen/assay/v1/suites';
import { notFound } from '@assay/contract/problem';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import { removeSuite as remove } from '../../actions/suites/remove-suite.ts';
import type { Deps } from '../../deps.ts';

export const removeSuite =
  ({ pool }: Deps): RpcHandler<RemoveSuiteRequest, RemovedSuite> =>
  async ({ projectId, suiteId }) => {
    if (!(await remove(pool, projectId, suiteId))) throw notFound('suite');
    return {};
  };
