import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import { configHashes } from '@assay/grading/compare/config-hash';

/** The rules that a case's trials were graded by, where those are not what its run froze. */
export type GradedBy = ReturnType<typeof configHashes>;

/** A run's cases by their positions, and its suite's checks. */
export interface Standards {
  cases: ReadonlyMap<number, FrozenCase>;
  checks: readonly EvalAssertion[];
}

/** Which rules the trials of each case are graded by under other standards than those that the run froze. How many must pass, and who judges, stays. */
export function gradedBy(frozen: Standards, { cases, checks }: Standards): Map<number, GradedBy | null> {
  return new Map(
    [...frozen.cases].map(([position, was]) => {
      const { judge: _, passThreshold: __, ...is } = cases.get(position)!;
      const { judge, passThreshold } = was;
      return [
        position,
        cases.get(position) === was
          ? null
          : configHashes(
              { ...is, ...(judge !== undefined && { judge }), ...(passThreshold !== undefined && { passThreshold }) },
              checks,
            ),
      ];
    }),
  );
}
