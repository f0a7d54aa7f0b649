import type { TSchema } from 'typebox';
import type { Operation } from '@assay/contract/operation';
import type { Print } from './openapi.ts';
import { fieldsOf } from './request-fields.ts';

/** What a request of an operation says outside of its body, at a path of the operation. */
export const parametersOf = (operation: Operation, print: Print, path = operation.path) =>
  [...pathParameters(path), ...(operation.method === 'GET' ? queryParameters(operation.input, print) : []), ...otherParameters(operation)];

const pathParameters = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name: name!, in: 'path', required: true, schema: { type: 'string' } }));

const queryParameters = (input: TSchema, print: Print) =>
  Object.entries(propertiesOf(input)).map(([name, schema]) => {
    const { description, ...rest } = print(schema) as { description?: string };
    return { name, in: 'query', required: requiredOf(input).includes(name), ...(description && { description }), schema: rest };
  });

const otherParameters = (operation: Operation) =>
  fieldsOf(operation).flatMap(([, { printed }]) => {
    if (!printed) return [];
    const { name, in: place, maxLength, description } = typeof printed === 'function' ? printed(operation) : printed;
    return [{ name, in: place, required: false, schema: { type: 'string', maxLength }, description }];
  });

export const propertiesOf = (schema: TSchema) => (schema as { properties?: Record<string, TSchema> }).properties ?? {};
const requiredOf = (schema: TSchema) => (schema as { required?: string[] }).required ?? [];
