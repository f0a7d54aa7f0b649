import type { EvalRun } from '@assay/contract/areas/eval-runs/documents';
import type { EvalRunVerdictCounts } from '@assay/contract/areas/eval-runs/listed-runs';

/** At most this many runs of a list are counted. */
export const MAX_COUNTED = 10_000;

/** The counts of a list's runs; more than `MAX_COUNTED` say that there are more. */
export function verdictCounts(counted: { verdict: EvalRun['verdict']; count: number }[]): EvalRunVerdictCounts {
  const sum = counted.reduce((total, { count }) => total + count, 0);
  return {
    total: Math.min(sum, MAX_COUNTED),
    isAtLeast: sum > MAX_COUNTED,
    verdict: {
      passed: 0,
      failed: 0,
      inconclusive: 0,
      notEstablished: 0,
      ...Object.fromEntries(counted.map(({ verdict, count }) => [verdict, count])),
    },
  };
}
