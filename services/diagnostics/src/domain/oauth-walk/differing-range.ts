/** The parts of two texts between their common beginning and their common end, as `from` and `to` in characters. */
export function differingRanges(given: string, found: string): Record<'given' | 'found', { from: number; to: number }> {
  const shorter = Math.min(given.length, found.length);
  let from = 0;
  while (from < shorter && given[from] === found[from]) from++;
  let same = 0;
  while (same < shorter - from && given.at(-1 - same) === found.at(-1 - same)) same++;
  return { given: { from, to: given.length - same }, found: { from, to: found.length - same } };
}
