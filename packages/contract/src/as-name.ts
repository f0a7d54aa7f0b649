import { HIDDEN_CHARACTERS } from './text.ts';
import { normalName } from './normal-name.ts';

const MAX_CHARS = 200;
const hidden = new RegExp(`(?:${HIDDEN_CHARACTERS})+`, 'gu');

/**
 * Foreign text as a name: at most 200 characters on one line, with a blank for each character that no name may hold;
 * empty when nothing is left.
 */
export function asName(text: string): string {
  const name = normalName(Array.from(normalName(text)).slice(0, MAX_CHARS).join('').replace(hidden, ' '));
  return name.trim() === '' ? '' : name;
}
