import { changedPaths } from '@assay/contract/patches/changed-paths';
import type { UpdateEvalCase } from '@assay/contract/areas/cases/documents';
import { conflict, notFound } from '@assay/contract/problem';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { casePatchFault, patchedCase } from '../../domain/cases/case-patch.ts';
import { toCase, type StoredCase } from '../../domain/cases/case-record.ts';
import { roomFault } from '../../domain/suites/suite-capacity.ts';
import type { StoredSuite } from '../../domain/suites/suite-record.ts';
import { refuseFault } from '@assay/contract/fault';
import { changesRecord } from '../../domain/changes.ts';
import { insertCaseChange, listCaseChanges } from '../../store/cases/case-changes.ts';
import { findCase, findExtent, replaceCase } from '../../store/cases/cases.ts';
import { claimWithServers, type WriteContext } from '../suites/writable-suite.ts';

/**
 * Changes a case of a suite; a patch without an effect makes no new revision.
 * Throws NOT_FOUND, CONFLICT or VALIDATION_ERROR.
 */
export function reviseCase(
  pool: Pool,
  context: WriteContext,
  caseId: string,
  patch: UpdateEvalCase,
  userId: string | undefined,
): Promise<StoredCase> {
  return transaction(pool, async (tx) => {
    const { suite, serverNames } = await claimWithServers(tx, context);
    return revise(tx, { suite, serverNames, userId }, caseId, patch);
  });
}

async function revise(
  tx: Tx,
  { suite, serverNames, userId }: { suite: StoredSuite; serverNames: string[]; userId: string | undefined },
  caseId: string,
  patch: UpdateEvalCase,
): Promise<StoredCase> {
  const before = await findCase(tx, suite.projectId, suite.id, caseId);
  if (!before) throw notFound('case');
  if (patch.expectedRevision !== undefined && patch.expectedRevision !== before.revision) {
    throw conflict('The case changed since you read it.', {
      currentRevision: before.revision,
      changes: changesRecord(await listCaseChanges(tx, caseId, patch.expectedRevision)),
    });
  }
  const body = patchedCase(before.body, patch);
  refuseFault(casePatchFault(before.body, body, patch, suite, serverNames));
  const changed = changedPaths(before.body, body);
  const saved = changed.length === 0 ? undefined : await replaced(tx, suite.id, { ...before, body });
  if (saved) await insertCaseChange(tx, saved, { changed, createdBy: userId });
  await audit(tx, saved && { target: { suiteId: suite.id, caseId }, before: toCase(before), after: toCase(saved) });
  return saved ?? before;
}

async function replaced(tx: Tx, suiteId: string, next: StoredCase): Promise<StoredCase> {
  const saved = await replaceCase(tx, suiteId, next);
  if (!saved) throw new Error(`The case ${next.id} changed although its suite was claimed.`);
  refuseFault(roomFault((await findExtent(tx, suiteId)).load), { reason: 'UNSTORABLE_ITEM' });
  return saved;
}
