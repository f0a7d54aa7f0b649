import type { StudyFinding } from '@assay/contract/areas/study-analytics/documents';
import { wordsOf } from '@assay/grading/findings/finding-words';
import type { StoredFinding } from './stored-finding.ts';

/** A stored finding as callers see it. */
export const studyFindingOf = (studyId: string, finding: StoredFinding): StudyFinding => ({
  id: finding.id,
  studyId,
  fingerprint: finding.fingerprint,
  title: wordsOf(finding).title,
  dimension: finding.dimension,
  detail: finding.detail,
  subject: finding.subject,
  status: finding.status,
  occurrenceCount: finding.occurrenceCount,
  firstSeenWindowId: finding.firstWindowId,
  lastSeenWindowId: finding.lastWindowId,
  firstSeenAt: finding.firstSeenAt.getTime(),
  lastSeenAt: finding.lastSeenAt.getTime(),
  resolvedAt: finding.resolvedAt?.getTime() ?? null,
  dismissedAt: finding.dismissedAt?.getTime() ?? null,
  updatedAt: finding.updatedAt.getTime(),
  evidence: finding.sessions,
});
