/** The pattern of `like` and `ilike` that finds a text anywhere; its `%`, `_` and `\\` stand for themselves. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
