import type { CaseFacts, SideFacts } from './sides.ts';

/** The same case on both sides; one of them may not have it. */
export interface CasePair {
  key: string;
  base: CaseFacts | undefined;
  compare: CaseFacts | undefined;
}
/** The same case, there on both sides. */
export interface SharedCase extends CasePair {
  base: CaseFacts;
  compare: CaseFacts;
}

/**
 * The cases of two runs, those of the new one first. A case that ran on one model in each is the same case whatever the
 * models; where it ran on several, each model is held against itself.
 */
export function pairCases(base: SideFacts, compare: SideFacts): CasePair[] {
  const [was, is] = [
    Map.groupBy(base.cases, ({ caseId }) => caseId),
    Map.groupBy(compare.cases, ({ caseId }) => caseId),
  ];
  return [...new Set([...is.keys(), ...was.keys()])].flatMap((caseId) =>
    pairVariants(caseId, was.get(caseId) ?? [], is.get(caseId) ?? []),
  );
}

function pairVariants(caseId: string, was: CaseFacts[], is: CaseFacts[]): CasePair[] {
  if (was.length <= 1 && is.length <= 1) return [{ key: caseId, base: was[0], compare: is[0] }];
  const models = new Set([...is, ...was].map(({ model }) => model));
  const on = (variants: CaseFacts[], wanted: string | null) => variants.find(({ model }) => model === wanted);
  return [...models].map((model) => ({ key: `${caseId}@${model}`, base: on(was, model), compare: on(is, model) }));
}

export const isShared = (pair: CasePair): pair is SharedCase => pair.base !== undefined && pair.compare !== undefined;

/** Whether a case that both runs have was the same test in both, and was tried as often. */
export const isSameTest = ({ base, compare }: SharedCase): boolean =>
  base.contentHash === compare.contentHash &&
  base.evaluationHash === compare.evaluationHash &&
  base.model === compare.model &&
  base.configured === compare.configured;
