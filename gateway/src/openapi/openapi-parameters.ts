import type { TSchema } from 'typebox';
import { placeOfInput, type Operation } from '@assay/contract/operation';
import { propertiesOf } from '@assay/contract/schema';
import { VOCABULARY_VERSIONS, vocabularyOf } from '../vocabularies/vocabulary.ts';
import { parameterTexts } from './parameter-texts.ts';
import type { PrintSchema } from '@assay/contract/json-schema/print-schema';
import { fieldsOf } from '../http/request-fields.ts';

/** The body of an operation's requests; a method that usually has one has an optional `{}` where nothing is to be said. */
export function bodyOfRequest(operation: Operation, print: PrintSchema): { requestBody?: object } {
  const { consumes = 'application/json', method, input, bodyOptional = false } = operation;
  if (placeOfInput(operation) === 'query') return {};
  const isEmpty = operation.consumes === undefined && Object.keys(propertiesOf(input)).length === 0;
  if (isEmpty && method === 'DELETE') return {};
  return { requestBody: { required: !bodyOptional && !isEmpty, content: { [consumes]: { schema: print(input) } } } };
}

/** The parameters of an operation outside of its body, at a path of the operation. */
export const parametersOf = (operation: Operation, print: PrintSchema, path = operation.path) => [
  ...pathParameters(path),
  ...(placeOfInput(operation) === 'query' ? queryParameters(operation.input, print) : []),
  ...otherParameters(operation),
  ...vocabularyParameters(operation),
];

const pathParameters = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name: name!,
    in: 'path',
    required: true,
    description: parameterTexts[name!],
    schema: { type: 'string' },
  }));

const queryParameters = (input: TSchema, print: PrintSchema) =>
  Object.entries(propertiesOf(input)).map(([name, schema]) => {
    const { description = parameterTexts[name], ...rest } = print(schema) as { description?: string };
    return {
      name,
      in: 'query',
      required: requiredOf(input).includes(name),
      ...(description && { description }),
      schema: rest,
    };
  });

const otherParameters = (operation: Operation) =>
  fieldsOf(operation).flatMap(([field, { printed }]) => {
    if (!printed) return [];
    return (typeof printed === 'function' ? printed(operation) : [printed]).map(
      ({ name, in: place, maxLength, description }) => ({
        name,
        in: place,
        required: operation.requiredHeaders?.includes(field) ?? false,
        schema: { type: 'string', maxLength },
        description,
      }),
    );
  });

function vocabularyParameters(operation: Operation) {
  const vocabulary = vocabularyOf(operation);
  if (!vocabulary) return [];
  const { header: name, description } = vocabulary;
  return [{ name, in: 'header', required: false, schema: { type: 'string', enum: VOCABULARY_VERSIONS }, description }];
}

const requiredOf = (schema: TSchema) => (schema as { required?: string[] }).required ?? [];
