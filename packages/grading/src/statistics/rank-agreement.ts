import { randomFrom } from './seeded-random.ts';

/** How well two sides rank the same items. */
export interface RankAgreement {
  /** Kendall's tau-b, from -1 (opposite ranks) to 1 (the same ranks). */
  tau: number;
  /** The chance of a tau at least as far from 0 if the sides had nothing to do with each other. */
  pValue: number;
  /** Whether all orders were counted, and not a sample of them. */
  isExact: boolean;
}

/** Up to this number of items all orders are counted: 5,040. */
const EXACT_UP_TO = 7;
/** The number of orders that are drawn for more items. */
const DRAWN = 1_999;
/** The same orders are drawn each time, so that the same counts give the same answer. */
const SEED = 20_261_124;

/**
 * Kendall's tau-b of two sides of the same items: concordant minus discordant pairs, over the geometric mean of the pairs
 * that each side tells apart (Kendall 1945, Biometrika 33:239). Its p-value is two-sided, from the orders of one side: of
 * all of them, or of a seeded sample with the observed order added (Davison & Hinkley 1997, 4.3). Null when a side tells no
 * two items apart.
 */
export function rankAgreement(one: readonly number[], other: readonly number[]): RankAgreement | null {
  const [rows, columns] = [signsOf(one), signsOf(other)];
  const [inOne, inOther] = [toldApart(rows), toldApart(columns)];
  if (inOne === 0 || inOther === 0) return null;
  const items = one.map((_, i) => i);
  const score = concordance(rows, columns, items);
  const isAsFar = (order: readonly number[]) => Math.abs(concordance(rows, columns, order)) >= Math.abs(score);
  const isExact = one.length <= EXACT_UP_TO;
  const { far, all } = isExact ? countedOrders(items, isAsFar) : drawnOrders(items, isAsFar);
  return { tau: score / Math.sqrt(inOne * inOther), pValue: far / all, isExact };
}

/** For each pair of items, which of them is higher. */
const signsOf = (values: readonly number[]): number[][] =>
  values.map((value) => values.map((other) => Math.sign(value - other)));

const toldApart = (signs: readonly (readonly number[])[]): number =>
  signs.flatMap((row, i) => row.slice(i + 1)).filter((sign) => sign !== 0).length;

/** Concordant minus discordant pairs, when `order[i]` is the item of the other side beside item `i`. */
function concordance(
  rows: readonly (readonly number[])[],
  columns: readonly (readonly number[])[],
  order: readonly number[],
): number {
  let sum = 0;
  for (let i = 0; i < order.length; i++) {
    const [row, column] = [rows[i]!, columns[order[i]!]!];
    for (let j = i + 1; j < order.length; j++) sum += row[j]! * column[order[j]!]!;
  }
  return sum;
}

interface Counted {
  far: number;
  all: number;
}

/** Every order, by Heap's algorithm. */
function countedOrders(items: readonly number[], isAsFar: (order: readonly number[]) => boolean): Counted {
  const order = [...items];
  const counted = { far: 0, all: 0 };
  const permute = (size: number): void => {
    if (size <= 1) {
      counted.all++;
      if (isAsFar(order)) counted.far++;
      return;
    }
    for (let i = 0; i < size; i++) {
      permute(size - 1);
      if (i < size - 1) swap(order, size % 2 === 0 ? i : 0, size - 1);
    }
  };
  permute(order.length);
  return counted;
}

function drawnOrders(items: readonly number[], isAsFar: (order: readonly number[]) => boolean): Counted {
  const random = randomFrom(SEED);
  const order = [...items];
  const counted = { far: 1, all: DRAWN + 1 };
  for (let drawn = 0; drawn < DRAWN; drawn++) {
    for (let i = order.length - 1; i > 0; i--) swap(order, i, Math.floor(random() * (i + 1)));
    if (isAsFar(order)) counted.far++;
  }
  return counted;
}

function swap(order: number[], i: number, j: number): void {
  [order[i], order[j]] = [order[j]!, order[i]!];
}
