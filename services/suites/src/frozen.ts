import type { FrozenSuite } from '@assay/contract/gen/assay/v1/suites';
import type { Db } from '@assay/kit/db';
import { freeze, type StoredCase } from './domain/case-record.ts';
import { modelOf, type StoredSuite } from './domain/suite-record.ts';
import { listCases } from './store/cases.ts';
import { findSuite } from './store/suites.ts';

const json = (value: unknown) => Buffer.from(JSON.stringify(value));

/** A suite as a run takes it: defaults filled in, and in each case what it inherits from the suite. */
export const frozen = (
  { id, name, revision, body }: Pick<StoredSuite, 'id' | 'name' | 'revision' | 'body'>, cases: Pick<StoredCase, 'id' | 'body'>[],
): FrozenSuite => ({
  suiteId: id, name, revision, serverIds: body.serverIds, model: modelOf(body),
  sessionIsolation: body.sessionIsolation ?? 'iteration',
  minimumAccuracy: body.minimumAccuracy ?? 100,
  cases: json(cases.map((each) => freeze(each, body))),
  checks: json(body.checks ?? []),
});

/** A stored suite as it is now; undefined when the project has no such suite. */
export async function findFrozen(db: Db, projectId: string, suiteId: string): Promise<FrozenSuite | undefined> {
  const suite = await findSuite(db, projectId, suiteId);
  return suite && frozen(suite, await listCases(db, suiteId));
}
