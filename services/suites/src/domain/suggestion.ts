import type { CaseDraft } from '@assay/contract/documents/authoring';
import type { CreateEvalCase } from '@assay/contract/documents/case';
import { draftIssues } from './draft-issues.ts';
import { fromRequest } from './drafted-case.ts';
import { isHeldBack } from './held-back.ts';
import { keptText } from './kept-text.ts';

/** A case that another room suggests, as a draft. Nobody asked the servers for it, so what it says of tools is left to the commit. */
export function suggestionOf(suggested: CreateEvalCase, evidenceNotes: readonly string[], draftId: string): CaseDraft {
  const drafted = fromRequest(suggested);
  const issues = draftIssues({ ...drafted.case, steps: suggested.steps });
  return {
    version: 1, draftId, revision: 0, ...drafted, issues, evidenceNotes: evidenceNotes.slice(0, 100).map((note) => keptText(note, 2000)), additions: [],
    review: isHeldBack({ issues, additions: [] }) ? 'required' : 'accepted',
  };
}
