import { changedPaths } from '@assay/contract/patches/changed-paths';
import { audit } from '@assay/kit/audit/audit';
import type { Tx } from '@assay/kit/postgres/db';
import type { StoredSuite } from '../../domain/suites/suite-record.ts';
import { viewOf } from '../../domain/suites/suite-view.ts';
import { insertRevision, keepPresentRevision } from '../../store/suites/revisions.ts';
import { replaceSuite } from '../../store/suites/suites.ts';

/**
 * Changes the name or settings of a suite whose row the transaction has locked, and stores them as a revision. A change
 * without an effect makes no new revision.
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
  // A suite from a version without revisions has none yet.
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
