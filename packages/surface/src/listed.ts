import { quoted } from './quoted.ts';

const LISTED = 3;

/** The first three of these texts, and how many more there are. */
export function listed(texts: readonly string[]): string {
  const shown = texts.slice(0, LISTED).map((text) => quoted(text).slice(1, -1)).join(', ');
  return texts.length > LISTED ? `${shown} and ${texts.length - LISTED} more` : shown;
}
