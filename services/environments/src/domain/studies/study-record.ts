import type { GuestExecution } from '@assay/contract/areas/studies/guest-execution';
import type { StudyMode } from '@assay/contract/areas/studies/documents';

/** A study as it is stored. */
export interface StoredStudy {
  id: string;
  organizationId: string;
  projectId: string;
  environmentId: string;
  name: string;
  description: string;
  mode: StudyMode;
  /** Rises whenever a visitor may have lost access. */
  accessVersion: number;
  /** Links that were made with another number are dead. */
  linkVersion: number;
  guestExecution: GuestExecution;
  createdAt: Date;
  updatedAt: Date;
}

/** Why a visit ended before its visitor left. */
export type VisitEnd = 'unpublished' | 'narrowed' | 'rebound' | 'linkRotated' | 'memberRemoved';

/** The part of a study that the audit log keeps. */
export const auditedStudy = ({
  environmentId,
  name,
  description,
  mode,
  accessVersion,
  linkVersion,
  guestExecution,
}: StoredStudy): object => ({
  environmentId,
  name,
  description,
  mode,
  accessVersion,
  linkVersion,
  guestExecution,
});
