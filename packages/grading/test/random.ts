/** A reproducible source of numbers from 0 up to 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

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
