import stringWidth from 'fast-string-width';
import type { Terminal } from '../terminal.ts';
import { visibleText } from './visible-text.ts';

/** Characters of the API's sentences that a terminal without Unicode lacks. */
const PLAIN: Readonly<Record<string, string>> = { '\u202f': ' ', '–': '-', '−': '-', '…': '...' };

/** Foreign text in one line, as this terminal can show it. */
export function printable(text: string, { isUnicode }: Pick<Terminal, 'isUnicode'>): string {
  const visible = visibleText(text);
  return isUnicode ? visible : visible.replaceAll(/[\u202f–−…]/g, (at) => PLAIN[at]!);
}

/** Cuts the end of a text to at most `width` columns; nothing is cut without a width. */
export function shortenEnd(text: string, width: number | undefined): string {
  if (width === undefined || stringWidth(text) <= width) return text;
  let [kept, columns] = ['', 0];
  for (const character of text) {
    columns += stringWidth(character);
    if (columns >= width) break;
    kept += character;
  }
  return `${kept}…`;
}

/** The text with blanks up to a width in columns. */
export const padColumns = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - stringWidth(text)));
