import equal from 'fast-deep-equal';
import { isObject } from '@assay/contract/json';
import { sizeOf } from '../cached-by-object.ts';
import { pointerToken } from '../json-pointer.ts';

export type ArgumentMatching = 'exact' | 'partial' | 'ignore';

/** Top-level strings that ask for a type instead of a value under partial matching. */
const PLACEHOLDERS: Record<string, (value: unknown) => boolean> = {
  any: () => true,
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  object: isObject,
  array: Array.isArray,
  null: (value) => value === null,
};

/**
 * Whether a call's arguments are the expected ones. `partial` compares only the listed keys, and a listed string that
 * names a JSON type matches any value of it; `exact` compares everything literally; `ignore` compares nothing.
 */
export function argumentsMatch(
  expected: Record<string, unknown>,
  actual: Record<string, unknown>,
  matching: ArgumentMatching,
): boolean {
  if (matching === 'ignore') return true;
  if (matching === 'exact') return equal(expected, actual);
  return Object.entries(expected).every(
    ([key, value]) => Object.hasOwn(actual, key) && valueMatches(value, actual[key]),
  );
}

/** At most this many differences of two arguments are named. */
const MAX_POINTERS = 20;

/**
 * JSON Pointers into the arguments, of the values that `argumentsMatch` finds to differ, to be missing or to be too many;
 * the first 20.
 */
export function differingPointers(
  expected: Record<string, unknown>,
  actual: Record<string, unknown>,
  matching: ArgumentMatching,
): string[] {
  if (matching === 'ignore') return [];
  const wanted = Object.entries(expected).filter(([key, value]) => {
    if (!Object.hasOwn(actual, key)) return true;
    return matching === 'exact' ? !equal(value, actual[key]) : !valueMatches(value, actual[key]);
  });
  const tooMany = matching === 'exact' ? Object.keys(actual).filter((key) => !Object.hasOwn(expected, key)) : [];
  return [
    ...wanted.flatMap(([key, value]) => differencesIn(`/${pointerToken(key)}`, value, actual[key])),
    ...tooMany.map((key) => `/${pointerToken(key)}`),
  ].slice(0, MAX_POINTERS);
}

/** The places within two values that differ: of objects with the same keys the values that do, else the whole. */
function differencesIn(pointer: string, expected: unknown, actual: unknown): string[] {
  if (!isObject(expected) || !isObject(actual)) return [pointer];
  const keys = Object.keys(expected);
  if (!equal(keys.toSorted(), Object.keys(actual).toSorted())) return [pointer];
  return keys
    .filter((key) => !equal(expected[key], actual[key]))
    .flatMap((key) => differencesIn(`${pointer}/${pointerToken(key)}`, expected[key], actual[key]));
}

/** Cost of comparing a call's arguments with expected ones, and of each character of the expected ones, in steps. */
const STEPS_PER_CALL = 200;
const STEPS_PER_CHARACTER = 5;

/** The highest cost of comparing a call's arguments with `expected`, in steps. */
export const stepsToMatch = (expected: Record<string, unknown>): number =>
  STEPS_PER_CALL + sizeOf(expected) * STEPS_PER_CHARACTER;

function valueMatches(expected: unknown, actual: unknown): boolean {
  const isOfType = typeAskedBy(expected);
  return isOfType ? isOfType(actual) : equal(expected, actual);
}

/** Whether an expected value asks for a type under partial matching. */
export const isPlaceholder = (expected: unknown): boolean => typeAskedBy(expected) !== undefined;

function typeAskedBy(expected: unknown): ((value: unknown) => boolean) | undefined {
  const placeholder = typeof expected === 'string' ? expected.trim().toLowerCase() : '';
  return Object.hasOwn(PLACEHOLDERS, placeholder) ? PLACEHOLDERS[placeholder] : undefined;
}
