import { visibleText } from './visible-text.ts';

/** A word as a shell takes it, to be shown within a command that can be typed. */
export function quoted(word: string): string {
  const shown = visibleText(word);
  return /^[\w@%+=:,./-]+$/.test(shown) ? shown : `"${shown.replaceAll(/["\\$`]/g, (at) => `\\${at}`)}"`;
}
