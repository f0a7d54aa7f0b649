import type { TSchema } from 'typebox';
import type { Json, JsonObject } from '../json-schema.ts';
import { parserOf, unexpectedValues, type Row } from './row.ts';
import { verdictOf } from '../verdict.ts';

/**
 * A request: its required fields, and rows for its fields, whose values stand in the field that the path begins with.
 */
export interface Body {
  schema: TSchema;
  base: JsonObject;
  fields: [path: string, row: Row][];
}

/** Tests that bodies have the documented fields and bounds, require the fields of their base, and refuse other keys. */
export function testBodies(bodies: Record<string, Body>): void {
  const rows = Object.entries(bodies).flatMap(([name, { schema, base, fields }]) =>
    fields.map(([path, row]) => [path, name, { schema, base, row }] as const),
  );
  test.each(rows)('%s of %s has the bounds of the specification', (path, _, { schema, base, row }) => {
    const around = (value: Json) => ({ ...base, [path.split('/')[0]!]: value });
    expect(unexpectedValues({ schema, path: `/${path}`, around }, row)).toEqual([]);
  });

  test.each(Object.entries(bodies))('%s refuses unknown keys', (_, { schema, base }) => {
    expect([verdictOf(parserOf(schema), base), verdictOf(parserOf(schema), { ...base, zz: 1 })]).toEqual([
      'accepted',
      'VALIDATION_ERROR at /zz',
    ]);
  });

  const needed = Object.entries(bodies).flatMap(([name, { schema, base }]) =>
    Object.keys(base).map((key) => [name, key, { schema, base }] as const),
  );
  test.each(needed)('%s requires its %s', (_, key, { schema, base }) => {
    expect(verdictOf(parserOf(schema), Object.fromEntries(Object.entries(base).filter(([each]) => each !== key)))).toBe(
      `VALIDATION_ERROR at /${key}`,
    );
  });
}
