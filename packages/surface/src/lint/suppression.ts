import type { LintFinding, LintSuppression } from '@assay/contract/areas/diagnosis/lint';

/** The scope of a suppression. */
export type SuppressedScope = Pick<LintSuppression, 'id' | 'ruleId' | 'item' | 'paths'>;

/** The suppression of a rule that hides a place, if any; the narrowest of several. */
export function suppressionOf(
  { kind, name, path }: LintFinding['location'],
  scopesOfRule: readonly SuppressedScope[],
): SuppressedScope | undefined {
  const fitting = scopesOfRule.filter(
    ({ item, paths }) => (!item || (item.kind === kind && item.name === name)) && (!paths || paths.includes(path)),
  );
  return fitting.find(({ paths }) => paths) ?? fitting.find(({ item }) => item) ?? fitting[0];
}
