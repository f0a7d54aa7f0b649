import { transaction, type Pool } from '@assay/kit/db';
import type { CaseBody } from '../domain/case-record.ts';
import type { StoredSuite } from '../domain/suite-record.ts';
import { insertCases } from '../store/cases.ts';
import { insertSuite } from '../store/suites.ts';

/** Writes a suite with all of its cases, or nothing; false when the project has a suite of that name. */
export function storeSuite(pool: Pool, suite: Pick<StoredSuite, 'id' | 'projectId' | 'name' | 'body'>, cases: { id: string; body: CaseBody }[]): Promise<boolean> {
  return transaction(pool, async (tx) => {
    const stored = await insertSuite(tx, suite);
    if (stored) await insertCases(tx, suite.id, cases);
    return stored;
  });
}
