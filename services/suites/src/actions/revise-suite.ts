import type { Tx } from '@assay/kit/db';
import { changedPaths } from '../domain/json-diff.ts';
import type { StoredSuite } from '../domain/suite-record.ts';
import { viewOf } from '../domain/suite-view.ts';
import { insertRevision, keepPresentRevision } from '../store/revisions.ts';
import { replaceSuite } from '../store/suites.ts';

/**
 * Gives a suite, which the transaction has claimed, another name or other settings, and keeps them as a revision. A suite
 * that they leave as it is has no new revision.
 */
export async function reviseSuite(tx: Tx, suite: StoredSuite, next: Pick<StoredSuite, 'name' | 'body'>, createdBy: string | undefined): Promise<StoredSuite> {
  const changed = changedPaths(viewOf(suite), viewOf(next));
  if (changed.length === 0) return suite;
  // One that was written by a version without revisions has none.
  await keepPresentRevision(tx, suite.id);
  const saved = await replaceSuite(tx, { ...suite, ...next });
  if (!saved) throw new Error(`The suite ${suite.id} changed although it was claimed.`);
  await insertRevision(tx, { suiteId: saved.id, revision: saved.revision, name: saved.name, body: saved.body, changed, createdBy });
  return saved;
}
