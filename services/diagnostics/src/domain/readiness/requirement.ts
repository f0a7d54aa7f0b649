import type { Lane, SubmissionMode } from '@assay/contract/areas/readiness/documents';
import type { ReadinessEvidence } from '@assay/contract/areas/readiness/work';

/** What the evidence says about one requirement. */
export type Judgement =
  | { result: 'pass'; detail: string }
  | {
      result: 'warn' | 'fail';
      detail: string;
      evidence?: string[];
      fix: string;
    }
  | { result: 'notEvaluated'; detail: string; missingInput: string }
  | { result: 'notApplicable'; detail: string };

export type Judge = (evidence: ReadinessEvidence, submissionMode: SubmissionMode | null) => Judgement;

/** One thing that a publisher asks for: in our words, where it is said, and how it is judged. */
export interface Requirement {
  id: string;
  lane: Lane;
  text: string;
  source: string;
  judge: Judge;
}

export const pass = (detail: string): Judgement => ({ result: 'pass', detail });
export const notApplicable = (detail: string): Judgement => ({ result: 'notApplicable', detail });
export const notEvaluated = (detail: string, missingInput: string): Judgement => ({
  result: 'notEvaluated',
  detail,
  missingInput,
});

/** Names of what is wrong, as far as a reader wants them. */
const NAMED = 20;
const faulty =
  (result: 'warn' | 'fail') =>
  (detail: string, fix: string, about: string[] = []): Judgement => ({
    result,
    detail,
    fix,
    ...(about.length > 0 && { evidence: about.slice(0, NAMED) }),
  });
export const warn = faulty('warn');
export const fail = faulty('fail');
