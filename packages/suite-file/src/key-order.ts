/** The parts of a JSON Schema that order keys. */
export interface OrderedSchema {
  properties?: Record<string, OrderedSchema>;
  items?: OrderedSchema;
  anyOf?: OrderedSchema[];
  oneOf?: OrderedSchema[];
  discriminator?: { propertyName: string };
}
type Json = Record<string, unknown>;

/** The same value with the keys of the schema in the schema's order, and other keys after them in their own order. */
export function withSchemaKeyOrder(value: unknown, schema: OrderedSchema | undefined): unknown {
  if (Array.isArray(value)) return value.map((item) => withSchemaKeyOrder(item, schema?.items));
  if (typeof value !== 'object' || value === null) return value;
  const { properties = {} } = variantOf(value as Json, schema) ?? {};
  const known = Object.keys(properties).filter((key) => Object.hasOwn(value, key));
  const others = Object.keys(value).filter((key) => !Object.hasOwn(properties, key));
  return Object.fromEntries(
    [...known, ...others].map((key) => [
      key,
      withSchemaKeyOrder((value as Json)[key], Object.hasOwn(properties, key) ? properties[key] : undefined),
    ]),
  );
}

/** The alternative that an object matches: by its tag, or the only one with keys. */
function variantOf(value: Json, schema: OrderedSchema | undefined): OrderedSchema | undefined {
  const tag = schema?.discriminator?.propertyName;
  if (schema?.oneOf && tag)
    return schema.oneOf.find(
      ({ properties }) => (properties?.[tag] as { const?: unknown } | undefined)?.const === value[tag],
    );
  return schema?.anyOf?.find(({ properties }) => properties) ?? schema;
}
