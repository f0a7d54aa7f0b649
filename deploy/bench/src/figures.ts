/** The measurements of the product and of its floor, round by round, in the same unit and in turns. */
export interface Figure {
  name: string;
  unit: string;
  product: number[];
  /** Absent for a number without a floor. */
  floor?: number[];
  /** Which of two numbers is the better one. */
  better: 'lower' | 'higher';
  /** The limit of the ratio of product to floor, or of the product's median. */
  target?: { of: 'ratio' | 'product'; limit: number };
}

export interface JudgedFigure extends Figure {
  productMedian: number;
  floorMedian?: number;
  /** Median over the rounds of product ÷ floor: a noisy moment affects both sides of its round. */
  ratio?: number;
  /** The product's best round ÷ the floor's best: an estimate for a quiet machine. */
  bestRatio?: number;
  met?: boolean;
}

/**
 * Runs the sides in turns, every second round in the opposite order (A B B A …), so that no side always comes after the
 * other; the first `warmUps` rounds are uncounted. Returns the measurements of each side in the counted rounds, none of a
 * side that is undefined.
 */
export async function measureInTurns<Side extends string>(
  { warmUps, rounds }: { warmUps: number; rounds: number },
  sides: Record<Side, (() => Promise<number>) | undefined>,
): Promise<Record<Side, number[]>> {
  const all = Object.entries(sides) as [Side, (() => Promise<number>) | undefined][];
  const entries = all.filter((entry): entry is [Side, () => Promise<number>] => entry[1] !== undefined);
  const measured = Object.fromEntries(all.map(([side]) => [side, [] as number[]])) as Record<Side, number[]>;
  for (let round = 0; round < warmUps + rounds; round++) {
    for (const [side, run] of round % 2 === 0 ? entries : entries.toReversed()) {
      const value = await run();
      if (round >= warmUps) measured[side].push(value);
    }
  }
  return measured;
}

export function judgeFigure(figure: Figure): JudgedFigure {
  const { product, floor, better, target } = figure;
  const productMedian = median(product);
  if (!floor) return { ...figure, productMedian, ...(target && { met: holds(productMedian, target.limit, better) }) };
  const ratio = median(product.map((value, round) => value / floor[round]!));
  const best = better === 'lower' ? Math.min : Math.max;
  return {
    ...figure,
    productMedian,
    floorMedian: median(floor),
    ratio,
    bestRatio: best(...product) / best(...floor),
    ...(target && { met: holds(target.of === 'ratio' ? ratio : productMedian, target.limit, better) }),
  };
}

const holds = (value: number, limit: number, better: Figure['better']) =>
  better === 'lower' ? value <= limit : value >= limit;

/** The median; of an even number of values, the mean of the two middle ones. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
}
