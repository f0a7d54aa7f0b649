import { canonicalJson } from '@assay/contract/canonical';
import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import type { BacktestEvalRun } from '@assay/contract/areas/analysis/backtest';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import { given } from '@assay/contract/given';
import { layerMatchOptions } from '../matching/match-options.ts';
import type { JudgeConfig } from './judge-version.ts';
import { passesJudge, type ScoredOpinion } from './scored-opinion.ts';

export type BacktestDraft = Omit<BacktestEvalRun, 'cursor'>;

/** A case and its checks with a draft applied. */
export function caseUnderDraft(
  frozen: FrozenCase,
  checks: readonly EvalAssertion[],
  draft: BacktestDraft,
): { frozen: FrozenCase; checks: readonly EvalAssertion[] } {
  const matchOptions = layerMatchOptions(frozen.matchOptions, draft.matchOptions);
  return { frozen: { ...frozen, ...given({ matchOptions }) }, checks: draft.checks ?? checks };
}

/** Whether a draft changes the judge. */
export const isAboutJudge = ({ rubric, threshold }: BacktestDraft): boolean =>
  rubric !== undefined || threshold !== undefined;

/** The judge with a draft applied. */
export const draftedJudge = (
  asked: JudgeConfig,
  { rubric = asked.rubric, threshold = asked.threshold }: BacktestDraft,
): JudgeConfig => ({ ...asked, threshold, rubric: rubric ?? undefined });

/** The criteria of a drafted judge that are new or reworded, so that the stored opinion does not answer them. */
export function unaskedCriteria(asked: JudgeConfig, drafted: JudgeConfig): string[] {
  const wording = ({ rubric }: JudgeConfig) =>
    new Map(rubric?.criteria.map(({ id, label, description }) => [id, canonicalJson({ label, description })]));
  const before = wording(asked);
  return [...wording(drafted)].filter(([id, words]) => before.get(id) !== words).map(([id]) => id);
}

/**
 * The verdict of a stored opinion under a drafted judge; null when it passes but a required criterion has no answer.
 */
export function passesDraft(said: ScoredOpinion, drafted: JudgeConfig, missing: readonly string[]): boolean | null {
  const passes = passesJudge(said, { ...drafted, rubric: withoutCriteria(drafted.rubric, missing) });
  const isOpen = drafted.rubric?.criteria.some(({ id, required }) => required && missing.includes(id)) ?? false;
  return passes && isOpen ? null : passes;
}

const withoutCriteria = (rubric: JudgeConfig['rubric'], missing: readonly string[]): JudgeConfig['rubric'] =>
  rubric && { ...rubric, criteria: rubric.criteria.filter(({ id }) => !missing.includes(id)) };
