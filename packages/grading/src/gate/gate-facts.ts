import type { CaseFacts, SideFacts } from '../compare/sides.ts';

/** A run as a gate sees it. */
export interface GatedRun extends SideFacts {
  /** Of all trials together; null where one did not tell. */
  totalTokens: number | null;
  costUsd: number | null;
  /** The 95th percentile over all trials that ran to an end of their own; null where one has no duration. */
  p95LatencyMs: number | null;
}

/** What a gate decides by. */
export interface GateFacts {
  run: GatedRun;
  baseline: GatedRun | undefined;
}

export type ScoreIntegrity = 'valid' | 'invalid' | 'unknown';

/** Whether a run's scores can be relied on; unknown where there are none. */
export function scoreIntegrity({
  scoredIterations,
  quarantinedIterations,
}: Pick<SideFacts, 'scoredIterations' | 'quarantinedIterations'>): ScoreIntegrity {
  if (quarantinedIterations > 0) return 'invalid';
  return scoredIterations > 0 ? 'valid' : 'unknown';
}

/** Cases of which some trials passed and some failed. */
export const isFlaky = ({ passed, failed }: Pick<CaseFacts, 'passed' | 'failed'>): boolean => passed > 0 && failed > 0;
