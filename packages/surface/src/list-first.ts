import { spellText } from './quote-text.ts';

const LISTED = 3;

/** The first three of these texts, and the number of further ones of `count` in all. */
export function listFirst(texts: readonly string[], count = texts.length): string {
  const shown = texts
    .slice(0, LISTED)
    .map((text) => spellText(text))
    .join(', ');
  return count > LISTED ? `${shown} and ${count - LISTED} more` : shown;
}
