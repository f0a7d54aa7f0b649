import type { FreezeSuiteRequest, FrozenSuite } from '@assay/mesh/gen/assay/v1/suites';
import { notFound } from '@assay/contract/problem';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { findFrozen } from '../../flows/suites/frozen-suite.ts';

export const freezeSuite =
  ({ pool }: Deps): RpcHandler<FreezeSuiteRequest, FrozenSuite> =>
  async ({ projectId, suiteId }) => {
    const suite = await findFrozen(pool, projectId, suiteId);
    if (!suite) throw notFound('suite');
    return suite;
  };
