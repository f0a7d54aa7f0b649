import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import { given } from '@assay/contract/given';
import { configHashes } from '@assay/grading/compare/config-hash';

/** Hashes of the rules that graded a case's iterations, if they differ from the frozen rules of its run. */
export type GradedBy = ReturnType<typeof configHashes>;

/** A run's cases by their positions, and its suite's checks. */
export interface GradingStandards {
  cases: ReadonlyMap<number, FrozenCase>;
  checks: readonly EvalAssertion[];
}

/**
 * The rules of each case under other standards than the frozen ones; null for an unchanged case. The pass threshold and
 * the judge stay as the run froze them.
 */
export function gradedBy(frozen: GradingStandards, { cases, checks }: GradingStandards): Map<number, GradedBy | null> {
  return new Map(
    [...frozen.cases].map(([position, was]) => {
      const { judge: _, passThreshold: __, ...is } = cases.get(position)!;
      const { judge, passThreshold } = was;
      return [
        position,
        cases.get(position) === was ? null : configHashes({ ...is, ...given({ judge, passThreshold }) }, checks),
      ];
    }),
  );
}
