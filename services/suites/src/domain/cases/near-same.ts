/** The part of all words of two prompts that both must have: 17 of 20. */
const SHARED = 17;
const OF = 20;
/** Texts with more different words are not near-same, regardless of their length. */
export const MAX_DIFFERENCE = 31;
/** A different letter in a shorter word changes its meaning. */
const MIN_LETTERS = 5;
const MAX_TYPOS = 2;

/** The words of each prompt of a text. */
export type PromptWords = ReadonlySet<string>[];

/** The largest number of words that a near-same text to one of `size` words may lack or add. */
export const mostDifferent = (size: number): number =>
  Math.min(Math.floor((size * (OF - SHARED)) / SHARED), MAX_DIFFERENCE);

/** The possible sizes of a near-same text to one of `size` words. */
export const similarSizes = (size: number): { least: number; most: number } => ({
  least: Math.ceil((size * SHARED) / OF),
  most: Math.floor((size * OF) / SHARED),
});

/**
 * Whether two texts say nearly the same: each prompt shares most words with its counterpart, and the other words are
 * additions of one side, or misspellings.
 */
export function areNearSame(a: PromptWords, b: PromptWords): boolean {
  if (a.length !== b.length) return false;
  let differing = 0;
  return a.every((words, i) => {
    const different = differenceOf(words, b[i]!);
    differing += different ?? Infinity;
    return differing <= MAX_DIFFERENCE;
  });
}

/** The number of words that only one of two prompts has; undefined when they are not near-same. */
function differenceOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number | undefined {
  const onlyA = missing(a, b);
  const onlyB = onlyA && missing(b, a);
  if (!onlyB || OF * (a.size - onlyA.length) < SHARED * (a.size + onlyB.length)) return undefined;
  const alike = onlyA.length === 0 || onlyB.length === 0 || (onlyA.length === onlyB.length && pairUp(onlyA, onlyB));
  return alike ? onlyA.length + onlyB.length : undefined;
}

/** The words that only the first prompt has; undefined when there are too many. */
function missing(words: ReadonlySet<string>, from: ReadonlySet<string>): string[] | undefined {
  const most = Math.min(mostDifferent(from.size), words.size);
  const found: string[] = [];
  for (const word of words) {
    if (from.has(word)) continue;
    if (found.length === most) return undefined;
    found.push(word);
  }
  return found;
}

/** Whether each word is a misspelling of another one: a perfect matching, by augmenting paths. */
function pairUp(words: readonly string[], others: readonly string[]): boolean {
  const pairOf = new Map<string, string>();
  const pair = (word: string, tried: Set<string>): boolean =>
    others.some((other) => {
      if (tried.has(other) || !isMisspelt(word, other)) return false;
      tried.add(other);
      const taken = pairOf.get(other);
      if (taken !== undefined && !pair(taken, tried)) return false;
      pairOf.set(other, word);
      return true;
    });
  return words.every((word) => pair(word, new Set()));
}

/**
 * Typing errors keep the first letter; another first letter is a prefix that changes the meaning: increase, decrease.
 */
const isMisspelt = (a: string, b: string): boolean =>
  a.length >= MIN_LETTERS && b.length >= MIN_LETTERS && a[0] === b[0] && isWithin(MAX_TYPOS, a, b);

/** Whether the edit distance is at most `edits`. */
function isWithin(edits: number, a: string, b: string, from = 0, to = 0): boolean {
  let [i, j] = [from, to];
  while (i < a.length && a[i] === b[j]) {
    i++;
    j++;
  }
  if (i === a.length || j === b.length) return a.length - i + b.length - j <= edits;
  return (
    edits > 0 &&
    (isWithin(edits - 1, a, b, i + 1, j + 1) ||
      isWithin(edits - 1, a, b, i + 1, j) ||
      isWithin(edits - 1, a, b, i, j + 1))
  );
}
