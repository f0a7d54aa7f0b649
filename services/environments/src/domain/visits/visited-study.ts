import type { StudyMode } from '@assay/contract/areas/studies/documents';
import type { GuestLimits } from './guest-limits.ts';

/** A study as its visitors meet it. */
export interface VisitedStudy {
  id: string;
  organizationId: string;
  projectId: string;
  environmentId: string;
  name: string;
  description: string;
  mode: StudyMode;
  accessVersion: number;
  limits: GuestLimits;
  /** The member whom the link was made for. */
  memberId: string | undefined;
}
