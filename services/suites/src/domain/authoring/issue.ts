import type { CaseDraft, DraftIssue } from '@assay/contract/areas/authoring/documents';
import type { EvalTestStep } from '@assay/contract/areas/cases/step';
import { keptText } from '@assay/kit/text/kept-text';

/** What is checked of a draft: its case, with those of its steps that are steps at all. */
export type DraftedCase = Pick<CaseDraft['case'], 'isNegativeTest' | 'expectedOutput' | 'checks'> & {
  steps: readonly EvalTestStep[];
};

/** Something that our own checks found; nobody has resolved it yet. */
export const issue = (code: DraftIssue['code'], message: string, stepId?: string): DraftIssue => ({
  code,
  message: keptText(message, 2000),
  ...(stepId !== undefined && { stepId: keptText(stepId, 200) }),
  blocking: true,
  origin: 'validation',
});
