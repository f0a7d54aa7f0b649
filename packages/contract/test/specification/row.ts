import type { TSchema } from 'typebox';
import { parser } from '@assay/kit/json/parse';
import type { Json, JsonObject } from '../json-schema.ts';
import { verdictOf } from '../verdict.ts';

/** Values that fit a place of a document, and values that do not. */
export interface Row {
  fits: Json[];
  breaks: Json[];
}

/** Puts a value into an otherwise valid document, and gives its place. */
export interface Place {
  schema: TSchema;
  path: string;
  around: (value: Json) => JsonObject;
}

/** The values that a place treats otherwise than its row says; the test expects none. */
export function unexpectedValues({ schema, path, around }: Place, { fits, breaks }: Row): object[] {
  const met = (value: Json, expected: string) => ({
    value: JSON.stringify(value).slice(0, 100),
    expected,
    verdict: verdictOf(parserOf(schema), around(value)),
  });
  return [
    ...fits.map((value) => met(value, 'accepted')),
    ...breaks.map((value) => met(value, `VALIDATION_ERROR at ${path}`)),
  ].filter(({ verdict, expected }) => verdict !== expected);
}

const parsers = new Map<TSchema, ReturnType<typeof parser>>();

/** The parser of a schema, compiled once. */
export function parserOf(schema: TSchema): ReturnType<typeof parser> {
  const known = parsers.get(schema) ?? parser(schema);
  parsers.set(schema, known);
  return known;
}

/** A text of `count` characters, each of two UTF-16 units. */
export const longText = (count: number) => '😀'.repeat(count);

/** A list of `count` equal items. */
export const repeatedList = (count: number, value: Json): Json[] => Array.from({ length: count }, () => value);

export const countRow = (min: number, max: number): Row => ({
  fits: [min, max],
  breaks: [min - 1, max + 1, min + 0.5, String(min)],
});
export const rangeRow = (min: number, max: number): Row => ({
  fits: [min, max, (min + max) / 2],
  breaks: [min - 0.01, max + 0.01, String(min)],
});
export const wordsRow = (...fits: string[]): Row => ({ fits, breaks: ['other', '', 5] });
export const unknownKeyRow: Row = { fits: [], breaks: [1] };
export const flagRow: Row = { fits: [true, false], breaks: ['true', 0, null] };
export const nonEmpty: Row = { fits: ['a'], breaks: ['', 5, null] };
export const textRow: Row = { fits: ['', 'a'], breaks: [5, null] };
export const namesRow: Row = { fits: [['a'], ['a', 'b']], breaks: ['a', {}] };

const each = ({ fits, breaks }: Row, around: (value: Json) => Json): Row => ({
  fits: fits.map(around),
  breaks: breaks.map(around),
});
/** Rows for a key inside an object that stands in the field, with the object's other required keys. */
export const withinRow = (key: string, row: Row, whole: JsonObject = {}): Row =>
  each(row, (value) => ({ ...whole, [key]: value }));
/** Rows for the first item of a list that stands in the field. */
export const firstOf = (row: Row): Row => each(row, (value) => [value]);
