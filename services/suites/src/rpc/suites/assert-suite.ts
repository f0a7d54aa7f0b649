import { notFound } from '@assay/contract/problem';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { AssertedSuite, AssertSuiteRequest } from '@assay/mesh/gen/assay/v1/suites';
import type { Deps } from '../../deps.ts';
import { hasSuite } from '../../store/suites/suites.ts';

export const assertSuite =
  ({ pool }: Deps): RpcHandler<AssertSuiteRequest, AssertedSuite> =>
  async ({ projectId, suiteId }) => {
    if (!(await hasSuite(pool, projectId, suiteId))) throw notFound('suite');
    return {};
  };
