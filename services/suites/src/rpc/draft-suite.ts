import { CreateEvalSuite } from '@assay/contract/documents/suite';
import type { DraftSuiteRequest, FrozenSuite } from '@assay/contract/gen/assay/v1/suites';
import { parser } from '@assay/kit/parse';
import type { Handler } from '@assay/kit/serve';
import { checked } from '../authoring.ts';
import type { Deps } from '../deps.ts';
import { toBody as toCaseBody } from '../domain/case-record.ts';
import { fromInline } from '../domain/inline-case.ts';
import { findFrozen, frozen } from '../frozen.ts';
import { nameTaken } from '../refusals.ts';
import { hasSuiteNamed } from '../store/suites.ts';

const parse = parser(CreateEvalSuite);

export const draftSuite =
  (deps: Deps): Handler<DraftSuiteRequest, FrozenSuite> =>
  async ({ projectId, suiteId, suite }) => {
    const draft = parse(suite);
    const { body } = await checked(deps.catalog, projectId, draft);
    if (await hasSuiteNamed(deps.pool, projectId, draft.name)) {
      const written = await findFrozen(deps.pool, projectId, suiteId);
      if (!written) throw nameTaken(draft.name);
      return written;
    }
    return frozen(
      {
        id: suiteId,
        name: draft.name,
        revision: 0,
        body,
      },
      draft.tests.map((each, i) => ({ id: `draft-${i}`, body: toCaseBody(fromInline(each)) })),
    );
  };
