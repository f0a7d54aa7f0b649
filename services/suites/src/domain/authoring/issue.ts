import type { CaseDraft, DraftIssue } from '@assay/contract/areas/authoring/drafts';
import type { EvalTestStep } from '@assay/contract/areas/cases/step';
import { keptText } from '@assay/kit/text/kept-text';

/** The parts of a draft that are checked: its case, with only the well-formed steps. */
export type DraftedCase = Pick<CaseDraft['case'], 'isNegativeTest' | 'expectedOutput' | 'checks'> & {
  steps: readonly EvalTestStep[];
};

/** An unresolved issue of our own checks. */
export const draftIssue = (code: DraftIssue['code'], message: string, stepId?: string): DraftIssue => ({
  code,
  message: keptText(message, 2000),
  ...(stepId !== undefined && { stepId: keptText(stepId, 200) }),
  blocking: true,
  origin: 'validation',
});
