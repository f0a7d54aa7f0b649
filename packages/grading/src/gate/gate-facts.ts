import type { NamedBaseline } from '@assay/contract/areas/gates/named-baseline';
import type { CaseFacts, SideFacts } from '../compare/sides.ts';

/** A run as gates see it. */
export interface GatedRun extends SideFacts {
  /** The sum over all trials; null when a trial has none. */
  totalTokens: number | null;
  costUsd: number | null;
  /** The 95th percentile over all completed trials; null when one has no duration. */
  p95LatencyMs: number | null;
}

/** The facts that a gate decides by. */
export interface GateFacts {
  run: GatedRun;
  baseline: GatedRun | undefined;
  /** The baseline in words, such as `run 6`. */
  baselineName?: string | undefined;
  /** The baseline that the launch or the gate names; undefined for the completed run before. */
  namedBaseline?: NamedBaseline | undefined;
}

export type ScoreIntegrity = 'valid' | 'invalid' | 'unknown';

/** Whether a run's scores are consistent; unknown when there are none. */
export function scoreIntegrity({
  scoredIterations,
  quarantinedIterations,
}: Pick<SideFacts, 'scoredIterations' | 'quarantinedIterations'>): ScoreIntegrity {
  if (quarantinedIterations > 0) return 'invalid';
  return scoredIterations > 0 ? 'valid' : 'unknown';
}

/** Whether some trials of a case passed and some failed. */
export const isFlaky = ({ passed, failed }: Pick<CaseFacts, 'passed' | 'failed'>): boolean => passed > 0 && failed > 0;
