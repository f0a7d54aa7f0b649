import type { FreezeSuiteRequest, FrozenSuite } from '@assay/contract/gen/assay/v1/suites';
import { notFound } from '@assay/contract/problem';
import type { Handler } from '@assay/kit/serve';
import type { Deps } from '../deps.ts';
import { freeze } from '../domain/case-record.ts';
import { modelOf } from '../domain/suite-record.ts';
import { listCases } from '../store/cases.ts';
import { findSuite } from '../store/suites.ts';

const json = (value: unknown) => Buffer.from(JSON.stringify(value));

export const freezeSuite = ({ pool }: Deps): Handler<FreezeSuiteRequest, FrozenSuite> => async ({ projectId, suiteId }) => {
  const suite = await findSuite(pool, projectId, suiteId);
  if (!suite) throw notFound('suite');
  const { name, revision, body } = suite;
  const cases = await listCases(pool, suiteId);
  return {
    suiteId, name, revision, serverIds: body.serverIds, model: modelOf(body),
    sessionIsolation: body.sessionIsolation ?? 'iteration',
    minimumAccuracy: body.minimumAccuracy ?? 100,
    cases: json(cases.map((each) => freeze(each, body))),
    checks: json(body.checks ?? []),
  };
};
