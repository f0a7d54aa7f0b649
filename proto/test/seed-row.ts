import type { TSchema } from 'typebox';
import { parser } from '@assay/kit/parse';
import type { Json, JsonObject } from './json-schema.ts';
import { verdictOf } from './verdict.ts';

/** Values that fit a place of a document, and values that do not. */
export interface Row { fits: Json[]; breaks: Json[] }

/** Puts a value into a document of which everything else is right, and says where it stands. */
export interface Place { schema: TSchema; path: string; around: (value: Json) => JsonObject }

/** The values that a place treats otherwise than its row says; none is what is hoped for. */
export function surprises({ schema, path, around }: Place, { fits, breaks }: Row): object[] {
  const met = (value: Json, expected: string) => ({ value: JSON.stringify(value).slice(0, 100), expected, verdict: verdictOf(parserOf(schema), around(value)) });
  return [...fits.map((value) => met(value, 'accepted')), ...breaks.map((value) => met(value, `VALIDATION_ERROR at ${path}`))]
    .filter(({ verdict, expected }) => verdict !== expected);
}

const parsers = new Map<TSchema, ReturnType<typeof parser>>();

/** The parser of a schema, compiled once. */
export function parserOf(schema: TSchema): ReturnType<typeof parser> {
  const known = parsers.get(schema) ?? parser(schema);
  parsers.set(schema, known);
  return known;
}

/** A text of so many characters, which are more UTF-16 units. */
export const characters = (count: number) => '😀'.repeat(count);

/** A list of so many times the same. */
export const times = (count: number, value: Json): Json[] => Array.from({ length: count }, () => value);
