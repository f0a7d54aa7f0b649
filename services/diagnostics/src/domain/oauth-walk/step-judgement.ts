import type { ComparingAs, OAuthRevision, WalkStep } from '@assay/contract/areas/oauth-grants/walk';
import type { WalkEvidence } from './walk-evidence.ts';

/** The client that walks, and the rules that apply. */
export interface Walker {
  as: ComparingAs;
  revision: OAuthRevision;
}

/** A step without the fields that follow from its place. */
export type StepJudgement = Pick<WalkStep, 'status' | 'found'> &
  Partial<
    Pick<WalkStep, 'exchanges' | 'document' | 'differs' | 'explanation' | 'nextStep' | 'corrected' | 'durationMs'>
  >;

export type StepJudge = (seen: WalkEvidence, walker: Walker) => StepJudgement;
