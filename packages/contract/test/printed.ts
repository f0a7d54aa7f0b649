import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  registerSchema,
  setShouldValidateFormat,
  validate,
  type SchemaObject,
} from '@hyperjump/json-schema/openapi-3-1';
import '@hyperjump/json-schema/formats';
import type { Operation } from '@assay/contract/operation';

const CONTRACT = 'https://contract.example/openapi.json';
// Without examples: the validator takes the `$schema` of an example for its own.
const committed = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../gateway/openapi.json'), 'utf8'),
  (key, value: unknown) => (key === 'example' || key === 'examples' ? undefined : value),
) as SchemaObject;
registerSchema(committed, CONTRACT, 'https://spec.openapis.org/oas/3.1/schema-base');
setShouldValidateFormat(true);

const pointer = (...keys: string[]) =>
  keys.map((key) => `/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');

/** Validates a body against the printed contract, with an independent validator. */
export async function printedValidator({ path, method }: Operation): Promise<(text: string) => boolean> {
  const check = await validate(
    `${CONTRACT}#${pointer('paths', path, method.toLowerCase(), 'requestBody', 'content', 'application/json', 'schema')}`,
  );
  return (text) => check(JSON.parse(text) as Parameters<typeof check>[0]).valid;
}
