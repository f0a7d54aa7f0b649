/** A count with its noun: `1 tool`, `3 tools`. */
export const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
