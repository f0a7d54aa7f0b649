import { textOf, type JsonObject } from '../../json.ts';
import { listFirst } from '../../list-first.ts';
import type { LocatedSchema } from './located.ts';
import { changedKeyword, type SchemaChange } from './schema-change.ts';
import { declaredTypes, finiteValues, possibleTypes } from './value-types.ts';

/** The compared normal forms, and their origins. */
export interface NormalPair {
  from: JsonObject;
  to: JsonObject;
  before: LocatedSchema;
  after: LocatedSchema;
  path: string;
}
type Compare = (pair: NormalPair) => SchemaChange[];

const typesOf: Compare = ({ from, to, before, after, path }) => {
  const [declaredBefore, declaredAfter] = [declaredTypes(from), declaredTypes(to)];
  const gone = possibleTypes(before).difference(declaredAfter);
  const come = possibleTypes(after).difference(declaredBefore);
  const at = `${path}/type`;
  return [
    ...(gone.size > 0
      ? [changedKeyword('narrowed', at, from['type'], to['type'], `no longer takes ${listFirst([...gone])}`)]
      : []),
    ...(come.size > 0
      ? [changedKeyword('widened', at, from['type'], to['type'], `takes ${listFirst([...come])} as well`)]
      : []),
  ];
};

const valuesOf: Compare = ({ from, to, path }) => {
  const [before, after] = [finiteValues(from), finiteValues(to)];
  const key = Object.hasOwn(to, 'const') || Object.hasOwn(from, 'const') ? 'const' : 'enum';
  const say = (effect: 'narrowed' | 'widened', message: string) => [
    changedKeyword(effect, `${path}/${key}`, from[key], to[key], message),
  ];
  if (!before || !after)
    return before
      ? say('widened', 'takes other values as well')
      : after
        ? say('narrowed', `takes only ${listFirst([...after.keys()])}`)
        : [];
  const gone = [...before.keys()].filter((value) => !after.has(value));
  const come = [...after.keys()].filter((value) => !before.has(value));
  return [
    ...(gone.length > 0 ? say('narrowed', `no longer takes ${listFirst(gone)}`) : []),
    ...(come.length > 0 ? say('widened', `takes ${listFirst(come)} as well`) : []),
  ];
};

const requiredOf: Compare = ({ from, to, path }) => {
  const [before, after] = [namesOf(from), namesOf(to)];
  const say = (effect: 'narrowed' | 'widened', message: string) => [
    changedKeyword(effect, `${path}/required`, from['required'], to['required'], message),
  ];
  const [come, gone] = [after.difference(before), before.difference(after)];
  return [
    ...(come.size > 0 ? say('narrowed', `now requires ${listFirst([...come].map(textOf))}`) : []),
    ...(gone.size > 0 ? say('widened', `no longer requires ${listFirst([...gone].map(textOf))}`) : []),
  ];
};
const namesOf = ({ required }: JsonObject): Set<unknown> => new Set(Array.isArray(required) ? required : []);

/** A bound that may include or exclude its value; `sign` is 1 when a greater number refuses more. */
const bound =
  (inclusive: string, exclusive: string, sign: 1 | -1): Compare =>
  ({ from, to, path }) => {
    const strictest = (schema: JsonObject) =>
      [inclusive, exclusive]
        .flatMap((key) =>
          typeof schema[key] === 'number' ? [{ key, at: schema[key] * sign, open: key === exclusive ? 1 : 0 }] : [],
        )
        .sort((a, b) => b.at - a.at || b.open - a.open)[0];
    const [before, after] = [strictest(from), strictest(to)];
    const tighter = (after?.at ?? -Infinity) - (before?.at ?? -Infinity) || (after?.open ?? 0) - (before?.open ?? 0);
    // Neither has a bound.
    if ((!before && !after) || tighter === 0) return [];
    const key = (after ?? before)!.key;
    return [
      changedKeyword(
        tighter > 0 ? 'narrowed' : 'widened',
        `${path}/${key}`,
        from[key],
        to[key],
        `${key} ${tighter > 0 ? 'accepts less' : 'accepts more'} than before`,
      ),
    ];
  };

/** A count with the default `fallback`. */
const count =
  (key: string, fallback: number, sign: 1 | -1): Compare =>
  ({ from, to, path }) => {
    const at = (schema: JsonObject) => (typeof schema[key] === 'number' ? schema[key] : fallback);
    const [before, after] = [at(from), at(to)];
    if (before === after) return [];
    const isTighter = (after - before) * sign > 0;
    return [
      changedKeyword(
        isTighter ? 'narrowed' : 'widened',
        `${path}/${key}`,
        from[key],
        to[key],
        `${key} lets ${isTighter ? 'less' : 'more'} through than before`,
      ),
    ];
  };

const multiples: Compare = ({ from: { multipleOf: before }, to: { multipleOf: after }, path }) => {
  if (before === after) return [];
  const say = (effect: 'narrowed' | 'widened', message: string) => [
    changedKeyword(effect, `${path}/multipleOf`, before, after, message),
  ];
  return [
    ...(isMultiple(before, after) ? [] : say('narrowed', 'no longer takes some numbers')),
    ...(isMultiple(after, before) ? [] : say('widened', 'takes more numbers')),
  ];
};
const isMultiple = (number: unknown, of: unknown): boolean =>
  of === undefined ||
  (Number.isInteger(number) && Number.isInteger(of) && of !== 0 && (number as number) % (of as number) === 0);

const uniqueness: Compare = ({ from: { uniqueItems: before }, to: { uniqueItems: after }, path }) => {
  if ((before === true) === (after === true)) return [];
  return [
    changedKeyword(
      after === true ? 'narrowed' : 'widened',
      `${path}/uniqueItems`,
      before,
      after,
      after === true ? 'no longer takes equal items' : 'takes equal items as well',
    ),
  ];
};

const isNumber = (value: unknown): boolean => typeof value === 'number';
const isAnything = (): boolean => true;

/** Keywords that are compared by their values only, and the check for valid values. */
export const simpleKeywords: { keywords: string[]; fits: (value: unknown) => boolean; compare: Compare }[] = [
  { keywords: ['type'], fits: (value) => typeof value === 'string' || Array.isArray(value), compare: typesOf },
  { keywords: ['const'], fits: isAnything, compare: () => [] },
  { keywords: ['enum'], fits: Array.isArray, compare: valuesOf },
  { keywords: ['required'], fits: Array.isArray, compare: requiredOf },
  { keywords: ['minimum', 'exclusiveMinimum'], fits: isNumber, compare: bound('minimum', 'exclusiveMinimum', 1) },
  { keywords: ['maximum', 'exclusiveMaximum'], fits: isNumber, compare: bound('maximum', 'exclusiveMaximum', -1) },
  ...['minLength', 'minItems', 'minProperties'].map((key) => ({
    keywords: [key],
    fits: isNumber,
    compare: count(key, 0, 1),
  })),
  ...['maxLength', 'maxItems', 'maxProperties'].map((key) => ({
    keywords: [key],
    fits: isNumber,
    compare: count(key, Infinity, -1),
  })),
  { keywords: ['multipleOf'], fits: isNumber, compare: multiples },
  { keywords: ['uniqueItems'], fits: (value) => typeof value === 'boolean', compare: uniqueness },
];
