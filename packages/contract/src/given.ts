/** The values that are not undefined. */
export type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** `{ ...given({ name }) }` has a name only if one is given: optional fields are left out, and never undefined. */
export function given<T extends object>(values: T): Given<T> {
  for (const key in values) if (values[key] === undefined) return definedOf(values);
  return values;
}

function definedOf<T extends object>(values: T): Given<T> {
  const kept: Partial<T> = {};
  for (const key in values) if (values[key] !== undefined) kept[key] = values[key];
  return kept as Given<T>;
}
