/** Of all the words of two prompts, the part that both must have: 17 of 20. */
const SHARED = 17;
const OF = 20;
/** Texts that differ in more words than this are not near-same, however long they are. */
export const MAX_DIFFERENCE = 31;
/** Words of fewer letters mean something else as soon as a letter differs. */
const MIN_LETTERS = 5;
const MAX_TYPOS = 2;

/** The words of each prompt of a text. */
export type Words = ReadonlySet<string>[];

/** Of how many words a text that is near-same to one of `size` words lacks some or has some more, at most. */
export const mostDifferent = (size: number): number =>
  Math.min(Math.floor((size * (OF - SHARED)) / SHARED), MAX_DIFFERENCE);

/** The sizes that a text may have which is near-same to one of `size` words. */
export const similarSizes = (size: number): { least: number; most: number } => ({
  least: Math.ceil((size * SHARED) / OF),
  most: Math.floor((size * OF) / SHARED),
});

/**
 * Whether two texts say nearly the same: each prompt shares most of its words with its counterpart, and the others are
 * additions of one side, or misspellings of one another.
 */
export function areNearSame(a: Words, b: Words): boolean {
  if (a.length !== b.length) return false;
  let differing = 0;
  return a.every((words, i) => {
    const different = differenceOf(words, b[i]!);
    differing += different ?? Infinity;
    return differing <= MAX_DIFFERENCE;
  });
}

/** How many words only one of two prompts has; undefined when they are not near-same. */
function differenceOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number | undefined {
  const onlyA = missing(a, b);
  const onlyB = onlyA && missing(b, a);
  if (!onlyB || OF * (a.size - onlyA.length) < SHARED * (a.size + onlyB.length)) return undefined;
  const alike = onlyA.length === 0 || onlyB.length === 0 || (onlyA.length === onlyB.length && pairUp(onlyA, onlyB));
  return alike ? onlyA.length + onlyB.length : undefined;
}

/** The words that only the first prompt has; undefined as soon as there are too many. */
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

/** Whether each word has another one as its misspelling: a perfect matching, by augmenting paths. */
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

/** Typing errors spare the first letter; what changes it is a prefix that turns the meaning: increase, decrease. */
const isMisspelt = (a: string, b: string): boolean =>
  a.length >= MIN_LETTERS && b.length >= MIN_LETTERS && a[0] === b[0] && isWithin(MAX_TYPOS, a, b);

/** Whether at most `edits` letters must be added, removed or replaced. */
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
