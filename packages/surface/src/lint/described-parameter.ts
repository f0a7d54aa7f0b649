import { isObject } from '@assay/contract/json';

const MAX_VALUES = 6;

/** A description of a parameter from its schema, with blanks in ‹ › for what the schema does not say. */
export function describedParameter(path: string, schema: unknown): string {
  const name = path
    .slice(path.lastIndexOf('/') + 1)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
  const kind = kindOf(isObject(schema) ? schema : {});
  return `‹What ${JSON.stringify(name)} means›: ${kind}`;
}

function kindOf(schema: Record<string, unknown>): string {
  const { type, format, default: fallback } = schema;
  const without = fallback === undefined ? '' : ` ${JSON.stringify(fallback)} when absent.`;
  const values = Array.isArray(schema['enum']) ? schema['enum'] : undefined;
  if (values && values.length > 0) {
    const told = values.slice(0, MAX_VALUES).map((value) => `${JSON.stringify(value)} ‹meaning›`);
    return `${told.join(', ')}.${without}`;
  }
  if (type === 'number' || type === 'integer')
    return `${type === 'integer' ? 'a whole number' : 'a number'}${boundsOf(schema)}, in ‹unit›, such as ‹example›.${without}`;
  if (type === 'boolean') return `true when ‹effect›.${without || ' false when absent.'}`;
  if (type === 'array') return `a list of ‹what›.${without}`;
  if (type === 'object') return `‹what its fields are together›.${without}`;
  if (typeof format === 'string') return `in the format ${format}, such as ‹example›.${without}`;
  return `‹format›, such as ‹example›.${without}`;
}

function boundsOf({ minimum, exclusiveMinimum, maximum, exclusiveMaximum }: Record<string, unknown>): string {
  const bounds = [
    typeof minimum === 'number' && `at least ${minimum}`,
    typeof exclusiveMinimum === 'number' && `above ${exclusiveMinimum}`,
    typeof maximum === 'number' && `at most ${maximum}`,
    typeof exclusiveMaximum === 'number' && `below ${exclusiveMaximum}`,
  ].filter(Boolean);
  return bounds.length > 0 ? ` ${bounds.join(' and ')}` : '';
}
