import type { SurfaceChange } from '@assay/contract/documents/surface';
import { textOf } from '../json.ts';

export type Grade = SurfaceChange['grade'];
/** A change within an item; `message` says what the item does now, its subject left out. */
export type ItemChange = Omit<SurfaceChange, 'kind' | 'name'>;

const SHOWN = 1_000;

/** A part of an item that is not what it was. What was and what is are left out where they are long. */
export function partChange(path: string, grade: Grade, from: unknown, to: unknown, message: string, more: Pick<SurfaceChange, 'affectsModels'> = {}): ItemChange {
  return {
    path, change: from === undefined ? 'added' : to === undefined ? 'removed' : 'changed', grade, message, ...more,
    ...(isShort(from) && { from }), ...(isShort(to) && { to }),
  };
}

const isShort = (value: unknown): boolean => value !== undefined && textOf(value).length <= SHOWN;

/** What became of something: "is new", "is gone", "is another". */
export const became = (what: string, from: unknown, to: unknown): string => `${what} is ${from === undefined ? 'new' : to === undefined ? 'gone' : 'another'}`;
