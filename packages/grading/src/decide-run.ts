/** What the decision of a run is made from. */
export interface RunFacts {
  status: string;
  /** Trials, whatever became of them. */
  total: number;
  passed: number;
  failed: number;
  /** Percent 0..100 of trials that must pass. */
  minimumAccuracy: number;
}

export interface RunDecision {
  verdict: 'passed' | 'failed' | 'notEstablished';
  /** Why there is no verdict; present exactly when there is none. */
  undecided?: { reason: 'runNotTerminal' | 'runStatusNotAVerdict' };
  measurementUnit: 'trial';
  /** `passRate` is a fraction of all trials, 0 when there is none. */
  summary: { total: number; passed: number; failed: number; passRate: number };
}

const UNDER_WAY = new Set(['pending', 'running', 'grading']);

/**
 * Decides a run on suite-wide accuracy. Only a run that completed has a verdict; one that was cancelled, timed out or
 * broke off says nothing, which is different from failing.
 */
export function decideRun({ status, total, passed, failed, minimumAccuracy }: RunFacts): RunDecision {
  const counted = { measurementUnit: 'trial', summary: { total, passed, failed, passRate: total === 0 ? 0 : passed / total } } as const;
  if (status !== 'completed') {
    return { verdict: 'notEstablished', undecided: { reason: UNDER_WAY.has(status) ? 'runNotTerminal' : 'runStatusNotAVerdict' }, ...counted };
  }
  return { verdict: reaches(passed, total, minimumAccuracy) ? 'passed' : 'failed', ...counted };
}

const DIGITS = 10;

/** Compares counts in whole numbers: no rounding may turn a miss into a hit, or a hit into a miss. No trials are 0 percent. */
function reaches(passed: number, total: number, minimumPercent: number): boolean {
  if (total === 0) return minimumPercent <= 0;
  const scaled = BigInt(minimumPercent.toFixed(DIGITS).replace('.', ''));
  return BigInt(passed) * 100n * 10n ** BigInt(DIGITS) >= scaled * BigInt(total);
}
