import { Problem, reasons } from '@assay/contract/problem';

/** A budget that covers the requested models and is used up, as catalog answers it. */
export interface UsedUpBudget {
  budgetId: string;
  scope: string;
  scopeId: string;
  /** In milliseconds since the epoch; 0 for never. */
  resetsAtMs: number;
  /** For people. */
  message: string;
}

/** @throws RATE_LIMITED when a budget that covers the requested models is used up at the time `now`. */
export function assertBudgets({ refusal }: { refusal?: UsedUpBudget | undefined }, now: number): void {
  if (!refusal) return;
  const { budgetId, scope, scopeId, resetsAtMs, message } = refusal;
  const retryAfter = resetsAtMs > 0 ? Math.max(1, Math.ceil((resetsAtMs - now) / 1_000)) : undefined;
  throw new Problem(
    'RATE_LIMITED',
    message,
    {
      reason: reasons.BUDGET_EXHAUSTED,
      budgetId,
      scope,
      scopeId,
      ...(resetsAtMs > 0 && { resetsAt: resetsAtMs }),
    },
    retryAfter,
  );
}
