import { CreateEvalSuite } from '@assay/contract/documents/suite';
import type { AuthoredSuite, AuthorSuiteRequest } from '@assay/contract/gen/assay/v1/suites';
import { parser } from '@assay/kit/parse';
import type { Handler } from '@assay/kit/serve';
import { author } from '../authoring.ts';
import type { Deps } from '../deps.ts';

const parse = parser(CreateEvalSuite);

export const authorSuite = (deps: Deps): Handler<AuthorSuiteRequest, AuthoredSuite> => async ({ projectId, suite }) => {
  const { suiteId, caseUpsert } = await author(deps, projectId, parse(suite));
  return { suiteId, caseUpsert: Buffer.from(JSON.stringify(caseUpsert)) };
};
