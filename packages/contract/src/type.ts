import type { Type as TypeBox, TObject, TProperties, TSchema } from 'typebox';

type Builders = Pick<
  typeof TypeBox,
  | 'Array'
  | 'Boolean'
  | 'Integer'
  | 'Literal'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'Partial'
  | 'Pick'
  | 'Record'
  | 'String'
  | 'Union'
  | 'Unknown'
  | 'Unsafe'
>;
type Options = object | undefined;

/** Marks a property that may be absent. No keyword, so it is hidden: a validator and OpenAPI never see it. */
const OPTIONAL = Symbol('optional');

const optional = (schema: TSchema): TSchema =>
  Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(schema), [OPTIONAL]: { value: true } });

function object(properties: TProperties, options?: Options) {
  const required = Object.keys(properties).filter((key) => !(OPTIONAL in properties[key]!));
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...options };
}

const mapped = (properties: TProperties, keys: string[], map: (schema: TSchema) => TSchema): TProperties =>
  Object.fromEntries(keys.map((key) => [key, map(properties[key]!)]));

/**
 * The builders of TypeBox that the contract uses, with its types: they make the same JSON Schema. TypeBox itself is 370
 * modules, a quarter of all that a process would load at its start.
 */
export const Type = {
  Array: (items: TSchema, options?: Options) => ({ type: 'array', items, ...options }),
  Boolean: (options?: Options) => ({ type: 'boolean', ...options }),
  Integer: (options?: Options) => ({ type: 'integer', ...options }),
  Literal: (value: string | number | boolean, options?: Options) => ({ type: typeof value, const: value, ...options }),
  Null: (options?: Options) => ({ type: 'null', ...options }),
  Number: (options?: Options) => ({ type: 'number', ...options }),
  Object: object,
  Optional: optional,
  Partial: ({ properties }: TObject) => object(mapped(properties, Object.keys(properties), optional)),
  Pick: ({ properties }: TObject, keys: string[]) =>
    object(
      mapped(
        properties,
        Object.keys(properties).filter((key) => keys.includes(key)),
        (schema) => schema,
      ),
    ),
  Record: (_key: TSchema, value: TSchema, options?: Options) => ({
    type: 'object',
    patternProperties: { '^.*$': value },
    ...options,
  }),
  String: (options?: Options) => ({ type: 'string', ...options }),
  Union: (anyOf: TSchema[], options?: Options) => ({ anyOf, ...options }),
  Unknown: (options?: Options) => ({ ...options }),
  Unsafe: (schema: object) => ({ ...schema }),
} as unknown as Builders;
