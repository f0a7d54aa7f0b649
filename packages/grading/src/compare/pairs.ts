import type { CaseFacts, SideFacts } from './sides.ts';

/** The same case on both sides; one side may lack it. */
export interface CasePair {
  key: string;
  base: CaseFacts | undefined;
  compare: CaseFacts | undefined;
}
/** A case that both sides have. */
export interface SharedCase extends CasePair {
  base: CaseFacts;
  compare: CaseFacts;
}

/**
 * The cases of two runs, starting with the cases of the new one. A case that ran on one model in each run is the same
 * case even when the models differ; a case that ran on several models is paired model by model.
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

/** Whether a shared case is the same test in both runs, with the same number of trials. */
export const isSameTest = ({ base, compare }: SharedCase): boolean =>
  base.contentHash === compare.contentHash &&
  base.evaluationHash === compare.evaluationHash &&
  base.model === compare.model &&
  base.configured === compare.configured;
