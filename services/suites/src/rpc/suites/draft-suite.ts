import { CreateEvalSuite } from '@assay/contract/areas/suites/requests';
import type { DraftSuiteRequest, FrozenSuite } from '@assay/mesh/gen/assay/v1/suites';
import { parser } from '@assay/kit/json/parse';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import { casesOf, checkedDraft } from '../../flows/suites/author-suite.ts';
import type { Deps } from '../../deps.ts';
import { findFrozen, frozenSuite } from '../../flows/suites/frozen-suite.ts';
import { nameTaken } from '../../domain/refusals.ts';
import { hasSuiteNamed } from '../../store/suites/suites.ts';

const parse = parser(CreateEvalSuite);

export const draftSuite =
  (deps: Deps): RpcHandler<DraftSuiteRequest, FrozenSuite> =>
  async ({ projectId, suiteId, suite }) => {
    const draft = parse(suite);
    const { body } = await checkedDraft(deps.catalog, projectId, draft);
    if (await hasSuiteNamed(deps.pool, projectId, draft.name)) {
      const written = await findFrozen(deps.pool, projectId, suiteId);
      if (!written) throw nameTaken(draft.name);
      return written;
    }
    return frozenSuite(
      {
        id: suiteId,
        name: draft.name,
        revision: 1,
        body,
      },
      casesOf(suiteId, draft),
    );
  };
