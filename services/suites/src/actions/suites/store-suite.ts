import { SuiteCreated } from '@assay/mesh/events';
import { publishWithAudit } from '@assay/kit/audit/audit';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { onceWithKey, type FirstReply, type RepeatableRequest } from '@assay/kit/requests/idempotency';
import { viewOf } from '../../domain/suites/suite-view.ts';
import { nameTaken } from '../../domain/refusals.ts';
import { insertCases, type NewCase } from '../../store/cases/cases.ts';
import { insertRevision } from '../../store/suites/revisions.ts';
import { insertSuite, type NewSuite } from '../../store/suites/suites.ts';

/** A suite with all of its cases, and its author. */
export interface AuthoredSuite {
  suite: NewSuite;
  cases: NewCase[];
  createdBy: string | undefined;
}

/** Writes the suite with its cases in one transaction; false when the project has a suite with that name. */
export const storeSuite = (pool: Pool, authored: AuthoredSuite): Promise<boolean> =>
  transaction(pool, (tx) => writeSuite(tx, authored));

/**
 * Writes the suite of a request once per idempotency key, and stores `reply` for repetitions. Throws CONFLICT when the
 * project has a suite with that name.
 */
export function createSuite<T extends object>(
  pool: Pool,
  request: RepeatableRequest,
  authored: AuthoredSuite,
  reply: T,
): Promise<FirstReply<T>> {
  return transaction(pool, (tx) =>
    onceWithKey(tx, request, async () => {
      if (!(await writeSuite(tx, authored))) throw nameTaken(authored.suite.name);
      return reply;
    }),
  );
}

async function writeSuite(tx: Tx, { suite, cases, createdBy }: AuthoredSuite): Promise<boolean> {
  const stored = await insertSuite(tx, suite);
  if (!stored) return false;
  await insertRevision(tx, {
    suiteId: suite.id,
    revision: 1,
    name: suite.name,
    body: suite.body,
    changed: [],
    createdBy,
  });
  await insertCases(tx, suite.id, cases);
  await publishWithAudit(
    tx,
    { target: { suiteId: suite.id }, after: { ...viewOf(suite), cases: cases.length } },
    SuiteCreated,
    { suiteId: suite.id, projectId: suite.projectId, createdAtMs: Date.now() },
  );
  return true;
}
