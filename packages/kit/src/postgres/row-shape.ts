import type { FieldDef } from 'pg';

/** The keys of the rows of a result. */
interface RowShape {
  keys: string[];
  /** A row in which every column is null. */
  empty: Record<string, unknown>;
}

/** By the names of their columns; there are as many as statements. */
const shapes = new Map<string, RowShape>();

/** The key of a column in its row: `created_at` → `createdAt`. */
export const keyOfColumn = (name: string): string =>
  name.replaceAll(/(?<=[a-z0-9])_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

function shapeOf(fields: FieldDef[]): RowShape {
  const names = fields.map((field) => field.name).join();
  let shape = shapes.get(names);
  if (!shape) {
    const keys = fields.map((field) => keyOfColumn(field.name));
    shape = { keys, empty: Object.fromEntries(keys.map((key) => [key, null])) };
    shapes.set(names, shape);
  }
  return shape;
}

/** The rows of a result whose rows are lists of values, with their keys in camelCase. */
export function rowsOf<R>({ fields, rows }: { fields: FieldDef[]; rows: unknown[][] }): R[] {
  if (rows.length === 0) return [];
  const { keys, empty } = shapeOf(fields);
  return rows.map((values) => {
    const row = { ...empty };
    // A write of null would cost as much as one of a value.
    for (let i = 0; i < values.length; i++) if (values[i] !== null) row[keys[i]!] = values[i];
    return row as R;
  });
}
