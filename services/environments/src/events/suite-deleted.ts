import type { SuiteDeleted } from '@assay/mesh/events';
import type { Tx } from '@assay/kit/postgres/db';
import { deleteAttachments } from '../store/attachments/attachments.ts';

/** Lets go of the environments and clients that a deleted suite used. */
export const releaseSuite = (tx: Tx, { suiteId, projectId }: SuiteDeleted) =>
  deleteAttachments(tx, { projectId, kind: 'suite', id: suiteId });
