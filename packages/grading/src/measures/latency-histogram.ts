/** How many times each bucket was met, by the number of the bucket. */
export type LatencyHistogram = Record<string, number>;

/** Four buckets for every doubling, so that a quantile is off by at most a tenth. */
const PER_DOUBLING = 4;

/** The bucket of a time in milliseconds; times below 1 ms share the first. */
export const latencyBucket = (ms: number): string => String(Math.round(PER_DOUBLING * Math.log2(Math.max(ms, 1))));

/** The middle of a bucket, in milliseconds. */
const middleOf = (bucket: string): number => Math.round(2 ** (Number(bucket) / PER_DOUBLING));

/**
 * The time below which a share of all times lies, in milliseconds, by the nearest rank; undefined for no times. Histograms
 * are added up bucket by bucket, so that days and sessions have no order; the quantile is off by at most 10 %.
 */
export function latencyQuantile(histogram: LatencyHistogram, share: number): number | undefined {
  const buckets = Object.entries(histogram)
    .filter(([, count]) => count > 0)
    .sort(([a], [b]) => Number(a) - Number(b));
  const total = buckets.reduce((sum, [, count]) => sum + count, 0);
  let rank = Math.ceil(share * total);
  for (const [bucket, count] of buckets) {
    rank -= count;
    if (rank <= 0) return middleOf(bucket);
  }
  return undefined;
}
