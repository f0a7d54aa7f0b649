export { randomFrom } from '../src/statistics/seeded-random.ts';

/** The number of passed trials, each with the same chance. */
export function passesOf(random: () => number, trials: number, chance: number): number {
  let passed = 0;
  for (let i = 0; i < trials; i++) if (random() < chance) passed++;
  return passed;
}

/** The chance of each number of passes, 0 to `trials`. */
export function binomialChances(trials: number, chance: number): number[] {
  const shares = [(1 - chance) ** trials];
  for (let passed = 1; passed <= trials; passed++)
    shares.push((((shares[passed - 1]! * (trials - passed + 1)) / passed) * chance) / (1 - chance));
  return shares;
}
