import type { Baseline } from '@assay/contract/areas/gates/documents';
import type { NamedBaseline } from '@assay/contract/areas/gates/named-baseline';
import type { RunSpec } from '@assay/contract/areas/eval-runs/run-spec';

/** The baseline that the launch of a run named, or else its gate; undefined for the completed run before it. */
export const namedBaselineOf = ({ baseline, gate }: Pick<RunSpec, 'baseline' | 'gate'>): NamedBaseline | undefined =>
  baseline ?? gate?.baseline;

/** A baseline with the way in which it was found. */
export function baselineRecord(named: NamedBaseline | undefined, baseRunId: string): Baseline {
  if (named?.runId !== undefined) return { policy: 'run', baseRunId };
  return named?.branch === undefined
    ? { policy: 'previous_completed', baseRunId }
    : { policy: 'branch', branch: named.branch, baseRunId };
}
