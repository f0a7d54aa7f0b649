import { SuiteDeleted } from '@assay/contract/gen/assay/v1/events';
import type { Tx } from '@assay/kit/db';
import { newId } from '@assay/kit/id';
import { publish } from '@assay/kit/outbox';
import type { StoredSuite } from '../domain/suite-record.ts';
import { deleteSuite } from '../store/suites.ts';
import { SUITES } from '../topics.ts';

/** Deletes a suite with its cases and revisions, and tells the other rooms, who own the rest of it. */
export async function removeSuite(tx: Tx, { id: suiteId, projectId }: Pick<StoredSuite, 'id' | 'projectId'>): Promise<void> {
  await deleteSuite(tx, suiteId);
  const value = SuiteDeleted.encode({ suiteId, projectId, deletedAtMs: Date.now() }).finish();
  // A launch that is repeated with its key writes the suite anew under its id, so the id does not name one deletion.
  await publish(tx, { topic: SUITES, key: suiteId, id: newId('evt'), type: 'assay.v1.SuiteDeleted', value });
}
