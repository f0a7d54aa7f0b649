import { createHash, randomInt } from 'node:crypto';

/** The seed of the random points of this run; the variable `TEST_SEED` repeats the points of an earlier run. */
export const testSeed = Number(process.env.TEST_SEED ?? randomInt(2 ** 31));

/** A reproducible source of numbers from 0 up to 1. */
export function randomPoints(seed = testSeed): () => number {
  let drawn = 0;
  return () => createHash('sha256').update(`${seed} ${drawn++}`).digest().readUInt32BE() / 2 ** 32;
}

/** The items in random order. */
export const shuffled = <T>(items: readonly T[], random: () => number): T[] =>
  items
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
