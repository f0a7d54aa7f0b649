import { UsageError } from '../command-failure.ts';

/** A document as the API sends it, indented. */
export const printJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/**
 * The named fields of a document or of each item of a list, such as `id,summary.passRate`. A field that is absent is left
 * out. Throws UsageError for a list of fields that is empty.
 */
export function pickFields(value: unknown, fields: string): unknown {
  const paths = fields.split(',').map((each) => each.trim());
  if (paths.some((path) => path === '')) throw new UsageError(`--json ${fields} names an empty field`);
  return Array.isArray(value) ? value.map((item) => picked(item, paths)) : picked(value, paths);
}

function picked(item: unknown, paths: readonly string[]): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const path of paths) {
    const keys = path.split('.');
    const found = keys.reduce<unknown>(
      (at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined),
      item,
    );
    if (found === undefined) continue;
    const parent = keys.slice(0, -1).reduce<Record<string, unknown>>((at, key) => {
      if (!Object.hasOwn(at, key)) Object.defineProperty(at, key, { value: {}, enumerable: true });
      return at[key] as Record<string, unknown>;
    }, result);
    Object.defineProperty(parent, keys.at(-1)!, { value: found, enumerable: true });
  }
  return result;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
