import type { JudgeOpinion } from '@assay/contract/areas/judges/work';
import type { JudgeConfig } from './judge-version.ts';

/** The most that a trial can score whose case does not say what is expected: the judge had only the prompts to go by. */
export const CAP_WITHOUT_REFERENCE = 0.85;

/** What a judge said of one trial, before anything is decided by it. */
export type ScoredOpinion = Pick<JudgeOpinion, 'score' | 'criteria'>;

/** The score that counts. */
export const cappedScore = ({ score }: Pick<ScoredOpinion, 'score'>, hasReference: boolean): number =>
  hasReference ? score : Math.min(score, CAP_WITHOUT_REFERENCE);

/** A trial passes when its score reaches the threshold and every required criterion was met. */
export const passesJudge = (
  { score, criteria }: ScoredOpinion,
  { threshold, rubric }: Pick<JudgeConfig, 'threshold' | 'rubric'>,
): boolean =>
  score >= threshold &&
  (rubric?.criteria ?? []).every(
    ({ id, required }) => !required || criteria.some((each) => each.id === id && each.met),
  );

/** The share of what the reply states that the trial supports; a reply that states nothing is grounded. */
export function groundedness({ claims, unsupportedClaims }: Pick<JudgeOpinion, 'claims' | 'unsupportedClaims'>): {
  score: number;
  passed: boolean;
} {
  const unsupported = unsupportedClaims.length;
  return { score: unsupported === 0 ? 1 : 1 - unsupported / Math.max(claims, unsupported), passed: unsupported === 0 };
}
