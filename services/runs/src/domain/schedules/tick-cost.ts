import type { EvalLaunchPreview } from '@assay/contract/areas/run-groups/launch-preview';
import type { EvalSchedulePreview } from '@assay/contract/areas/schedules/documents';
import { given } from '@assay/contract/given';

type Tick = EvalSchedulePreview['tick'];

/** The expected cost of the run of a tick, or the reason why it would be refused. */
export function tickOf({ targets, refusal }: Pick<EvalLaunchPreview, 'targets' | 'refusal'>): Tick {
  const [target] = targets;
  if (refusal || !target || target.iterations === undefined)
    return { ...given({ refusal: refusal ?? target?.refusal }) };
  const { iterations, price, expectedDurationMs, expectedTokens } = target;
  return {
    ...given({ refusal: target.refusal, price, expectedDurationMs, expectedTokens }),
    trials: iterations,
  };
}

/** The same over all ticks of 30 days. */
export function monthOf(
  { trials, price, expectedDurationMs, expectedTokens }: Tick,
  ticks: number,
): EvalSchedulePreview['month'] {
  const times = (value: number | null | undefined): number | null =>
    value === null || value === undefined ? null : value * ticks;
  return {
    ticks,
    trials: times(trials),
    expectedDurationMs: times(expectedDurationMs),
    expectedTokens: times(expectedTokens),
    usualUsd: times(price?.usualUsd),
  };
}
