import type { RateInterval } from '@assay/contract/areas/analysis/statistics';
import { wilsonInterval } from '../statistics/wilson.ts';

/** A share with the counts that it is made of. */
export interface MeasuredShare {
  /** Null when nothing was counted. */
  value: number | null;
  numerator: number;
  denominator: number;
  interval: RateInterval | null;
  /** The denominator is so small that the rate may be chance. */
  lowConfidence: boolean;
}

/** With fewer of what a rate is a share of, it may be chance. */
export const FEW_FOR_A_RATE = 20;

export const measuredShare = (numerator: number, denominator: number): MeasuredShare => ({
  value: denominator === 0 ? null : numerator / denominator,
  numerator,
  denominator,
  interval: wilsonInterval(numerator, denominator),
  lowConfidence: denominator < FEW_FOR_A_RATE,
});
