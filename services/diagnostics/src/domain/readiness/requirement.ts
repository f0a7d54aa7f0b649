import type { Lane, RequirementItem, SubmissionMode } from '@assay/contract/areas/readiness/documents';
import type { ReadinessEvidence } from '@assay/contract/areas/readiness/work';

/** The grade of one requirement, from the evidence. */
export type RequirementGrade = (
  | { result: 'pass'; detail: string }
  | {
      result: 'warn' | 'fail';
      detail: string;
      evidence?: string[];
      items?: RequirementItem[];
      fix: string;
    }
  | {
      result: 'notEvaluated';
      detail: string;
      missingInput: string;
    }
  | { result: 'notApplicable'; detail: string }
) & {
  /** The grade is what the submitter states. */
  stated?: true;
  /** Only the submitter has evidence, and can state it. */
  statable?: true;
};

export type RequirementJudge = (evidence: ReadinessEvidence, submissionMode: SubmissionMode | null) => RequirementGrade;

/** One requirement of a publisher: its text in our words, its source, and its judge. */
export interface Requirement {
  id: string;
  lane: Lane;
  text: string;
  source: string;
  judge: RequirementJudge;
}

export const pass = (detail: string): RequirementGrade => ({ result: 'pass', detail });
export const notApplicable = (detail: string): RequirementGrade => ({ result: 'notApplicable', detail });
export const notEvaluated = (detail: string, missingInput: string): RequirementGrade => ({
  result: 'notEvaluated',
  detail,
  missingInput,
});

/** At most this many names are listed. */
const NAMED = 20;
const faulty =
  (result: 'warn' | 'fail') =>
  (detail: string, fix: string, about: string[] = [], items: RequirementItem[] = []): RequirementGrade => ({
    result,
    detail,
    fix,
    ...(about.length > 0 && { evidence: about.slice(0, NAMED) }),
    ...(items.length > 0 && { items: items.slice(0, NAMED) }),
  });
export const warn = faulty('warn');
export const fail = faulty('fail');
