import type { JudgeOpinion } from '@assay/contract/areas/judges/work';
import type { JudgeConfig } from './judge-version.ts';

/** The highest score of an iteration whose case has no expected output: the judge had only the prompts. */
export const CAP_WITHOUT_REFERENCE = 0.85;

/** The score and criteria of an opinion, before the threshold is applied. */
export type ScoredOpinion = Pick<JudgeOpinion, 'score' | 'criteria'>;

/** The score after the cap. */
export const cappedScore = ({ score }: Pick<ScoredOpinion, 'score'>, hasReference: boolean): number =>
  hasReference ? score : Math.min(score, CAP_WITHOUT_REFERENCE);

/** An iteration passes when its score reaches the threshold and every required criterion is met. */
export const passesJudge = (
  { score, criteria }: ScoredOpinion,
  { threshold, rubric }: Pick<JudgeConfig, 'threshold' | 'rubric'>,
): boolean =>
  score >= threshold &&
  (rubric?.criteria ?? []).every(
    ({ id, required }) => !required || criteria.some((each) => each.id === id && each.met),
  );

/** The share of the reply's claims that the transcript supports; 1 for a reply without claims. */
export function groundednessOfOpinion({
  claims,
  unsupportedClaims,
}: Pick<JudgeOpinion, 'claims' | 'unsupportedClaims'>): {
  score: number;
  passed: boolean;
} {
  const unsupported = unsupportedClaims.length;
  return { score: unsupported === 0 ? 1 : 1 - unsupported / Math.max(claims, unsupported), passed: unsupported === 0 };
}
