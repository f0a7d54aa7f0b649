import { keysOf, wordsOf, type CaseMarks } from './case-marks.ts';
import { keptText } from '@assay/kit/text/kept-text';
import { areNearSame, type PromptWords } from './near-same.ts';

export interface MarkedCase {
  id: string;
  marks: CaseMarks;
}
export interface RepeatedCase {
  id: string;
  how: 'same' | 'near';
}

/**
 * How many candidates are compared with one case. More candidates share its keys only when the whole suite follows one
 * pattern.
 */
export const MAX_COMPARED = 100;

/** Finds the case of a suite that another one repeats; added cases are found from then on. */
export interface DuplicateIndex {
  find(marks: CaseMarks): RepeatedCase | undefined;
  add(marked: MarkedCase): void;
}

interface Text {
  id: string;
  shape: string;
  words: PromptWords;
}

export function openDuplicates(suiteId: string, { near }: { near: boolean }): DuplicateIndex {
  const same = new Map<string, string>();
  const byKey = new Map<number, Text[]>();
  function* textsUnder(keys: number[]): Generator<Text> {
    for (const key of keys) yield* byKey.get(key) ?? [];
  }
  const findNear = (marks: CaseMarks): RepeatedCase | undefined => {
    const words = wordsOf(marks);
    const compared = new Set<Text>();
    for (const text of textsUnder(keysOf(suiteId, marks).probed)) {
      if (compared.has(text)) continue;
      if (text.shape === marks.shape && areNearSame(words, text.words)) return { id: text.id, how: 'near' };
      if (compared.add(text).size === MAX_COMPARED) return undefined;
    }
    return undefined;
  };
  return {
    find(marks) {
      const id = same.get(marks.content);
      if (id !== undefined) return { id, how: 'same' };
      return near ? findNear(marks) : undefined;
    },
    add({ id, marks }) {
      if (!same.has(marks.content)) same.set(marks.content, id);
      if (!near) return;
      const text = { id, shape: marks.shape, words: wordsOf(marks) };
      for (const key of keysOf(suiteId, marks).kept) (byKey.get(key) ?? byKey.set(key, []).get(key)!).push(text);
    },
  };
}

/** Describes which case is repeated. */
export const repetitionText = (subject: string, { id, how }: RepeatedCase, title: string | undefined): string =>
  `${subject} ${how === 'same' ? 'does the same as' : 'is nearly the same as'} the case ${id} ("${keptText(title ?? '', 100)}").`;
