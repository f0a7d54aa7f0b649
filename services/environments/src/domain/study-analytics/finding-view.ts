import type { StudyFinding } from '@assay/contract/areas/study-analytics/documents';
import { shownFinding } from '@assay/findings/mining/finding';
import { wordsOf } from '@assay/grading/findings/finding-words';
import type { StoredStudyFinding } from './stored-finding.ts';

/** A stored finding as callers see it. */
export const studyFindingOf = (studyId: string, finding: StoredStudyFinding): StudyFinding => ({
  ...shownFinding(finding),
  studyId,
  title: wordsOf(finding).title,
  firstSeenWindowId: finding.firstWindowId,
  lastSeenWindowId: finding.lastWindowId,
});
