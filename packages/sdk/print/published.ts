import { placeOfInput, type Operation } from '@assay/contract/operation';
import { allOperations } from '@assay/contract/operations';
import { schemaPrinter } from '@assay/contract/json-schema/print-schemas';
import type { TSchema } from 'typebox';
import type { JsonSchema } from './json-schema.ts';

/** Every operation of the API, by its id. */
export const sortedOperations: Operation[] = Object.values(allOperations).toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** The documents of the API by their names, as openapi.json publishes them. */
export const documents: Record<string, JsonSchema> = {};

const print = schemaPrinter(documents);

/** The published schema of an input or a reply; its named parts are in `documents`. */
export const published = (schema: TSchema): JsonSchema => print(schema) as JsonSchema;

/** The published schema of an operation's input. A query without a name is named after the operation. */
export function publishedInput(operation: Operation): JsonSchema {
  const { id, input } = operation;
  const isNamed = '$id' in input || placeOfInput(operation) === 'body';
  return published(isNamed ? input : { ...input, $id: `${id[0]!.toUpperCase()}${id.slice(1)}Query` });
}

/** The name to which a reference refers. */
export const referred = ({ $ref = '' }: JsonSchema): string => $ref.slice($ref.lastIndexOf('/') + 1);

/** A document in place of the reference to it. */
export const resolved = (schema: JsonSchema): JsonSchema =>
  schema.$ref === undefined ? schema : documents[referred(schema)]!;
