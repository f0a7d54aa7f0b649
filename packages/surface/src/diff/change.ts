import type { SurfaceChange } from '@assay/contract/areas/surfaces/documents';
import { textOf } from '../json.ts';
import { spellText } from '../quote-text.ts';

export type ChangeGrade = SurfaceChange['grade'];
/** A change within an item; `message` describes the present state, without its subject. */
export type ItemChange = Omit<SurfaceChange, 'kind' | 'name'>;

const SHOWN = 1_000;

/** A changed part of an item. Long values before and after are left out. */
export function partChange(
  path: string,
  grade: ChangeGrade,
  from: unknown,
  to: unknown,
  message: string,
  more: Pick<SurfaceChange, 'affectsModels'> = {},
): ItemChange {
  return {
    path,
    change: from === undefined ? 'added' : to === undefined ? 'removed' : 'changed',
    grade,
    message,
    ...more,
    ...(isShort(from) && { from }),
    ...(isShort(to) && { to }),
  };
}

const isShort = (value: unknown): boolean => value !== undefined && textOf(value).length <= SHOWN;

/** The kind of a change in words: "is new", "is gone", "is another". */
export const changeText = (what: string, from: unknown, to: unknown): string =>
  `${spellText(what)} is ${from === undefined ? 'new' : to === undefined ? 'gone' : 'another'}`;

const GRADES: readonly ChangeGrade[] = ['breaking', 'additive', 'cosmetic'];

/** The changes, limited in number: the gravest ones, and one summary per grade for the others. */
export function limitChanges<Change extends { grade: ChangeGrade }>(
  changes: Change[],
  max: number,
  others: (grade: ChangeGrade, count: number) => Change,
): Change[] {
  if (changes.length <= max) return changes;
  const gravest = GRADES.flatMap((grade) => changes.filter((change) => change.grade === grade));
  const left = GRADES.map((grade) => ({
    grade,
    count: gravest.slice(max).filter((change) => change.grade === grade).length,
  })).filter(({ count }) => count > 0);
  return [...gravest.slice(0, max), ...left.map(({ grade, count }) => others(grade, count))];
}
