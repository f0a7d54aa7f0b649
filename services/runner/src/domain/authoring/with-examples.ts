import { isObject } from '@assay/contract/json';
import { ComputeBudgetError, type ComputeBudget } from '@assay/grading/compute-budget';
import { schemaViolation } from '@assay/grading/json-schema';
import { SchemaError } from '@assay/grading/schema-guard';
import { fitsProperty, singular, type ListedValue } from './listed-values.ts';

type Schema = Record<string, unknown>;

/** Keys of a schema that give a value, or lead to one. */
const GIVEN = ['const', 'default', 'examples', 'enum', 'format', '$ref'];
/** At most this many properties of a tool, and this much of a description in characters, are searched for examples. */
const [MAX_PROPERTIES, MAX_DESCRIPTION] = [100, 2_000];
const INTRODUCED = String.raw`(?:\be\.g\.|\bfor example\b|\bfor instance\b|\bsuch as\b|\bexamples?:)[,:]? {0,3}`;
const QUOTED = new RegExp(String.raw`${INTRODUCED}(["'\x60])([^"'\x60\n]{1,200})\1`, 'i');
const NUMBER = new RegExp(String.raw`${INTRODUCED}(-?\d{1,12}(?:\.\d{1,6})?)(?!\w)`, 'i');

/**
 * The input schema of a tool, with an example for each property that has no value of its own: the one that its description
 * names, or one that a list tool of the same server told. An example that does not fit its property is left out.
 */
export function withExamples(
  toolName: string,
  inputSchema: unknown,
  listed: ListedValue[],
  budget: ComputeBudget,
): unknown {
  if (!isObject(inputSchema) || !isObject(inputSchema['properties'])) return inputSchema;
  const fits = (schema: Schema, value: unknown) => schemaViolation(schema, value, budget) === undefined;
  const exampled = (name: string, schema: unknown): unknown => {
    if (!isObject(schema) || GIVEN.some((key) => key in schema)) return schema;
    if (schema['type'] === 'array' && isObject(schema['items']))
      return { ...schema, items: exampled(singular(name), schema['items']) };
    const told = listed.filter((each) => fitsProperty(each, toolName, name)).map(({ value }) => value);
    const example = [...describedExamples(schema), ...told].find((value) => fits(schema, value));
    return example === undefined ? schema : { ...schema, examples: [example] };
  };
  try {
    const properties = Object.entries(inputSchema['properties']).map(
      ([name, schema], i) => [name, i < MAX_PROPERTIES ? exampled(name, schema) : schema] as const,
    );
    return { ...inputSchema, properties: Object.fromEntries(properties) };
  } catch (error) {
    if (error instanceof SchemaError || error instanceof ComputeBudgetError) return inputSchema;
    throw error;
  }
}

/** The examples that the description of a property names: a number, or a text in quotation marks. */
function describedExamples({ type, description }: Schema): (string | number)[] {
  if (typeof description !== 'string') return [];
  const text = description.slice(0, MAX_DESCRIPTION);
  if (type === 'number' || type === 'integer')
    return [NUMBER.exec(text)?.[1]].flatMap((each) => (each ? [Number(each)] : []));
  return [QUOTED.exec(text)?.[2]].flatMap((each) => each ?? []);
}
