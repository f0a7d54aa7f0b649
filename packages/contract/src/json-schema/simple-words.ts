type Json = Record<string, unknown>;

/**
 * The pattern or the type that generators of clients understand, where the checked one is beyond them. Several types are
 * printed as alternatives.
 */
export function inSimpleWords(schema: Json): Json {
  const { 'x-prints': printed, ...rest } = schema;
  if (typeof printed === 'string') return { ...rest, pattern: printed };
  if (typeof printed === 'object') {
    const { type: _type, items: _items, ...others } = rest;
    return { ...others, ...printed };
  }
  if (rest.type === 'number' && Number.isInteger(rest.const)) return { ...rest, type: 'integer' };
  return Array.isArray(rest.type) ? withAlternatives(rest) : schema;
}

/** One alternative for each of the types, with the keywords that are about this type. */
function withAlternatives({ type, enum: values, description, ...rest }: Json): Json {
  if (Object.keys(rest).length > 0) throw new Error(`No alternatives are printed for ${Object.keys(rest).join(', ')}.`);
  return {
    ...(description !== undefined && { description }),
    anyOf: (type as string[]).map((each) => ({
      type: each,
      ...(Array.isArray(values) && each !== 'null' && { enum: values.filter((value) => typeof value === each) }),
    })),
  };
}
