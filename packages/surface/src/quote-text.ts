const SHOWN = 80;
/** Characters that a terminal or a reader would not show as they are. */
const INVISIBLE = /[\u{fe00}-\u{fe0f}\p{C}\p{Zl}\p{Zp}]/gu;

/** A server's text for a message: on one line, invisible characters spelled out, limited in length. */
export function quoteText(text: string, max = SHOWN): string {
  const visible = text
    .slice(0, 2 * max)
    .replace(INVISIBLE, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
  return `"${visible.length > max || text.length > 2 * max ? `${visible.slice(0, max)}…` : visible}"`;
}

/** The same without quotation marks, for a key within our own words. */
export const spellText = (text: string): string => quoteText(text).slice(1, -1);
