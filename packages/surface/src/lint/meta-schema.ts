import { Ajv, type Options } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isObject } from '@assay/contract/json';
import type { JsonObject } from '../json.ts';

const options: Options = { strict: false, validateFormats: false, logger: false };
const lazily = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => (made ??= make());
};

/** MCP reads a schema without a dialect as 2020-12. */
const NEWEST = 'https://json-schema.org/draft/2020-12/schema';
const DIALECTS: Record<string, () => Ajv> = {
  [NEWEST]: lazily(() => new Ajv2020(options)),
  'https://json-schema.org/draft/2019-09/schema': lazily(() => new Ajv2019(options)),
  'http://json-schema.org/draft-07/schema': lazily(() => new Ajv(options)),
};

const dialectOf = ({ $schema = NEWEST }: JsonObject): string | undefined => {
  const name = typeof $schema === 'string' ? $schema.replace(/#$/, '') : '';
  return Object.hasOwn(DIALECTS, name) ? name : undefined;
};

/** Whether the schema's dialect is checked here. */
export const hasKnownDialect = (schema: unknown): boolean => !isObject(schema) || dialectOf(schema) !== undefined;

/**
 * Where and how a schema breaks the meta-schema of its dialect; undefined for a well-formed one, and for dialects that
 * are not checked.
 */
export function metaSchemaFault(schema: unknown): { path: string; message: string } | undefined {
  if (typeof schema === 'boolean') return undefined;
  if (!isObject(schema)) return { path: '', message: 'must be an object' };
  const dialect = dialectOf(schema);
  if (dialect === undefined) return undefined;
  const ajv = DIALECTS[dialect]!();
  try {
    if (ajv.validateSchema(schema) === true) return undefined;
    const [error] = ajv.errors ?? [];
    return { path: error?.instancePath ?? '', message: error?.message ?? 'is not a JSON Schema' };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { path: '', message: 'is nested too deeply' };
  }
}
