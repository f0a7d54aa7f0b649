import type { TSchema } from 'typebox';
import { placeOfInput, type Operation } from '@assay/contract/operation';
import { propertiesOf } from '@assay/contract/schema';
import { VOCABULARY_VERSIONS, vocabularyOf } from '../vocabularies/vocabulary.ts';
import { parameterTexts } from './parameter-texts.ts';
import type { PrintSchema } from './print.ts';
import { fieldsOf } from '../http/request-fields.ts';

/** Whether requests of the operation have a meaningful body. */
export const takesBody = ({ consumes, input, ...operation }: Operation): boolean =>
  placeOfInput(operation) === 'body' && (consumes !== undefined || Object.keys(propertiesOf(input)).length > 0);

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
  fieldsOf(operation).flatMap(([, { printed }]) => {
    if (!printed) return [];
    return (typeof printed === 'function' ? printed(operation) : [printed]).map(
      ({ name, in: place, maxLength, description }) => ({
        name,
        in: place,
        required: false,
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
