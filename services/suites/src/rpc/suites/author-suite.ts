import { CreateEvalSuite } from '@assay/contract/areas/suites/requests';
import type { AuthorSuiteRequest, FrozenSuite } from '@assay/mesh/gen/assay/v1/suites';
import { parser } from '@assay/kit/json/parse';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import { authorSuiteDraft } from '../../flows/suites/author-suite.ts';
import type { Deps } from '../../deps.ts';
import { findFrozen } from '../../flows/suites/frozen-suite.ts';

const parse = parser(CreateEvalSuite);

export const authorSuite =
  (deps: Deps): RpcHandler<AuthorSuiteRequest, FrozenSuite> =>
  async ({ projectId, suiteId, suite }) => {
    const written = await findFrozen(deps.pool, projectId, suiteId);
    if (written) return written;
    const failure = await authorSuiteDraft(deps, { projectId, suiteId }, parse(suite)).then(
      () => undefined,
      (error: unknown) => error,
    );
    // A concurrent request may have written the suite first.
    const authored = await findFrozen(deps.pool, projectId, suiteId);
    if (!authored) throw failure;
    return authored;
  };
