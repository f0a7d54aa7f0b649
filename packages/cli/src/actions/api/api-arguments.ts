import type { TSchema } from 'typebox';
import { propertiesOf } from '@assay/contract/schema';
import { parametersOf, type OperationEntry } from '@assay/sdk/operation-entry';
import { UsageError } from '../../command-failure.ts';
import { nearest } from '../../parse/nearest.ts';

/** The values of `--param` by their roles in the call. */
export interface ApiArguments {
  params: Record<string, string>;
  input: Record<string, unknown>;
  options: Record<string, unknown>;
}

/**
 * Sorts the values of `--param` into parameters of the path, fields of the input and options of the call. A value
 * `name:=json` is JSON, and `name=text` is read as the schema of the field says. Throws UsageError for a name that the
 * operation does not have.
 */
export function sortParameters(
  id: string,
  { path, options: optionNames = [], input: place }: OperationEntry,
  schema: TSchema,
  given: readonly string[],
): ApiArguments {
  const names = { params: parametersOf(path), options: optionNames as readonly string[], fields: propertiesOf(schema) };
  const sorted: ApiArguments = { params: {}, input: {}, options: {} };
  for (const each of given) {
    const [, name = '', sign, text = ''] = /^([^=:]+)(:?=)(.*)$/s.exec(each) ?? [];
    if (sign === undefined) throw new UsageError(`--param is name=value, not "${each}".`);
    const value = () => (sign === ':=' ? jsonOf(name, text) : typed(name, text, names.fields[name]));
    if (names.params.includes(name)) sorted.params[name] = text;
    else if (Object.hasOwn(names.fields, name)) sorted.input[name] = place === 'query' && sign === '=' ? text : value();
    else if (names.options.includes(name)) sorted.options[name] = sign === ':=' ? jsonOf(name, text) : numberOr(text);
    else throw unknown(id, name, [...names.params, ...names.options, ...Object.keys(names.fields)]);
  }
  return sorted;
}

function unknown(id: string, name: string, known: readonly string[]): UsageError {
  const near = nearest(name, known);
  const meant = near === undefined ? '' : ` Did you mean "${near}"?`;
  return new UsageError(`${id} has no parameter "${name}".${meant}`, [
    known.length === 0 ? 'it has none.' : `it has: ${known.join(', ')}`,
  ]);
}

function jsonOf(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${name}:= takes JSON: ${(error as Error).message}`);
  }
}

/** A text as the type of its field: numbers and truths of a body are no texts. */
function typed(name: string, text: string, schema: TSchema | undefined): unknown {
  const { type } = (schema ?? {}) as { type?: string };
  if (type === 'number' || type === 'integer') {
    const value = Number(text);
    if (Number.isNaN(value)) throw new UsageError(`${name} is a number, not "${text}".`);
    return value;
  }
  if (type === 'boolean') {
    if (text !== 'true' && text !== 'false') throw new UsageError(`${name} is true or false, not "${text}".`);
    return text === 'true';
  }
  return text;
}

const numberOr = (text: string): unknown => (/^\d+$/.test(text) ? Number(text) : text);
