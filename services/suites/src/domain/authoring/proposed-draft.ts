import type { CaseDraft, DraftIssue } from '@assay/contract/areas/authoring/drafts';
import type { CreateEvalCase } from '@assay/contract/areas/cases/documents';
import type { CaseDoubt } from '@assay/mesh/gen/assay/v1/suites';
import { keptText } from '@assay/kit/text/kept-text';
import { draftIssues } from './draft-issues.ts';
import { fromRequest } from './drafted-case.ts';
import { isHeldBack } from './held-back.ts';
import { draftIssue } from './issue.ts';

/**
 * A case that another service proposes, as a draft with its doubts as issues. The servers are not asked, so its use of
 * tools is checked by the commit.
 */
export function proposedDraft(
  proposed: CreateEvalCase,
  evidenceNotes: readonly string[],
  doubts: readonly CaseDoubt[],
  draftId: string,
): CaseDraft {
  const drafted = fromRequest(proposed);
  const issues = [
    ...doubts.map(({ code, message, stepId }) => draftIssue(code as DraftIssue['code'], message, stepId || undefined)),
    ...draftIssues({ ...drafted.case, steps: proposed.steps }),
  ].slice(0, 100);
  return {
    version: 1,
    draftId,
    revision: 0,
    ...drafted,
    issues,
    evidenceNotes: evidenceNotes.slice(0, 100).map((note) => keptText(note, 2000)),
    additions: [],
    review: isHeldBack({ issues, additions: [] }) ? 'required' : 'accepted',
  };
}
