import type { SessionUsage } from '@assay/contract/areas/journey-runs/session-work';

type SideUsage = NonNullable<SessionUsage['assistant']>;

/** The two sides of a session; the models of both are paid apart. */
export const SIDES = ['assistant', 'persona'] as const;

/** The usage of several tries together; the cost of a side is unknown when one of its parts is. */
export function plusUsage(one: SessionUsage | null, other: SessionUsage | null): SessionUsage | null {
  if (!one || !other) return one ?? other;
  const sum: SessionUsage = {};
  for (const side of SIDES) {
    const both = plusSide(one[side], other[side]);
    if (both) sum[side] = both;
  }
  return sum;
}

function plusSide(one: SideUsage | undefined, other: SideUsage | undefined): SideUsage | undefined {
  if (!one || !other) return one ?? other;
  const isPriced = one.costMicros !== undefined && other.costMicros !== undefined;
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    cachedInputTokens: one.cachedInputTokens + other.cachedInputTokens,
    calls: one.calls + other.calls,
    ...(isPriced && { costMicros: one.costMicros! + other.costMicros! }),
    ...((one.isUnreported ?? other.isUnreported) && { isUnreported: true as const }),
  };
}
