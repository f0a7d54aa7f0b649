import type { EvalRunDisclosure } from '@assay/contract/areas/eval-runs/disclosure';
import type { EvalLaunchPreview } from '@assay/contract/areas/run-groups/launch-preview';
import { MICROS_PER_USD } from '@assay/launching/spending-cap';
import type { PlannedIteration } from '../eval-runs/plan.ts';

/** The cost of a suite's trials with one model, in millionths of a US dollar. */
export interface TrialCost {
  model: string;
  mean: number;
  dearest: number;
}

/** How fast and at what price the last runs of a suite went. */
export interface SuitePace {
  /** From the start to the end of these runs together, in milliseconds, and their ended trials. */
  durationMs: number;
  trials: number;
  /** Sent to models and received, by these trials together. */
  tokens: number;
  costs: readonly TrialCost[];
}

type Price = NonNullable<EvalLaunchPreview['targets'][number]['price']>;
type DisclosedModel = EvalRunDisclosure['models'][number];

/** The usual and the dearest price of trials; null where a model that may cost something has no known trial. */
export function priceOf(
  iterations: readonly Pick<PlannedIteration, 'model'>[],
  models: readonly DisclosedModel[],
  costs: readonly TrialCost[],
): Price {
  const free = new Set(models.filter(isFree).map(({ id }) => id));
  const sum = { usual: 0, dearest: 0 };
  for (const { model } of iterations) {
    if (model === null || free.has(model)) continue;
    const cost = costs.find((each) => each.model === model);
    if (!cost) return { usualUsd: null, dearestUsd: null };
    sum.usual += cost.mean;
    sum.dearest += cost.dearest;
  }
  return { usualUsd: sum.usual / MICROS_PER_USD, dearestUsd: sum.dearest / MICROS_PER_USD };
}

const isFree = ({ pricing }: DisclosedModel): boolean =>
  pricing?.inputUsdPerMillion === 0 && pricing.outputUsdPerMillion === 0;

/** How long trials take at the pace of earlier runs, in milliseconds, and their tokens; null without an earlier run. */
export function paceOf(
  iterations: number,
  { durationMs, tokens, trials }: SuitePace,
): { expectedDurationMs: number | null; expectedTokens: number | null } {
  const scaled = (sum: number) => (trials === 0 ? null : Math.round((sum / trials) * iterations));
  return { expectedDurationMs: scaled(durationMs), expectedTokens: scaled(tokens) };
}
