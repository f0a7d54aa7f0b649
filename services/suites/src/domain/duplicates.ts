import type { Marks } from './case-marks.ts';
import { openNearSearch, type NearSearch } from './near-search.ts';

export interface Marked { id: string; marks: Marks }
export interface Repeated { id: string; how: 'same' | 'near' }

/** Tells which case, if any, another one repeats; cases that are added are found from then on. */
export interface Duplicates {
  find(marks: Marks): Repeated | undefined;
  add(marked: Marked): void;
}

/** Searches among `present` and whatever is added, for the cases that are `coming` and no others. */
export function openDuplicates(present: readonly Marked[], coming: readonly Marks[]): Duplicates {
  const same = new Map<string, string>();
  const near = new Map<string, NearSearch>();
  for (const [shape, marks] of Map.groupBy(coming, (each) => each.shape)) near.set(shape, openNearSearch(marks.map(wordsOf)));
  const duplicates: Duplicates = {
    find({ content, shape, wording }) {
      const id = same.get(content);
      if (id !== undefined) return { id, how: 'same' };
      const similar = near.get(shape)?.find(wordsOf({ wording }));
      return similar === undefined ? undefined : { id: similar, how: 'near' };
    },
    add({ id, marks }) {
      if (!same.has(marks.content)) same.set(marks.content, id);
      near.get(marks.shape)?.add(id, wordsOf(marks));
    },
  };
  present.forEach(duplicates.add);
  return duplicates;
}

/** The words of each prompt, told apart by the prompt: the same word in two prompts is two words. */
const wordsOf = ({ wording }: Pick<Marks, 'wording'>): string[][] =>
  wording.split('\n').map((line, i) => line.split(' ').map((word) => `${i} ${word}`));
