import { transaction, type Pool } from '@assay/kit/postgres/db';
import type { CaseContent } from '../../domain/cases/case-record.ts';
import type { StoredSuite } from '../../domain/suites/suite-record.ts';
import { listCaseContents } from '../../store/cases/cases.ts';
import { findSuite, readAsOfNow } from '../../store/suites/suites.ts';

/** A suite and its cases from one snapshot; undefined when the project has no such suite. */
export function readSuite(
  pool: Pool,
  projectId: string,
  suiteId: string,
): Promise<{ suite: StoredSuite; cases: CaseContent[] } | undefined> {
  return transaction(pool, async (tx) => {
    await readAsOfNow(tx);
    const suite = await findSuite(tx, projectId, suiteId);
    return suite && { suite, cases: await listCaseContents(tx, suiteId) };
  });
}
