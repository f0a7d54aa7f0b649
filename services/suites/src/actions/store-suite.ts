import { transaction, type Pool } from '@assay/kit/db';
import { insertCases, type NewCase } from '../store/cases.ts';
import { insertRevision } from '../store/revisions.ts';
import { insertSuite, type NewSuite } from '../store/suites.ts';

/** Writes a suite with all of its cases, or nothing; false when the project has a suite of that name, or one that was created under that key. */
export function storeSuite(pool: Pool, suite: NewSuite, cases: NewCase[], createdBy: string | undefined): Promise<boolean> {
  return transaction(pool, async (tx) => {
    const stored = await insertSuite(tx, suite);
    if (!stored) return false;
    await insertRevision(tx, { suiteId: suite.id, revision: 1, name: suite.name, body: suite.body, changed: [], createdBy });
    await insertCases(tx, suite.id, cases);
    return true;
  });
}
