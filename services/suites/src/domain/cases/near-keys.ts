import { mostDifferent, similarSizes, type PromptWords } from './near-same.ts';

/**
 * Numbers by which near-same texts are found. The hash of each word assigns it to one of several parts, one part more
 * than words may differ: two near-same texts have at least one part in common, and a part has several words, which few
 * other texts share.
 */
export interface NearKeys {
  /** The keys that are stored for the text. */
  kept: number[];
  /**
   * The keys to search for: a near-same text may be longer or shorter, and so be split into another number of parts.
   */
  probed: number[];
}

/**
 * The possible numbers of parts; they grow so that texts of similar sizes share few of them. The last exceeds
 * `MAX_DIFFERENCE`.
 */
const PARTS = [1, 2, 3, 4, 6, 8, 11, 16, 23, 32] as const;
const partsOf = (size: number): number => PARTS.find((parts) => parts > mostDifferent(size))!;

/** The keys of a text; texts of different scopes share none. */
export function nearKeysOf(scope: string, words: PromptWords): NearKeys {
  const hashes = words.flatMap((prompt, i) => [...prompt].map((word) => hashOf(word, i)));
  const size = hashes.length;
  const seed = hashOf(scope, 0);
  const { least, most } = similarSizes(size);
  const [from, own, to] = [partsOf(least), partsOf(size), partsOf(most)];
  const byParts = new Map(
    PARTS.filter((parts) => parts >= from && parts <= to).map((parts) => [
      parts as number,
      keysIn(parts, seed, hashes),
    ]),
  );
  return { kept: byParts.get(own)!, probed: [...byParts.values()].flat() };
}

// Read once: where globals are intercepted (a `vm` context) each read costs a microsecond.
const { imul } = Math;

/** A pair of 32-bit numbers. */
type Hash = readonly [number, number];

function keysIn(parts: number, [seed, otherSeed]: Hash, hashes: readonly Hash[]): number[] {
  const sums = Array.from(
    { length: parts },
    (_, part) => [mixed(seed ^ parts) + part, mixed(otherSeed + part) ^ parts] as [number, number],
  );
  for (const [first, second] of hashes) {
    const sum = sums[(first >>> 0) % parts]!;
    // Sums are independent of the order of the words.
    sum[0] = (sum[0] + mixed(first ^ second)) | 0;
    sum[1] = (sum[1] + second) | 0;
  }
  return sums.map(([high, low]) => (mixed(high) >>> 11) * 2 ** 32 + (mixed(low) >>> 0));
}

/** Two FNV-like hashes. A collision only costs an unnecessary comparison. */
function hashOf(text: string, seed: number): Hash {
  let [first, second] = [0x811c9dc5 ^ seed, 0x9e3779b9 ^ seed];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    first = imul(first ^ code, 0x01000193);
    second = imul(second ^ code, 0x85ebca6b) ^ (second >>> 13);
  }
  return [mixed(first), mixed(second)];
}

/** Spreads every bit of a number over all 32: the finaliser of MurmurHash3. */
function mixed(value: number): number {
  const once = imul(value ^ (value >>> 16), 0x85ebca6b);
  const twice = imul(once ^ (once >>> 13), 0xc2b2ae35);
  return twice ^ (twice >>> 16);
}
