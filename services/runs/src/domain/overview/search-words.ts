/** The query of a search: an id, or words and perhaps the number of a run. */
export interface SearchWords {
  /** The text as one id; undefined where it cannot be one. */
  id: string | undefined;
  /** In lower case. */
  words: string[];
  /** The number of a run, and the words without it. */
  run: { number: number; words: string[] } | undefined;
}

/** A TypeID: a prefix and 26 characters. */
const ID = /^[a-z]+_[0-9a-z]{26}$/;
/** Numbers of runs are 32-bit integers in the database. */
const MAX_NUMBER = 2_147_483_647;
/** The words of a search that name runs themselves. */
const RUN = new Set(['run', 'runs']);

/** Reads the text of a search. */
export function searchWords(text: string): SearchWords {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const number = words.find((word) => /^#?\d+$/.test(word));
  const value = Number(number?.replace('#', ''));
  return {
    id: words.length === 1 && ID.test(words[0]!) ? words[0] : undefined,
    words,
    run:
      number !== undefined && value <= MAX_NUMBER
        ? { number: value, words: words.filter((word) => word !== number && !RUN.has(word)) }
        : undefined,
  };
}
