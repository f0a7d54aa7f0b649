import { audit } from '@assay/kit/audit/audit';
import type { Tx } from '@assay/kit/postgres/db';
import { changedPaths } from '../../domain/suites/json-diff.ts';
import type { StoredSuite } from '../../domain/suites/suite-record.ts';
import { viewOf } from '../../domain/suites/suite-view.ts';
import { insertRevision, keepPresentRevision } from '../../store/suites/revisions.ts';
import { replaceSuite } from '../../store/suites/suites.ts';

/**
 * Gives a suite, which the transaction has claimed, another name or other settings, and keeps them as a revision. A suite
 * that they leave as it is has no new revision.
 */
export async function reviseSuite(
  tx: Tx,
  suite: StoredSuite,
  next: Pick<StoredSuite, 'name' | 'body'>,
  createdBy: string | undefined,
): Promise<StoredSuite> {
  const changed = changedPaths(viewOf(suite), viewOf(next));
  const saved = changed.length === 0 ? undefined : await replaced(tx, { ...suite, ...next }, changed, createdBy);
  await audit(tx, saved && { target: { suiteId: suite.id }, before: auditedSuite(suite), after: auditedSuite(saved) });
  return saved ?? suite;
}

async function replaced(
  tx: Tx,
  next: StoredSuite,
  changed: string[],
  createdBy: string | undefined,
): Promise<StoredSuite> {
  // One that was written by a version without revisions has none.
  await keepPresentRevision(tx, next.id);
  const saved = await replaceSuite(tx, next);
  if (!saved) throw new Error(`The suite ${next.id} changed although it was claimed.`);
  await insertRevision(tx, {
    suiteId: saved.id,
    revision: saved.revision,
    name: saved.name,
    body: saved.body,
    changed,
    createdBy,
  });
  return saved;
}

const auditedSuite = (suite: StoredSuite): object => ({ revisionNumber: suite.revision, ...viewOf(suite) });
