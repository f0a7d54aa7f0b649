/** Of all the words of two prompts, the part that both must have to count as near-same. */
const SIMILARITY = 0.85;

/** Finds texts of several prompts, each a set of words, that are pairwise near-same to those of another. */
export interface NearSearch {
  find(prompts: string[][]): string | undefined;
  add(id: string, prompts: string[][]): void;
}

/** A text as numbers: each of its words a rank, the rarest first. Words that are in no query have none. */
interface Ranked { id: string; all: number[]; prompts: { known: number[]; size: number }[] }

/**
 * Prefix filter: when two sets are this similar, they share one of their few rarest words, so only texts that do are
 * compared. `queries` are the texts that will be asked for, which tells what words matter and which of them are rare.
 */
export function openNearSearch(queries: string[][][]): NearSearch {
  const ranks = ranksOf(queries);
  const byWord = new Map<number, Ranked[]>();
  const ranked = (id: string, prompts: string[][]): Ranked => {
    const known = prompts.map((words) => ({ known: words.flatMap((word) => ranks.get(word) ?? []).sort(ascending), size: words.length }));
    return { id, all: known.flatMap((each) => each.known).sort(ascending), prompts: known };
  };

  return {
    find(prompts) {
      const text = ranked('', prompts);
      const seen = new Set<Ranked>();
      for (const word of text.all.slice(0, prefixLength(text.all.length))) {
        for (const other of byWord.get(word) ?? []) {
          if (seen.has(other)) continue;
          seen.add(other);
          if (text.prompts.every((each, i) => areSimilar(each, other.prompts[i]!))) return other.id;
        }
      }
      return undefined;
    },
    add(id, prompts) {
      const size = prompts.reduce((sum, words) => sum + words.length, 0);
      const text = ranked(id, prompts);
      // Every unknown word is one that a similar text lacks, and takes its place in the prefix.
      const prefix = prefixLength(size) - (size - text.all.length);
      for (const word of text.all.slice(0, Math.max(prefix, 0))) (byWord.get(word) ?? byWord.set(word, []).get(word)!).push(text);
    },
  };
}

const ascending = (a: number, b: number): number => a - b;

function ranksOf(texts: string[][][]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of texts.flat(2)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return new Map([...counts].sort(([, a], [, b]) => a - b).map(([word], rank) => [word, rank]));
}

const prefixLength = (size: number): number => size - Math.ceil(SIMILARITY * size - 1e-9) + 1;

/** Compares two sets, and stops as soon as too few words can still be shared. */
function areSimilar({ known: a, size: sizeOfA }: Ranked['prompts'][number], { known: b, size: sizeOfB }: Ranked['prompts'][number]): boolean {
  // |a ∩ b| / |a ∪ b| ≥ s  ⇔  |a ∩ b| ≥ s / (1 + s) · (|a| + |b|)
  const needed = Math.ceil((SIMILARITY / (1 + SIMILARITY)) * (sizeOfA + sizeOfB) - 1e-9);
  let shared = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (shared + Math.min(a.length - i, b.length - j) < needed) return false;
    if (a[i] === b[j]) { shared++; i++; j++; }
    else if (a[i]! < b[j]!) i++;
    else j++;
  }
  return shared >= needed;
}
