/** Text of at most `max` characters; undefined for anything else. */
export const textOf = (value: unknown, max: number): string | undefined =>
  typeof value === 'string' && value.length > 0 && value.length <= max && !value.includes('\u0000') ? value : undefined;

export const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/** The first `max` objects of a list. */
export const objectsOf = (value: unknown, max: number): Record<string, unknown>[] =>
  Array.isArray(value)
    ? value
        .slice(0, max)
        .filter((each) => typeof each === 'object' && each !== null)
        .map(objectOf)
    : [];

/** The own property of this name: `name` is foreign text and may be a property of every object. */
export const ownOf = <V>(of: Record<string, V>, name: string): V | undefined =>
  Object.hasOwn(of, name) ? of[name] : undefined;
