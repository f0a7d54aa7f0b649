/** An object without its keys whose value is null. */
export const withoutNull = <T extends object>(object: { [K in keyof T]: T[K] | null }): T =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null)) as T;
