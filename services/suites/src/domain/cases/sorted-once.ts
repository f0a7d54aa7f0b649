/** The distinct values, sorted. */
export const sortedOnce = <T extends string>(values: readonly T[]): T[] => [...new Set(values)].toSorted();
